import type { FarmViewer } from 'farm3d-engine';
import type { GeoPosition, SceneWeather, WeatherKind, WeatherSource } from 'farm3d-engine/weather';

/** Sky and weather in the viewer. Their code is fetched with the first of them. */
export class WeatherEffect {
  #viewer: FarmViewer | undefined;
  #weather: SceneWeather | undefined;
  /** Position of the scene: the sun follows the clock there. Undefined: the default morning. */
  #position: GeoPosition | undefined;
  /** Grows with every request for weather: code that arrives for an earlier one is not used. */
  #request = 0;

  readonly attach = (viewer: FarmViewer): (() => void) => {
    this.#viewer = viewer;
    return () => {
      // The viewer disposes the weather in it.
      this.#request += 1;
      this.#weather = undefined;
      this.#viewer = undefined;
    };
  };

  /** Light and sky of the clock at a position, from now on. Undefined: the default morning. */
  async followClock(position: GeoPosition | undefined): Promise<void> {
    this.#position = position;
    // The higher tiers have effects of their own under the default sky, too.
    const isWanted = position !== undefined || (this.#viewer && this.#viewer.quality !== 'low');
    const weather = isWanted ? await this.#create() : this.#weather;
    if (weather && this.#position === position) weather.setTime(position ? 'auto' : null, position);
  }

  /** @param range radius of precipitation around the camera, metres; default: the engine's */
  async setWeather(kind: WeatherKind, source: WeatherSource, range?: number): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    const weather = await this.#create();
    if (!weather || request !== this.#request) return;
    weather.ambientMotion = true;
    await weather.set(kind, { source, ...(range === undefined ? {} : { range }) });
  }

  /** @param wind measured, m/s; null: not measured */
  async setWind(wind: number | null): Promise<void> {
    const weather = await this.#create();
    // What no anemometer reports is an error of the report, not a storm.
    if (weather) weather.wind = wind !== null && wind >= 0 && wind <= 60 ? wind : null;
  }

  /** Shows the default sky again. */
  async clearWeather(): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    await this.#weather?.clear();
    if (request !== this.#request || !this.#weather) return;
    // A still sky needs no frames.
    this.#weather.ambientMotion = false;
  }

  /** @returns undefined when the viewer went away meanwhile */
  async #create(): Promise<SceneWeather | undefined> {
    const { SceneWeather: Weather } = await import('farm3d-engine/weather');
    if (!this.#viewer) return undefined;
    if (!this.#weather) {
      this.#weather = new Weather(this.#viewer, { ambientMotion: false });
      if (this.#position) this.#weather.setTime('auto', this.#position);
    }
    return this.#weather;
  }
}
