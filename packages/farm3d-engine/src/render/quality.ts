/** How much the picture may cost. */
export type QualityTier = 'low' | 'medium' | 'high';

/** What a tier allows. */
export interface QualitySettings {
  /** Upper limit of device pixels for one CSS pixel. */
  readonly maxPixelRatio: number;
  /** Pixels of the drawing buffer at rest and while something moves, in relation to that. */
  readonly restScale: number;
  readonly movingScale: number;
  /** Most pixels in the drawing buffer at rest and while something moves. */
  readonly restPixels: number;
  readonly movingPixels: number;
  readonly shadows: boolean;
  /** Whether both sides of film are drawn at once. */
  readonly singlePass: boolean;
  /** Side of the sun's shadow map, texels. */
  readonly shadowMapSize: number;
  /** Tufts of grass before the eye, five triangles each. */
  readonly tufts: number;
}

const UNLIMITED = { restScale: 1, movingScale: 1, restPixels: Infinity, movingPixels: Infinity };

export const QUALITY: Readonly<Record<QualityTier, QualitySettings>> = {
  // Coarse while it moves, finer than the screen at rest: that smooths edges without multisampling.
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
  },
  medium: {
    ...UNLIMITED,
    maxPixelRatio: 1.5,
    shadows: true,
    singlePass: false,
    shadowMapSize: 1024,
    tufts: 9_000,
  },
  high: {
    ...UNLIMITED,
    maxPixelRatio: 2,
    shadows: true,
    singlePass: false,
    shadowMapSize: 2048,
    tufts: 13_000,
  },
};

/**
 * Drawing buffer pixels for one CSS pixel.
 * @param width of the picture, CSS px
 * @param devicePixels of the screen for one CSS pixel
 */
export function pixelRatioFor(
  settings: QualitySettings,
  isMoving: boolean,
  width: number,
  height: number,
  devicePixels: number,
): number {
  const wanted =
    Math.min(devicePixels, settings.maxPixelRatio) * (isMoving ? settings.movingScale : settings.restScale);
  const most = isMoving ? settings.movingPixels : settings.restPixels;
  return Math.min(wanted, Math.sqrt(most / (width * height)));
}

/** Frames that decide; single slow ones (a texture upload) do not. */
const SAMPLE = 24;
/** Above this average the tier goes down, milliseconds. */
const SLOW_FRAME_MS = 40;

/** Scales of the drawing buffer while something moves, the next finer or coarser one at a time. */
export const MOTION_SCALES: readonly number[] = [1, 0.8, 0.65, 0.5];
/** Frames of one motion that decide about the scale. */
const SCALE_SAMPLE = 8;
/** Slower than this: coarser; quicker than this: finer again, milliseconds. */
const COARSER_MS = 24;
const FINER_MS = 14;

/**
 * Adapts the pixels of moving pictures to the machine: first these give way, then the tier. A picture at rest always has
 * all of its pixels.
 */
export class MotionScale {
  #step = 0;
  #sum = 0;
  #count = 0;

  /** 0.5 … 1, in relation to what the tier allows. */
  get scale(): number {
    return MOTION_SCALES[this.#step]!;
  }

  /** Whether there is nothing left to give. */
  get isExhausted(): boolean {
    return this.#step === MOTION_SCALES.length - 1;
  }

  /** @param intervalMs time between two frames in a row */
  sample(intervalMs: number): void {
    this.#sum += intervalMs;
    if (++this.#count < SCALE_SAMPLE) return;
    const average = this.#sum / this.#count;
    this.#sum = this.#count = 0;
    if (average > COARSER_MS && !this.isExhausted) this.#step++;
    else if (average < FINER_MS && this.#step > 0) this.#step--;
  }
}

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
