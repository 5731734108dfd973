import { check } from '../core/check.ts';
import { checkBoolean, checkObject } from '../core/check-fields.ts';

/** Options of snapping. */
export interface SnapOptions {
  /** Whether snapping is on. Default false. Ctrl or ⌘ inverts it. */
  readonly isOn: boolean;
  /** Grid of positions, world metres. Default 0.5. */
  readonly grid: number;
  /** Step of rotations, radians. Default 15°. */
  readonly angle: number;
  /** Step of scales. Default 0.1. */
  readonly scale: number;
  /** Whether an object that is moved stands on the surface below it, on benches too. Default true. */
  readonly surface: boolean;
}

/** Default options: off; 0.5 m, 15°, 0.1, on surfaces. */
const SNAP_DEFAULTS: SnapOptions = {
  isOn: false,
  grid: 0.5,
  angle: Math.PI / 12,
  scale: 0.1,
  surface: true,
};

/** Modifier keys of an event. */
export interface HeldKeys {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The present snapping options. */
export class Snapping {
  #options = SNAP_DEFAULTS;

  get options(): SnapOptions {
    return this.#options;
  }

  /** @throws FarmError `invalid-argument` for a step that is not above 0. */
  set(options: Partial<SnapOptions>): void {
    checkObject('snap', options);
    const next = { ...this.#options, ...options };
    for (const step of ['grid', 'angle', 'scale'] as const) {
      check(next[step] > 0 && Number.isFinite(next[step]), `snap.${step}`, next[step]);
    }
    for (const part of ['isOn', 'surface'] as const) checkBoolean(`snap.${part}`, next[part]);
    this.#options = next;
  }

  /** Whether an event is snapped. */
  isOnFor({ ctrlKey, metaKey }: HeldKeys): boolean {
    return this.#options.isOn !== (ctrlKey || metaKey);
  }
}

/** The nearest multiple of a step, without the rounding error of the product: 0.3, not 0.30000000000000004. */
export function roundTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(9)) + 0;
}
