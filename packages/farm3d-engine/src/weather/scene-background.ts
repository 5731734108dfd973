import { Color, EquirectangularReflectionMapping, type Fog, type Texture } from 'three';
import { check } from '../core/check.ts';
import { checkCssColor, checkObject } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';

/**
 * What is around a scene: `surroundings`, the engine's own sky, ground, grass and hills; `sky` alone; a plain CSS colour;
 * or an equirectangular HDR image (`.hdr`), which gives light and reflections as well.
 */
export type Background = 'surroundings' | 'sky' | { readonly color: string } | { readonly hdr: string };

/** Farther than anything: the fog of a background that is not the sky begins here, metres. */
const NO_FOG = 1e8;

/**
 * Replaces what is around a scene, for a product page or a presentation. Rain, snow and clouds of a `SceneWeather` stay.
 * `dispose` restores the surroundings.
 * @example
 * const background = new SceneBackground(viewer);
 * await background.set({ color: '#f4f4f2' });
 */
export class SceneBackground implements IDisposable {
  readonly #context: ViewerContext;
  #current: Background = 'surroundings';
  #texture: Texture | undefined;
  #change = 0;

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer) {
    const context = viewer.use({ detach: () => this.#show('surroundings') });
    this.#context = context;
    context.own(
      context.surroundings.environment.alsoBake(() => {
        if (this.#texture) context.scene.environment = this.#texture;
      }),
    );
    context.onBeforeRender(() => this.#clearFog());
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
  }

  /** What is shown. Default `surroundings`. */
  get current(): Background {
    return this.#current;
  }

  /**
   * Shows something else. The previous background stays until an image is loaded; a later call replaces one that loads.
   * @throws FarmError `disposed`, `invalid-argument`; `model-network` if the image cannot be loaded
   */
  async set(background: Background): Promise<void> {
    if (this.isDisposed) throw new FarmError('disposed');
    checkBackground(background);
    const change = ++this.#change;
    const isImage = typeof background === 'object' && 'hdr' in background;
    const texture = isImage ? await loadHdr(background.hdr) : undefined;
    if (this.isDisposed || change !== this.#change) texture?.dispose();
    else this.#show(background, texture);
  }

  /** Restores the surroundings. A second call has no effect. */
  dispose(): void {
    this.#context.detach();
  }

  #show(background: Background, texture?: Texture): void {
    const { scene, surroundings } = this.#context;
    this.#current = background;
    this.#texture?.dispose();
    this.#texture = texture;
    surroundings.sky.mesh.visible = typeof background === 'string';
    for (const object of surroundings.land) object.visible = background === 'surroundings';
    const color = typeof background === 'object' && 'color' in background ? background.color : undefined;
    scene.background = texture ?? (color === undefined ? null : new Color(color));
    // Sets the distances of the fog, which the present background may have cleared.
    surroundings.apply(surroundings.atmosphere);
    this.#context.rebakeEnvironment();
  }

  #clearFog(): void {
    const fog = this.#context.scene.fog as Fog | null;
    if (typeof this.#current !== 'object' || !fog) return;
    fog.near = NO_FOG;
    fog.far = 2 * NO_FOG;
  }
}

/** @throws FarmError `invalid-argument` */
function checkBackground(background: Background): void {
  if (background === 'surroundings' || background === 'sky') return;
  checkObject('background', background);
  const { color, hdr } = background as { color?: unknown; hdr?: unknown };
  if (hdr === undefined) checkCssColor('background.color', color);
  else check(typeof hdr === 'string', 'background.hdr', hdr);
}

async function loadHdr(path: string): Promise<Texture> {
  try {
    const { HDRLoader } = await import('three/examples/jsm/loaders/HDRLoader.js');
    const texture = await new HDRLoader().loadAsync(path);
    texture.mapping = EquirectangularReflectionMapping;
    return texture;
  } catch (error) {
    throw FarmError.from(error, 'model-network', { path });
  }
}
