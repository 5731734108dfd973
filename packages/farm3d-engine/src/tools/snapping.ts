import { FarmError } from '../core/errors.ts';

/** How dragged things are drawn to round places. */
export interface SnapOptions {
  /** Default false. While Ctrl or ⌘ is held it is the other way round. */
  readonly isOn: boolean;
  /** Places that things are moved to, metres apart in the world. Default 0.5. */
  readonly grid: number;
  /** Steps in which things are turned, radians. Default 15°. */
  readonly angle: number;
  /** Steps in which things are scaled. Default 0.1. */
  readonly scale: number;
  /** Whether what is moved over the floor stands on it, on benches of soil as well. Default true. */
  readonly surface: boolean;
}

/** What snapping is until it is set: off; half a metre, 15°, a tenth, standing on surfaces. */
const SNAP_DEFAULTS: SnapOptions = {
  isOn: false,
  grid: 0.5,
  angle: Math.PI / 12,
  scale: 0.1,
  surface: true,
};

/** What an event says about the keys that are held. */
export interface HeldKeys {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The settings as the person has them now, told to whoever drags. */
export class Snapping {
  #options = SNAP_DEFAULTS;

  get options(): SnapOptions {
    return this.#options;
  }

  /** @throws FarmError `invalid-argument` when a step is not above 0. */
  set(options: Partial<SnapOptions>): void {
    const next = { ...this.#options, ...options };
    for (const step of ['grid', 'angle', 'scale'] as const) {
      if (!(next[step] > 0 && Number.isFinite(next[step])))
        throw new FarmError('invalid-argument', { reason: `snap.${step}` });
    }
    this.#options = next;
  }

  /** Whether an event is to be drawn to round places. */
  isOnFor({ ctrlKey, metaKey }: HeldKeys): boolean {
    return this.#options.isOn !== (ctrlKey || metaKey);
  }
}

/** The nearest multiple of a step, without the noise of the product: 0.3, not 0.30000000000000004. */
export function roundTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(9)) + 0;
}
