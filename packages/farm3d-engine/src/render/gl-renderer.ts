import { AgXToneMapping, type Camera, PCFShadowMap, type Scene, SRGBColorSpace, WebGLRenderer } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';

/** What the last frame cost, exact. */
export interface FrameCost {
  readonly draws: number;
  readonly triangles: number;
}

/** What three does not declare of its programs. */
interface ShaderProgram {
  getUniforms(): unknown;
  getAttributes(): unknown;
}

/** How often the graphics card is asked whether it is ready, and how long at most, milliseconds. */
const FENCE_POLL_MS = 8;
const FENCE_LONGEST_MS = 5000;

/** The WebGL context and its canvas. Everything that may be lost and must be given back is here. */
export class GlRenderer implements IDisposable {
  readonly three: WebGLRenderer;
  readonly canvas: HTMLCanvasElement;
  /** SwiftShader, llvmpipe and the like: no graphics hardware behind the context. */
  readonly isSoftware: boolean;
  #disposed = false;
  #width = 0;
  #height = 0;
  #pixelRatio = 0;

  /** @throws FarmError `webgl-unavailable` */
  constructor() {
    this.isSoftware = isSoftwareRendering();
    this.canvas = document.createElement('canvas');
    this.canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:none;outline:none';
    try {
      this.three = new WebGLRenderer({
        canvas: this.canvas,
        // In software four samples cost 2.4 times the frame (SwiftShader, 1440 × 900: 700 against 300 ms); there the
        // frame at rest is drawn larger instead.
        antialias: !this.isSoftware,
        powerPreference: 'high-performance',
        // far is 60 000 (Spec §9): with a common depth buffer near things would flicker through each other.
        reversedDepthBuffer: true,
      });
    } catch (error) {
      throw new FarmError('webgl-unavailable', {}, { cause: error });
    }
    this.three.outputColorSpace = SRGBColorSpace;
    this.three.toneMapping = AgXToneMapping;
    this.three.toneMappingExposure = 1.18;
    this.three.shadowMap.type = PCFShadowMap;
    // Drawn again when the sun or what throws them has moved, not with each step of the camera.
    this.three.shadowMap.autoUpdate = false;
    this.three.info.autoReset = false;
  }

  get pixelRatio(): number {
    return this.#pixelRatio;
  }

  /** @param pixelRatio device pixels for one CSS pixel */
  setSize(width: number, height: number, pixelRatio: number): void {
    // Setting a size, even the same, throws the drawing buffer away.
    if (width === this.#width && height === this.#height && pixelRatio === this.#pixelRatio) return;
    this.#width = width;
    this.#height = height;
    this.#pixelRatio = pixelRatio;
    this.three.setDrawingBufferSize(width, height, pixelRatio);
  }

  /** Draws a picture of one pixel, for which the graphics card makes ready all that the real one needs. */
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
    return { draws: info.render.calls, triangles: info.render.triangles };
  }

  /**
   * Hands the shaders of everything in a scene to the graphics card, which makes them while the page goes on. What is
   * there already costs nothing.
   */
  compile(scene: Scene, camera: Camera): void {
    if (!this.isLost) this.three.compile(scene, camera);
  }

  /** Reads what the card tells of each shader. Asked for by the first draw it would make the page wait, one by one. */
  readShaders(): void {
    if (this.isLost) return;
    for (const program of (this.three.info.programs ?? []) as unknown as readonly ShaderProgram[]) {
      program.getUniforms();
      program.getAttributes();
    }
  }

  /**
   * Resolves when the graphics card has done all that it was told to so far, without making the page wait; also when it
   * takes longer than five seconds, the context is lost or the signal aborts.
   */
  async finished(signal: AbortSignal): Promise<void> {
    const gl = this.three.getContext() as WebGL2RenderingContext;
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
    // dispose alone keeps the context alive; a page has about 16 and the browser kills the oldest, used or not.
    this.three.forceContextLoss();
    this.canvas.remove();
  }
}

/** The answer is the same for a whole page. */
let isSoftware: boolean | undefined;

/** Asked before the real context is made, because smoothing has to be chosen then. */
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
