import { check, invalidArgument } from '../core/check.ts';
import { checkRange } from '../core/check-fields.ts';
import { type GeoPosition, type SkyPosition, sunPosition } from './solar.ts';

/** The sun moves a quarter of a degree in this time, milliseconds. */
const CLOCK_MS = 60_000;

/** Position of the sun by a set time, or by the clock. */
export class SunClock {
  readonly #now: () => Date;
  readonly #moved: () => void;
  #sun: SkyPosition | null = null;
  #place: GeoPosition | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param moved called after each change of the position */
  constructor(now: () => Date, moved: () => void) {
    this.#now = now;
    this.#moved = moved;
  }

  /** Null: the default morning. */
  get sun(): SkyPosition | null {
    return this.#sun;
  }

  /**
   * @param time `auto`: follows the clock, once a minute; null: the default morning
   * @param place degrees; required once, then kept
   * @throws FarmError `invalid-argument`
   */
  set(time: Date | 'auto' | null, place: GeoPosition | undefined = this.#place): void {
    this.stop();
    if (time === null) {
      this.#move(null);
      return;
    }
    check(time === 'auto' || (time instanceof Date && !Number.isNaN(time.getTime())), 'time', time);
    if (!place) throw invalidArgument('position', place);
    checkRange('position.latitude', place.latitude, -90, 90);
    checkRange('position.longitude', place.longitude, -180, 180);
    const sun = sunPosition(time === 'auto' ? this.#now() : time, place);
    this.#place = place;
    if (time === 'auto')
      this.#timer = setInterval(() => {
        if (!document.hidden) this.#move(sunPosition(this.#now(), place));
      }, CLOCK_MS);
    this.#move(sun);
  }

  /** The sun stays where it is. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #move(sun: SkyPosition | null): void {
    this.#sun = sun;
    this.#moved();
  }
}
