/** How much the picture may cost. */
export type QualityTier = 'low' | 'medium' | 'high';

/** What a tier allows. */
export interface QualitySettings {
  /** Upper limit of device pixels for one CSS pixel. */
  readonly maxPixelRatio: number;
  readonly shadows: boolean;
  /** Side of the sun's shadow map, texels. */
  readonly shadowMapSize: number;
  /** Reflections of the sky in metal and film. */
  readonly environment: boolean;
}

export const QUALITY: Readonly<Record<QualityTier, QualitySettings>> = {
  low: { maxPixelRatio: 1, shadows: false, shadowMapSize: 0, environment: true },
  medium: { maxPixelRatio: 1.5, shadows: true, shadowMapSize: 1024, environment: true },
  high: { maxPixelRatio: 2, shadows: true, shadowMapSize: 2048, environment: true },
};

/** Frames that decide; single slow ones (a texture upload) do not. */
const SAMPLE = 24;
/** Above this average the tier goes down, milliseconds. */
const SLOW_FRAME_MS = 40;

/** Chooses a tier from measured frame times: starts from what the machine looks like and only ever goes down. */
export class QualityGovernor {
  #tier: QualityTier;
  #sum = 0;
  #count = 0;

  constructor(isSoftware: boolean) {
    this.#tier = isSoftware ? 'low' : 'high';
  }

  get tier(): QualityTier {
    return this.#tier;
  }

  /** @param intervalMs time between two frames in a row. @returns whether the tier changed. */
  sample(intervalMs: number): boolean {
    if (this.#tier === 'low') return false;
    this.#sum += intervalMs;
    if (++this.#count < SAMPLE) return false;
    const average = this.#sum / this.#count;
    this.#sum = 0;
    this.#count = 0;
    if (average <= SLOW_FRAME_MS) return false;
    this.#tier = this.#tier === 'high' ? 'medium' : 'low';
    return true;
  }
}
