/** Quality tier of rendering. */
export type QualityTier = 'low' | 'medium' | 'high';

/** Settings of a tier. */
export interface QualitySettings {
  /** Upper limit of device pixels per CSS pixel. */
  readonly maxPixelRatio: number;
  /** Scale of the drawing buffer at rest and while something moves. */
  readonly restScale: number;
  readonly movingScale: number;
  /** Maximum pixels of the drawing buffer at rest and while something moves. */
  readonly restPixels: number;
  readonly movingPixels: number;
  readonly shadows: boolean;
  /** Whether both sides of film are drawn in one pass. */
  readonly singlePass: boolean;
  /** Side of the sun's shadow map, texels. */
  readonly shadowMapSize: number;
  /** Tufts of grass, five triangles each. */
  readonly tufts: number;
  /** Whether surfaces reflect the sky, as their roughness says; else they are matt and lit by its mean colours. */
  readonly reflections: boolean;
}

const UNLIMITED = { restScale: 1, movingScale: 1, restPixels: Infinity, movingPixels: Infinity };

export const QUALITY: Readonly<Record<QualityTier, QualitySettings>> = {
  // Coarser than the screen in motion and finer at rest: supersampling replaces multisampling.
  low: {
    maxPixelRatio: 1,
    restScale: 1.5,
    movingScale: 0.8,
    restPixels: 4_000_000,
    movingPixels: 1_000_000,
    shadows: false,
    singlePass: true,
    shadowMapSize: 0,
    tufts: 0,
    reflections: false,
  },
  medium: {
    ...UNLIMITED,
    maxPixelRatio: 1.5,
    shadows: true,
    singlePass: false,
    shadowMapSize: 1024,
    tufts: 9_000,
    reflections: true,
  },
  high: {
    ...UNLIMITED,
    maxPixelRatio: 2,
    shadows: true,
    singlePass: false,
    shadowMapSize: 2048,
    tufts: 13_000,
    reflections: true,
  },
};

/**
 * Pixels of the drawing buffer per CSS pixel.
 * @param width of the viewport, CSS px
 * @param devicePixels of the screen per CSS pixel
 */
export function pixelRatioFor(
  settings: QualitySettings,
  isMoving: boolean,
  width: number,
  height: number,
  devicePixels: number,
): number {
  const ratio =
    Math.min(devicePixels, settings.maxPixelRatio) * (isMoving ? settings.movingScale : settings.restScale);
  const maxPixels = isMoving ? settings.movingPixels : settings.restPixels;
  return Math.min(ratio, Math.sqrt(maxPixels / (width * height)));
}

/** Number of frames that are averaged, so that a single slow one (a texture upload) does not count. */
const SAMPLE = 24;
/** Above this average the tier is lowered, milliseconds. */
const SLOW_FRAME_MS = 40;

/** Scales of the drawing buffer in motion; changed one step at a time. */
export const MOTION_SCALES: readonly number[] = [1, 0.8, 0.65, 0.5];
/** Frames of one motion that are averaged for the scale. */
const SCALE_SAMPLE = 8;
/** Slower average: coarser; faster average: finer, milliseconds. */
const COARSER_MS = 24;
const FINER_MS = 14;

/**
 * Adapts the resolution in motion to the machine: first the resolution is lowered, then the tier. Frames at rest always
 * have full resolution.
 */
export class MotionScale {
  #step: number;
  #sum = 0;
  #count = 0;

  /** @param isSlow begins one step above the last: a view that answers comes before one that is sharp */
  constructor(isSlow = false) {
    this.#step = isSlow ? MOTION_SCALES.length - 2 : 0;
  }

  /** 0.5 … 1, relative to the limit of the tier. */
  get scale(): number {
    return MOTION_SCALES[this.#step]!;
  }

  /** Whether the scale is at its minimum. */
  get isExhausted(): boolean {
    return this.#step === MOTION_SCALES.length - 1;
  }

  /** @param intervalMs time between two consecutive frames */
  sample(intervalMs: number): void {
    this.#sum += intervalMs;
    if (++this.#count < SCALE_SAMPLE) return;
    const average = this.#sum / this.#count;
    this.#sum = this.#count = 0;
    if (average > COARSER_MS && !this.isExhausted) this.#step++;
    else if (average < FINER_MS && this.#step > 0) this.#step--;
  }
}

/** Chooses a tier: starts from the kind of renderer and lowers it by measured frame times, never raises it. */
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

  /** @param intervalMs time between two consecutive frames. @returns whether the tier changed */
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
