import {
  DataTexture,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  PlaneGeometry,
  SRGBColorSpace,
} from 'three';
import { check, checkFinite } from '../core/check.ts';
import { checkAbove0, checkCssColor, checkList, checkNumber } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';

/** Default width of a field display, dots. Spec §9: "LED default 96x48". */
const LED_WIDTH = 96;
/** Default height of a field display, dots. Spec §9. */
const LED_HEIGHT = 48;

/** A text of an LED screen. */
export interface LedEntry {
  /** One line; a text that is too long scrolls. */
  readonly text: string;
  /** CSS colour. Default amber. */
  readonly color?: string;
  /** Height of the text, dots. Default 16. */
  readonly size?: number;
  /** Scroll speed, dots per second; 0: none. Default: 24 for a text that is too long, else 0. */
  readonly speed?: number;
}

/** Options of a {@link LedScreen}. */
export interface LedScreenOptions {
  /** Id of the equipment with the screen. */
  readonly equipmentId: string;
  /** Width, dots. Default 96. */
  readonly width?: number;
  /** Height, dots. Default 48. */
  readonly height?: number;
  /** Texts at the start. Default: none. */
  readonly entries?: readonly LedEntry[];
  /** Centre of the screen in the frame of the model, and its size; metres. Default: those of the built-in LED model. */
  readonly face?: { readonly y: number; readonly z: number; readonly width: number; readonly height: number };
}

const FACE = { y: 1.95, z: 0.096, width: 1.8, height: 0.9 };
const AMBER = '#ffb13b';
const SCROLL_SPEED = 24;
/** Gap between the end of a scrolling text and its repetition, dots. */
const GAP = 24;
const FONT = "'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

/**
 * Texts on an LED screen, dot by dot, on the front of its model. A long text scrolls if animation is allowed; else its
 * beginning is shown.
 * @example
 * const led = new LedScreen(viewer, { equipmentId, entries: [{ text: '一号棚 土壤水分 23%' }] });
 */
export class LedScreen implements IDisposable {
  readonly #context: ViewerContext;
  readonly #id: string;
  readonly #pen: OffscreenCanvasRenderingContext2D;
  readonly #texture: DataTexture;
  readonly #mesh: Mesh;
  #entries: readonly LedEntry[] = [];
  #frames: ContinuousRequest | undefined;
  /** Scroll time, seconds. */
  #time = 0;

  /** @throws FarmError `disposed`, `unknown-equipment` or `invalid-argument` */
  constructor(viewer: FarmViewer, options: LedScreenOptions) {
    const { equipmentId: id, width = LED_WIDTH, height = LED_HEIGHT, face = FACE } = options;
    if (!viewer.document.get(id)) throw new FarmError('unknown-equipment', { id });
    for (const [field, dots] of Object.entries({ width, height }))
      check(Number.isInteger(dots) && dots >= 8 && dots <= 2_048, field, dots, id);
    checkFinite({ 'face.y': face.y, 'face.z': face.z, 'face.width': face.width, 'face.height': face.height });
    checkEntries(options.entries ?? []);
    const context = viewer.use({});
    this.#context = context;
    this.#id = id;
    this.#pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
    this.#texture = new DataTexture(null, width, height);
    this.#texture.flipY = true;
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.generateMipmaps = true;
    this.#texture.magFilter = NearestFilter;
    this.#texture.minFilter = LinearFilter;
    const material = new MeshBasicMaterial({ map: this.#texture });
    this.#mesh = new Mesh(new PlaneGeometry(face.width, face.height).translate(0, face.y, face.z), material);
    this.#mesh.name = 'led-texture';
    this.#mesh.raycast = () => {};
    context.add(this.#mesh);
    context.onBeforeRender(({ delta }) => this.#beforeFrame(delta));
    context.own(context.document.on('change', () => this.#follow()));
    this.#follow();
    this.setEntries(options.entries ?? []);
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
  }

  /** The dots from the top left: red, green, blue, alpha. */
  get pixels(): Uint8ClampedArray {
    const { width, height } = this.#pen.canvas;
    return this.#pen.getImageData(0, 0, width, height).data;
  }

  /** Sets the texts, from their beginning. @throws FarmError `disposed` or `invalid-argument` */
  setEntries(entries: readonly LedEntry[]): void {
    if (this.isDisposed) throw new FarmError('disposed');
    checkEntries(entries);
    this.#entries = entries;
    this.#time = 0;
    const isMoving = this.#draw();
    this.#frames?.end();
    this.#frames = isMoving ? this.#context.requestContinuousFrames() : undefined;
    this.#context.requestRender('led');
  }

  /** Removes the texts from the model. A second call has no effect. */
  dispose(): void {
    this.#context.detach();
  }

  #follow(): void {
    const record = this.#context.document.get(this.#id);
    if (!record) {
      this.#mesh.removeFromParent();
      return;
    }
    const { position, rotation, scale } = record;
    this.#mesh.position.set(position.x, position.y, position.z);
    this.#mesh.rotation.set(rotation.x, rotation.y, rotation.z);
    this.#mesh.scale.set(scale.x, scale.y, scale.z);
    this.#context.frameOf(record.parentId).add(this.#mesh);
    this.#mesh.updateMatrixWorld(true);
  }

  #beforeFrame(delta: number): void {
    if (!this.#frames || !this.#context.isContinuous) return;
    this.#time += delta;
    this.#draw();
  }

  /** @returns whether a text scrolls */
  #draw(): boolean {
    const pen = this.#pen;
    const { width, height } = pen.canvas;
    pen.fillStyle = '#070605';
    pen.fillRect(0, 0, width, height);
    const lines = this.#entries.map(({ size = 16 }) => Math.min(height, Math.max(6, size)));
    let y = Math.max(0, (height - lines.reduce((sum, line) => sum + line, 0)) / 2);
    let isMoving = false;
    for (const [i, { text, color = AMBER, speed }] of this.#entries.entries()) {
      const line = lines[i]!;
      pen.font = `${Math.round(line * 0.86)}px ${FONT}`;
      pen.textBaseline = 'middle';
      pen.fillStyle = color;
      const length = pen.measureText(text).width;
      const dotsPerSecond = speed ?? (length > width ? SCROLL_SPEED : 0);
      const period = Math.max(width, length) + GAP;
      const from =
        dotsPerSecond > 0 ? -((this.#time * dotsPerSecond) % period) : Math.max(0, (width - length) / 2);
      for (let x = from; x < width; x += period) {
        pen.fillText(text, Math.round(x), Math.round(y + line / 2));
        if (dotsPerSecond === 0) break;
      }
      isMoving ||= dotsPerSecond > 0;
      y += line;
    }
    // As data: uploading the canvas itself would wait for all pending commands of the graphics card.
    this.#texture.image.data = this.pixels;
    this.#texture.needsUpdate = true;
    return isMoving;
  }
}

/** @throws FarmError `invalid-argument` */
function checkEntries(entries: readonly LedEntry[]): void {
  checkList('entries', entries);
  for (const [i, { text, color, size, speed }] of entries.entries()) {
    check(typeof text === 'string', `entries[${i}].text`, text);
    if (color !== undefined) checkCssColor(`entries[${i}].color`, color);
    checkAbove0(`entries[${i}].size`, size);
    checkNumber(`entries[${i}].speed`, speed);
  }
}
