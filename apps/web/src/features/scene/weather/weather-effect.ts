import type { FarmViewer } from 'farm3d-engine';
import type { SceneWeather, WeatherKind, WeatherSource } from 'farm3d-engine/weather';

/** Weather in the viewer. Its code is fetched with the first weather. */
export class WeatherEffect {
  #viewer: FarmViewer | undefined;
  #weather: SceneWeather | undefined;
  /** Grows with every request: code that arrives for an earlier one is not used. */
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

  /** @param range radius of precipitation around the camera, metres; default: the engine's */
  async setWeather(kind: WeatherKind, source: WeatherSource, range?: number): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    const { SceneWeather: Weather } = await import('farm3d-engine/weather');
    if (!this.#viewer || request !== this.#request) return;
    this.#weather ??= new Weather(this.#viewer);
    await this.#weather.set(kind, { source, ...(range === undefined ? {} : { range }) });
  }

  /** Shows the default sky again and disposes the weather. */
  async clearWeather(): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    await this.#weather?.clear();
    if (request !== this.#request) return;
    this.#weather?.dispose();
    this.#weather = undefined;
  }
}
