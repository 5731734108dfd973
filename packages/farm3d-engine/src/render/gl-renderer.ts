import {
  AgXToneMapping,
  type Camera,
  type Object3D,
  PCFShadowMap,
  type Scene,
  SRGBColorSpace,
  WebGLRenderer,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';

/** Cost of the last frame, exact. */
export interface FrameCost {
  readonly draws: number;
  readonly triangles: number;
}

/** Members of three's programs that its types do not declare. */
interface ShaderProgram {
  isReady(): boolean;
  getUniforms(): unknown;
  getAttributes(): unknown;
}

/** Interval and limit of polling the fence, milliseconds. */
const FENCE_POLL_MS = 8;
const FENCE_LONGEST_MS = 5000;

function preventDefault(event: Event): void {
  if (event.cancelable) event.preventDefault();
}

/** The WebGL context and its canvas, with all resources that a lost context destroys. */
export class GlRenderer implements IDisposable {
  readonly three: WebGLRenderer;
  readonly canvas: HTMLCanvasElement;
  /** Whether the context is rendered in software (SwiftShader, llvmpipe). */
  readonly isSoftware: boolean;
  #disposed = false;
  #width = 0;
  #height = 0;
  #pixelRatio = 0;
  /** Signalled when what was rendered last is drawn; kept in software, where that takes long. */
  #fence: WebGLSync | null = null;
  #renderedMs = 0;

  /** @throws FarmError `webgl-unavailable` */
  constructor() {
    this.isSoftware = isSoftwareRendering();
    this.canvas = document.createElement('canvas');
    this.canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:none;outline:none';
    // `touch-action` is not enough: Chromium takes a quick swipe for a fling, and suppresses the next tap on the page.
    this.canvas.addEventListener('touchmove', preventDefault, { passive: false });
    try {
      this.three = new WebGLRenderer({
        canvas: this.canvas,
        // In software, four samples cost 2.4 times the frame (SwiftShader, 1440 × 900: 700 against 300 ms); there the frame
        // at rest has a larger drawing buffer instead.
        antialias: !this.isSoftware,
        powerPreference: 'high-performance',
        // The far plane is 60 000 (Spec §9): with a usual depth buffer near surfaces would flicker.
        reversedDepthBuffer: true,
      });
    } catch (error) {
      throw new FarmError('webgl-unavailable', {}, { cause: error });
    }
    this.three.outputColorSpace = SRGBColorSpace;
    this.three.toneMapping = AgXToneMapping;
    this.three.toneMappingExposure = 1.18;
    this.three.shadowMap.type = PCFShadowMap;
    // Shadows are drawn when the sun or a caster moved, not with each camera move.
    this.three.shadowMap.autoUpdate = false;
    this.three.info.autoReset = false;
    // three asks for what it has not set, before it writes a part of a texture, and waits for the card then.
    const { state } = this.three;
    const gl = this.#gl;
    for (const name of [gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_PIXELS, gl.UNPACK_SKIP_ROWS])
      state.pixelStorei(name, 0);
  }

  get #gl(): WebGL2RenderingContext {
    return this.three.getContext() as WebGL2RenderingContext;
  }

  get pixelRatio(): number {
    return this.#pixelRatio;
  }

  /** @param pixelRatio device pixels per CSS pixel */
  setSize(width: number, height: number, pixelRatio: number): void {
    // Setting a size, even the same, discards the drawing buffer.
    if (this.hasSize(width, height, pixelRatio)) return;
    this.#width = width;
    this.#height = height;
    this.#pixelRatio = pixelRatio;
    this.three.setDrawingBufferSize(width, height, pixelRatio);
  }

  hasSize(width: number, height: number, pixelRatio: number): boolean {
    return width === this.#width && height === this.#height && pixelRatio === this.#pixelRatio;
  }

  /** Whether what was rendered last is still being drawn, for five seconds at most. False with a graphics card. */
  get isBusy(): boolean {
    const gl = this.#gl;
    if (!this.#fence) return false;
    if (
      !this.isLost &&
      performance.now() - this.#renderedMs < FENCE_LONGEST_MS &&
      gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) !== gl.SIGNALED
    )
      return true;
    this.#setFence(null);
    return false;
  }

  #setFence(fence: WebGLSync | null): void {
    this.#gl.deleteSync(this.#fence);
    this.#fence = fence;
  }

  /** Renders one pixel, so that buffers, textures and programs of the first frame are already on the GPU. */
  rehearse(scene: Scene, camera: Camera): void {
    const { three } = this;
    three.setScissor(0, 0, 1, 1);
    three.setScissorTest(true);
    three.render(scene, camera);
    three.setScissorTest(false);
  }

  render(scene: Scene, camera: Camera): FrameCost {
    const { info } = this.three;
    info.reset();
    this.three.render(scene, camera);
    if (this.isSoftware && !this.isLost) {
      this.#setFence(this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0));
      this.#renderedMs = performance.now();
    }
    return { draws: info.render.calls, triangles: info.render.triangles };
  }

  /**
   * Starts compiling the shaders of objects, asynchronously. Compiled shaders cost nothing.
   * @param scene whose lights and fog they are made for
   */
  compile(objects: Object3D, camera: Camera, scene: Scene): void {
    if (!this.isLost) this.three.compile(objects, camera, scene);
  }

  /** Resolves when all shaders are compiled, without blocking the page; else as {@link finished}. */
  async compiled(signal: AbortSignal): Promise<void> {
    const since = performance.now();
    const isOver = () => signal.aborted || this.isLost || performance.now() - since > FENCE_LONGEST_MS;
    while (!isOver() && !this.#programs.every((program) => program.isReady()))
      await new Promise((resolve) => setTimeout(resolve, FENCE_POLL_MS));
  }

  get #programs(): readonly ShaderProgram[] {
    return (this.three.info.programs ?? []) as unknown as readonly ShaderProgram[];
  }

  /** Reads the results of shader compilation. Left to the first draw, the page would wait for each shader in turn. */
  readShaders(): void {
    if (this.isLost) return;
    for (const program of this.#programs) {
      program.getUniforms();
      program.getAttributes();
    }
  }

  /**
   * Resolves when the graphics card has executed all commands so far, without blocking the page; also after five seconds,
   * on a lost context or an abort.
   */
  async finished(signal: AbortSignal): Promise<void> {
    const gl = this.#gl;
    const fence = this.isLost ? null : gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    gl.flush();
    const since = performance.now();
    do await new Promise((resolve) => setTimeout(resolve, FENCE_POLL_MS));
    while (
      !signal.aborted &&
      !this.isLost &&
      gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED &&
      performance.now() - since < FENCE_LONGEST_MS
    );
    gl.deleteSync(fence);
  }

  get isLost(): boolean {
    return this.three.getContext().isContextLost();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.three.dispose();
    // dispose alone keeps the context alive; a page has about 16 contexts and the browser drops the oldest.
    this.three.forceContextLoss();
    this.canvas.remove();
  }
}

/** Cached: it does not change for a page. */
let isSoftware: boolean | undefined;

/** Detected before the real context is made, because antialiasing is an option of the context. */
function isSoftwareRendering(): boolean {
  if (isSoftware !== undefined) return isSoftware;
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return false;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(extension ? extension.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  isSoftware = /swiftshader|llvmpipe|software|basic render/i.test(name);
  return isSoftware;
}
