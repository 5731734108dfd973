import { Mesh, Scene } from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { makeKinds, material } from '../scale-bench/kinds.ts';
import { pause } from '../watch.ts';
import { MANY } from './many.ts';
import { type Shown, SUBJECTS } from './subjects.ts';

export interface ContextResult {
  /** Milliseconds from the restored context to the same image as before; null: it never appeared. */
  readonly ms: number | null;
  /** Share of pixels that differ from before at the end. */
  readonly differing: number;
}

declare global {
  interface Window {
    life: {
      readonly subjects: readonly string[];
      /** Number of draw calls of an idle page in this time, seconds. */
      idle(subject: string, seconds: number): Promise<number>;
      /** Mounts, draws and unmounts a viewer. */
      mount(subject: string): Promise<void>;
      /** Number of WebGL contexts that are alive without a canvas in the page. */
      contexts(): number;
      /** Loses the context of one model, or of ten thousand devices. */
      context(subject: string, isMany: boolean): Promise<ContextResult>;
    };
  }
}

/** A picture that is not the same as before by then never will be, milliseconds. */
const PATIENCE_MS = 8_000;
const host = document.querySelector<HTMLElement>('#view')!;
const alive: WeakRef<WebGL2RenderingContext>[] = [];
type Draw = (this: unknown, ...given: number[]) => void;
let draws = 0;

/** Registers every WebGL context created on this page and counts its draw calls. */
function watchContexts(): void {
  const names = ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'] as const;
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, Draw>;
  for (const name of names) {
    const original = prototype[name]!;
    prototype[name] = function (this: unknown, ...given: number[]) {
      draws++;
      original.apply(this, given);
    };
  }
  for (const kind of [HTMLCanvasElement, OffscreenCanvas]) {
    // oxlint-disable-next-line typescript/unbound-method -- applied with its own `this` below
    const original = kind.prototype.getContext as (...given: unknown[]) => unknown;
    kind.prototype.getContext = function (this: unknown, ...given: unknown[]) {
      const context = original.apply(this, given);
      if (context instanceof WebGL2RenderingContext && !alive.some((ref) => ref.deref() === context))
        alive.push(new WeakRef(context));
      return context;
    } as never;
  }
}

async function ball(): Promise<Blob> {
  const scene = new Scene();
  scene.add(new Mesh(makeKinds(3)[0], material()));
  const bytes = (await new GLTFExporter().parseAsync(scene, { binary: true })) as ArrayBuffer;
  return new Blob([bytes], { type: 'model/gltf-binary' });
}

async function show(subject: string): Promise<Shown> {
  return SUBJECTS[subject]!(host, await ball());
}

function picture({ canvas, draw }: Shown): Uint8ClampedArray {
  draw();
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
  copy.drawImage(canvas, 0, 0);
  return copy.getImageData(0, 0, canvas.width, canvas.height).data;
}

function differing(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  if (a.length !== b.length) return 1;
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    if ([0, 1, 2].some((c) => Math.abs(a[i + c]! - b[i + c]!) > 8)) count++;
  }
  return count / (a.length / 4);
}

watchContexts();
window.life = {
  subjects: Object.keys(SUBJECTS),

  async idle(subject, seconds) {
    const shown = await show(subject);
    // Pending work (a last full-resolution frame, a fade) does not count as idle.
    await pause(2_500);
    const before = draws;
    await pause(seconds * 1000);
    const drawn = draws - before;
    shown.dispose();
    return drawn;
  },

  async mount(subject) {
    const shown = await show(subject);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    shown.dispose();
  },

  contexts: () => alive.filter((ref) => ref.deref()?.isContextLost() === false).length,

  async context(subject, isMany) {
    const shown = isMany ? await MANY[subject]!(host) : await show(subject);
    await pause(isMany ? 4_000 : 1_500);
    const before = picture(shown);
    const gl = shown.canvas.getContext('webgl2')!;
    const extension = gl.getExtension('WEBGL_lose_context')!;
    extension.loseContext();
    await pause(100);
    const start = performance.now();
    extension.restoreContext();
    let ms: number | null = null;
    let difference = 1;
    while (performance.now() - start < PATIENCE_MS) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (gl.isContextLost()) continue;
      difference = differing(before, picture(shown));
      if (difference > 0.001) continue;
      ms = performance.now() - start;
      break;
    }
    shown.dispose();
    return { ms, differing: difference };
  },
};
