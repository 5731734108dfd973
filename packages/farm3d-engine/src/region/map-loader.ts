import { FarmError } from '../core/errors.ts';
import type { Locale } from '../core/messages.ts';
import type { MapProjection, ProjectionSpec } from '../geo/projection.ts';
import { GeoJsonClient, type GeoJsonClientOptions, type MapProgressListener } from './geojson.client.ts';
import type { LoadedMap } from './geojson.contract.ts';
import type { MapSource } from './region-map-types.ts';
import { namedIn } from './region-names.ts';

/** How a map is built. */
export interface MapPlan {
  readonly projection: MapProjection;
  /** null: not a projection of d3-geo. */
  readonly spec: ProjectionSpec | null;
}

/** Loads one map at a time: a new load aborts the running one. */
export class MapLoader {
  readonly #client: GeoJsonClient;
  readonly #lifetime = new AbortController();
  readonly #locale: Locale;
  readonly #onProgress: MapProgressListener;
  #loading: AbortController | undefined;

  /** @param locale language of the regions' names, if a map has several */
  constructor(options: GeoJsonClientOptions, locale: Locale, onProgress: MapProgressListener) {
    this.#client = new GeoJsonClient(options);
    this.#locale = locale;
    this.#onProgress = onProgress;
  }

  get workerCount(): number {
    return this.#client.workerCount;
  }

  /**
   * @param until awaited besides the map
   * @throws FarmError `aborted`, `disposed`, `map-…` or `worker-…`
   */
  async load(
    source: MapSource,
    plan: MapPlan,
    until: Promise<void>,
    callerSignal: AbortSignal | undefined,
  ): Promise<LoadedMap> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const signal = AbortSignal.any([
      loading.signal,
      this.#lifetime.signal,
      ...(callerSignal ? [callerSignal] : []),
    ]);
    try {
      const map = await this.#client.load({
        source,
        ...plan,
        signal,
        onProgress: (phase, ratio) => {
          if (!signal.aborted) this.#onProgress(phase, ratio);
        },
      });
      await until;
      if (signal.aborted) throw new FarmError('aborted', {}, { cause: signal.reason });
      return namedIn(map, this.#locale);
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  /** Aborts the running load. */
  abort(): void {
    this.#loading?.abort();
  }

  dispose(): void {
    this.#lifetime.abort(new FarmError('disposed'));
    this.#loading?.abort();
    this.#client.dispose();
  }
}
