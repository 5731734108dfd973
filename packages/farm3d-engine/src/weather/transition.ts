import { mixLooks, type WeatherLook } from './look.ts';

/** Interpolates from one look to another; a new target continues from the present state. */
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

  /** @param seconds 0: at once */
  goTo(look: WeatherLook, seconds: number): void {
    this.#from = this.#now;
    this.#to = look;
    this.#seconds = seconds;
    this.#elapsed = 0;
    if (seconds <= 0) this.#now = look;
  }

  /** @returns whether the target was reached in this step */
  advance(seconds: number): boolean {
    if (!this.isRunning) return false;
    this.#elapsed += seconds;
    const t = Math.min(1, this.#elapsed / this.#seconds);
    this.#now = t < 1 ? mixLooks(this.#from, this.#to, t * t * (3 - 2 * t)) : this.#to;
    return t === 1;
  }
}
