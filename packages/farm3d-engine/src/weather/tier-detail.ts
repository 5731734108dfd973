import type { Object3D } from 'three';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { DetailOptions } from './detail/detail-options.ts';
import type { SceneDetail } from './detail/scene-detail.ts';

/** The effects of the present tier: fetched, compiled and shown when a tier has them, hidden when it has none. */
export class TierDetail {
  readonly #context: ViewerContext;
  readonly #options: DetailOptions | false;
  readonly #companions: () => readonly Object3D[];
  readonly #changed: () => void;
  #detail: SceneDetail | undefined;
  #fetched: Promise<SceneDetail | undefined> | undefined;
  #ready: Promise<void> = Promise.resolve();

  /**
   * @param companions objects whose shaders are compiled with the effects
   * @param changed called after the effects were shown or hidden
   */
  constructor(
    context: ViewerContext,
    options: DetailOptions | false,
    companions: () => readonly Object3D[],
    changed: () => void,
  ) {
    this.#context = context;
    this.#options = options;
    this.#companions = companions;
    this.#changed = changed;
    context.on('quality-changed', () => this.follow());
  }

  /** Resolves when the effects of the present tier are there. Never rejects: without them the scene is plainer. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** The effects, if they are shown. */
  get shown(): SceneDetail | undefined {
    return this.#detail?.tier ? this.#detail : undefined;
  }

  /** Shows what the present tier has. */
  follow(): void {
    if (this.#context.tier === 'low') this.#show();
    else if (this.#options !== false) this.#ready = this.#raise(this.#options);
  }

  /** Not before the first frame, which it would delay; frames go on meanwhile. */
  async #raise(options: DetailOptions): Promise<void> {
    await this.#context.firstFrame;
    if (this.#context.isDetached) return;
    this.#fetched ??= fetchDetail(this.#context, options);
    const detail = await this.#fetched;
    if (!detail) {
      // Without the file (a page that was built anew meanwhile) the next change of the tier tries again.
      this.#fetched = undefined;
      return;
    }
    const { tier } = this.#context;
    if (tier !== 'low' && tier !== detail.tier) await detail.prepare(tier, this.#companions());
    if (this.#context.isDetached) return;
    this.#detail = detail;
    // What a change to another tier meanwhile needs, its own call compiles.
    if (this.#context.tier === tier || this.#context.tier === 'low') this.#show();
  }

  #show(): void {
    if (!this.#detail) return;
    const { tier } = this.#context;
    this.#detail.tier = tier === 'low' ? null : tier;
    this.#changed();
  }
}

async function fetchDetail(context: ViewerContext, options: DetailOptions): Promise<SceneDetail | undefined> {
  const code = await import('./detail/scene-detail.ts').catch(() => undefined);
  return code?.SceneDetail.create(context, options);
}
