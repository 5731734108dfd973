import { mixLooks, type WeatherLook } from './look.ts';

/** From one look to another over a time; a new goal takes over from wherever it stands, without a jump. */
export class LookTransition {
  #from: WeatherLook;
  #to: WeatherLook;
  #now: WeatherLook;
  #seconds = 0;
  #elapsed = 0;

  constructor(look: WeatherLook) {
    this.#from = look;
    this.#to = look;
    this.#now = look;
  }

  get now(): WeatherLook {
    return this.#now;
  }

  get isRunning(): boolean {
    return this.#now !== this.#to;
  }

  /** @param seconds 0 is at once */
  goTo(look: WeatherLook, seconds: number): void {
    this.#from = this.#now;
    this.#to = look;
    this.#seconds = seconds;
    this.#elapsed = 0;
    if (seconds <= 0) this.#now = look;
  }

  /** @returns whether it arrived just now. */
  advance(seconds: number): boolean {
    if (!this.isRunning) return false;
    this.#elapsed += seconds;
    const t = Math.min(1, this.#elapsed / this.#seconds);
    this.#now = t < 1 ? mixLooks(this.#from, this.#to, t * t * (3 - 2 * t)) : this.#to;
    return t === 1;
  }
}
