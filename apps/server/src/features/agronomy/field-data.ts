import { type AppliedWater, appliedWater, type WeatherHour } from '@farm3d/agronomy';
import type { DeviceRepository, DeviceRow } from '../devices/repository.ts';
import { distanceKm } from '../weather/place.ts';
import { WEATHER_STATION_TYPE } from '../weather/station-weather.ts';
import { type Candidate, type FieldData, settle, waterSourcesOf } from './field-sources.ts';
import type { Bucket, HourlyReadings } from './hourly-readings.ts';
import type { Plot } from './plot.ts';
import { type Quantity, quantityOf } from './quantities.ts';

/** A weather station farther away than this is not used, km. */
const MAX_KM = 50;
/** Most weather stations, and most devices of a plot, that are read. */
const MAX_STATIONS = 3;
const MAX_DEVICES = 40;
/** Quantities whose daily extremes are those of the readings. */
const EXTREMES: ReadonlySet<Quantity['kind']> = new Set(['temperature', 'humidity']);

/** Reads the input of the calculations from the devices of a plot and of the nearest weather station. */
export class FieldDataReader {
  readonly #devices: DeviceRepository;
  readonly #readings: HourlyReadings;

  constructor(devices: DeviceRepository, readings: HourlyReadings) {
    this.#devices = devices;
    this.#readings = readings;
  }

  async read(
    organisationId: string,
    plot: Plot,
    range: { startTs: number; endTs: number },
    requestedDevice: DeviceRow | null,
  ): Promise<FieldData> {
    const candidates = await this.#candidates(organisationId, plot, requestedDevice);
    const buckets = await this.#buckets(candidates, range);
    return { ...settle(plot, candidates, buckets), water: await this.#water(plot, candidates, range) };
  }

  /** Weather of the plot in some periods, oldest first, by the devices that would measure it today. */
  async weather(
    organisationId: string,
    plot: Plot,
    ranges: readonly { startTs: number; endTs: number }[],
    requestedDevice: DeviceRow | null,
  ): Promise<readonly WeatherHour[]> {
    const candidates = await this.#candidates(organisationId, plot, requestedDevice);
    const hours = await Promise.all(
      ranges.map(async (range) => settle(plot, candidates, await this.#buckets(candidates, range)).weather),
    );
    return hours.flat();
  }

  #buckets(
    candidates: readonly Candidate[],
    range: { startTs: number; endTs: number },
  ): Promise<readonly Bucket[]> {
    const all = candidates.flatMap(({ quantities }) => quantities);
    return this.#readings.buckets(
      candidates.map(({ row }) => row.key),
      all.map(({ key }) => key),
      range,
      undefined,
      all.flatMap(({ key, quantity }) => (EXTREMES.has(quantity.kind) ? [key] : [])),
    );
  }

  /** Water by the best of the plot's own sources; null where none has a value. */
  async #water(
    plot: Plot,
    candidates: readonly Candidate[],
    range: { startTs: number; endTs: number },
  ): Promise<AppliedWater | null> {
    for (const { device, key, kind } of waterSourcesOf(plot, candidates)) {
      const samples = await this.#readings.samples(device, key, range);
      const water = appliedWater({
        ...(kind === 'flow' ? { flow: samples } : { totals: samples }),
        timeZone: plot.timeZone,
      });
      if (water) return water;
    }
    return null;
  }

  /** The requested device, the devices of the plot, then the stations by distance. */
  async #candidates(
    organisationId: string,
    plot: Plot,
    requestedDevice: DeviceRow | null,
  ): Promise<Candidate[]> {
    const water = [plot.meterId, plot.valveId].flatMap((id) => id ?? []);
    const ids = [...new Set([...water, ...plot.deviceIds])].slice(0, MAX_DEVICES);
    const page = (limit: number) => ({ offset: 0, limit });
    const [own, stations] = await Promise.all([
      ids.length === 0
        ? []
        : this.#devices.list(organisationId, { ids }, page(MAX_DEVICES)).then(({ items }) => items),
      this.#devices
        .list(organisationId, { productTypeCode: WEATHER_STATION_TYPE }, page(200))
        .then(({ items }) => items),
    ]);
    const order = new Map(ids.map((id, index) => [id, index]));
    own.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    const near = stations
      .map((row) => ({ row, km: kilometres(plot, row) }))
      // Where the position of the plot is known, stations without a position are left out.
      .filter(({ km }) => (km === null ? plot.latitude === null : km <= MAX_KM))
      .sort((a, b) => (a.km ?? MAX_KM) - (b.km ?? MAX_KM))
      .slice(0, MAX_STATIONS);
    const rows = new Map<string, DeviceRow>();
    for (const row of [
      ...(requestedDevice ? [requestedDevice] : []),
      ...own,
      ...near.map(({ row }) => row),
    ]) {
      if (!rows.has(row.id)) rows.set(row.id, row);
    }
    const known = await this.#readings.keys([...rows.values()].map(({ key }) => key));
    return [...rows.values()].map((row) => ({
      row,
      distanceKm: kilometres(plot, row),
      quantities: (known.get(row.key) ?? []).flatMap((key) => {
        const quantity = quantityOf(key);
        return quantity ? [{ key, quantity }] : [];
      }),
    }));
  }
}

function kilometres(plot: Plot, row: DeviceRow): number | null {
  const { latitude, longitude } = plot;
  if (latitude === null || longitude === null || row.latitude === null || row.longitude === null) return null;
  return distanceKm({ latitude, longitude }, { latitude: row.latitude, longitude: row.longitude });
}
