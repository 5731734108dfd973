import type { AnswerOf, QueryOf, scenes } from '@farm3d/api';
import { platformNow } from '../../platform/clock.ts';
import type { ServerConfig } from '../../platform/config/settings.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { Logger } from '../../platform/logger.ts';
import { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import type { TelemetryQueries } from '../../platform/telemetry/queries.ts';
import type { AreaDirectory } from '../areas/area-directory.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { makeProvider, type WeatherPlace } from './providers.ts';
import type { Place } from './place.ts';
import { WEATHER_STATION_TYPE, weatherOf } from './station-weather.ts';
import { WeatherCache } from './weather-cache.ts';

/** Most weather stations of one organisation that are read. */
const MAX_STATIONS = 200;

/** Dependencies of the weather service. */
interface Dependencies {
  readonly config: Pick<ServerConfig, 'weather' | 'outgoingAllow'>;
  readonly log: Logger;
  readonly areas: Pick<AreaDirectory, 'cityName'>;
  readonly devices: Pick<DeviceRepository, 'list'>;
  readonly telemetry: Pick<TelemetryQueries, 'latest'>;
}

/** Weather at a place, by the configured provider, else by the organisation's own stations. */
export class WeatherService {
  readonly #needs: Dependencies;
  readonly #provider: WeatherCache | null;

  constructor(needs: Dependencies) {
    const { weather, outgoingAllow } = needs.config;
    this.#needs = needs;
    this.#provider = weather
      ? new WeatherCache(makeProvider(weather, new OutgoingCalls({ allow: outgoingAllow })), needs.log)
      : null;
  }

  /** @throws {HttpProblem} 400 naming the missing coordinate, or an unknown area */
  async at(
    organisationId: string,
    query: QueryOf<typeof scenes.weather>,
  ): Promise<AnswerOf<typeof scenes.weather>> {
    const { lat, lng } = query;
    if ((lat === undefined) !== (lng === undefined)) {
      throw new HttpProblem(400, 'field.invalid', { field: lat === undefined ? 'lat' : 'lng' });
    }
    const place =
      typeof lat === 'number' && typeof lng === 'number' ? { latitude: lat, longitude: lng } : null;
    const placeQuery = await this.#placeQuery(place, query);
    const fetched = placeQuery && (await this.#provider?.get(placeQuery));
    const source = this.#needs.config.weather?.name;
    if (!fetched || source === undefined) return this.#byStations(organisationId, place);
    const { at, ...report } = fetched;
    return { ...report, source, station: null, time: new Date(at), reason: null };
  }

  async #placeQuery(
    place: Place | null,
    { city, areaCode }: QueryOf<typeof scenes.weather>,
  ): Promise<WeatherPlace | null> {
    const cityName = city ?? (areaCode ? await this.#needs.areas.cityName(areaCode) : undefined);
    if (areaCode && cityName === undefined) throw new HttpProblem(400, 'user.area', { field: 'areaCode' });
    return place ?? (cityName === undefined ? null : { city: cityName, areaCode: areaCode || undefined });
  }

  async #byStations(organisationId: string, place: Place | null) {
    const { devices, telemetry } = this.#needs;
    const { items } = await devices.list(
      organisationId,
      { productTypeCode: WEATHER_STATION_TYPE },
      { offset: 0, limit: MAX_STATIONS },
    );
    const reports = await Promise.all(
      items.map(async (station) => ({ station, latest: await telemetry.latest(station.key) })),
    );
    return weatherOf(reports, place, platformNow());
  }
}
