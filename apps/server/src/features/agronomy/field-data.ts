import {
  type AppliedWater,
  appliedWater,
  type CropHour,
  localDate,
  type RainDay,
  type Reason,
  reason,
  type SoilDepth,
  type WeatherHour,
} from '@farm3d/agronomy';
import type { DeviceRepository, DeviceRow } from '../devices/repository.ts';
import { distanceKm, WEATHER_STATION_TYPE } from '../weather/station-weather.ts';
import type { Bucket, HourlyReadings } from './hourly-readings.ts';
import type { Plot } from './plot.ts';
import { type Quantity, quantityOf } from './quantities.ts';

/** A weather station farther away than this is not used, km. */
const MAX_KM = 50;
/** Most weather stations, and most devices of a plot, that are read. */
const MAX_STATIONS = 3;
const MAX_DEVICES = 40;
/** Leaves count as wet from this share of the sensor's surface, %. */
const WET_SHARE = 50;
const HOUR_MS = 3_600_000;
/** Quantities whose daily extremes are those of the readings. */
const EXTREMES: ReadonlySet<Quantity['kind']> = new Set(['temperature', 'humidity']);

/** The device of a quantity. */
interface Source {
  readonly quantity: Quantity['kind'];
  readonly deviceId: string;
  readonly deviceName: string;
  readonly keys: readonly string[];
  readonly simulated: boolean;
  /** Null when one of the positions is unknown. */
  readonly distanceKm: number | null;
}

/** Soil, weather and water of a plot in a period. */
export interface FieldData {
  readonly weather: readonly WeatherHour[];
  /** For diseases: air above the crop with leaf wetness and soil temperature. */
  readonly cropHours: readonly CropHour[];
  readonly soil: readonly SoilDepth[];
  /** The newest reading of each depth. */
  readonly soilNow: readonly { depth: number; value: number; unit: 'percent' | 'relative'; ts: number }[];
  readonly rain: readonly RainDay[];
  /** Catches of the insect trap, the largest count of each local day. */
  readonly insects: readonly { date: string; count: number }[];
  /** Applied water by the plot's own meter or valve; null without one. */
  readonly water: AppliedWater | null;
  /** Daily means of each depth of every probe of the plot, m³/m³ or % of field capacity. */
  readonly probes: readonly {
    depth: number;
    unit: 'percent' | 'relative';
    days: readonly { date: string; value: number }[];
  }[];
  /** Whether the radiation was measured in the greenhouse. */
  readonly radiationInside: boolean;
  readonly sources: readonly Source[];
  /** Substitutions that were made. */
  readonly notes: readonly Reason[];
}

interface Candidate {
  readonly row: DeviceRow;
  readonly quantities: readonly { key: string; quantity: Quantity }[];
  readonly distanceKm: number | null;
}

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
    const all = candidates.flatMap(({ quantities }) => quantities);
    const buckets = await this.#readings.buckets(
      candidates.map(({ row }) => row.key),
      all.map(({ key }) => key),
      range,
      undefined,
      all.flatMap(({ key, quantity }) => (EXTREMES.has(quantity.kind) ? [key] : [])),
    );
    return { ...settle(plot, candidates, buckets), water: await this.#water(plot, candidates, range) };
  }

  /**
   * Water of the plot's own meter, else of its valve, else of a device that its configuration names. The valve of
   * another plot in the same scene is not used.
   */
  async #water(
    plot: Plot,
    candidates: readonly Candidate[],
    range: { startTs: number; endTs: number },
  ): Promise<AppliedWater | null> {
    const own = [plot.meterId, plot.valveId, ...plot.ownDeviceIds];
    for (const kind of ['waterTotal', 'flow'] as const) {
      for (const id of own) {
        const candidate = candidates.find(({ row }) => row.id === id);
        const key = candidate?.quantities.find(({ quantity }) => quantity.kind === kind)?.key;
        if (!candidate || key === undefined) continue;
        const samples = await this.#readings.samples(candidate.row.key, key, range);
        const water = appliedWater({
          ...(kind === 'flow' ? { flow: samples } : { totals: samples }),
          timeZone: plot.timeZone,
        });
        if (water) return water;
      }
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

/** Buckets by key of the first candidate that has values of the quantity. */
type Chosen = { candidate: Candidate; byKey: Map<string, Bucket[]> } | null;

function settle(
  plot: Plot,
  candidates: readonly Candidate[],
  buckets: readonly Bucket[],
): Omit<FieldData, 'water'> {
  const byDevice = new Map<number, Map<string, Bucket[]>>();
  for (const bucket of buckets) {
    let keys = byDevice.get(bucket.device);
    if (!keys) byDevice.set(bucket.device, (keys = new Map<string, Bucket[]>()));
    const list = keys.get(bucket.key);
    if (list) list.push(bucket);
    else keys.set(bucket.key, [bucket]);
  }
  const sources: Source[] = [];
  const choose = (kind: Quantity['kind'], fits: (quantity: Quantity) => boolean = () => true): Chosen => {
    for (const candidate of candidates) {
      const own = byDevice.get(candidate.row.key);
      const wanted = candidate.quantities.filter(
        ({ key, quantity }) => quantity.kind === kind && fits(quantity) && own?.has(key),
      );
      if (wanted.length === 0) continue;
      sources.push({
        quantity: kind,
        deviceId: candidate.row.id,
        deviceName: candidate.row.name,
        keys: wanted.map(({ key }) => key),
        simulated: candidate.row.simulated,
        distanceKm: candidate.distanceKm,
      });
      return { candidate, byKey: new Map(wanted.map(({ key }) => [key, own?.get(key) ?? []])) };
    }
    return null;
  };
  const inside = (wanted: boolean) => (quantity: Quantity) =>
    'indoors' in quantity && quantity.indoors === wanted;
  const notes: Reason[] = [];
  /** The climate in the greenhouse where it is measured. */
  const climate = (kind: 'temperature' | 'humidity'): Chosen => {
    if (plot.environment === 'field') return choose(kind, inside(false));
    const indoors = choose(kind, inside(true));
    if (indoors) return indoors;
    const outdoors = choose(kind, inside(false));
    if (outdoors && kind === 'temperature') notes.push(reason('no_indoor_climate', kind));
    return outdoors;
  };

  const weather = new Map<number, WeatherHour>();
  const crop = new Map<number, CropHour>();
  const put = <Hour extends { ts: number }>(
    into: Map<number, Hour>,
    chosen: Chosen,
    write: (bucket: Bucket) => Partial<Hour>,
  ): void => {
    for (const bucket of chosen ? [...chosen.byKey.values()].flat() : []) {
      const hour = into.get(bucket.ts) ?? ({ ts: bucket.ts } as Hour);
      into.set(bucket.ts, Object.assign(hour, write(bucket)));
    }
  };
  const temperature = climate('temperature');
  const humidity = climate('humidity');
  // In a greenhouse no rain falls on the plot.
  const rain = plot.environment === 'field' ? choose('rain') : null;
  put(weather, temperature, ({ median, low, high }) => ({ t: median, tMin: low, tMax: high }));
  put(weather, humidity, ({ median, low, high }) => ({ rh: median, rhMin: low, rhMax: high }));
  // Radiation measured in the greenhouse is used as it is; that of an outdoor station is reduced by the
  // transmissivity of the cover.
  const light = (plot.environment === 'greenhouse' && choose('radiation', inside(true))) || null;
  put(weather, light ?? choose('radiation', inside(false)), ({ mean }) => ({ radiation: mean }));
  put(weather, choose('wind'), ({ mean }) => ({ wind: mean }));
  put(weather, rain, ({ mean }) => ({ rain: mean }));
  put(crop, temperature, ({ median }) => ({ t: median }));
  put(crop, humidity, ({ median }) => ({ rh: median }));
  put(crop, choose('leafWetness'), ({ median }) => ({ wet: median >= WET_SHARE }));
  put(crop, rain, ({ mean }) => ({ rain: mean }));
  const soilT = choose('soilTemperature');
  const [highest] =
    soilT?.candidate.quantities.filter(({ quantity }) => quantity.kind === 'soilTemperature') ?? [];
  if (soilT && highest) {
    put(
      crop,
      { ...soilT, byKey: new Map([[highest.key, soilT.byKey.get(highest.key) ?? []]]) },
      ({ median }) => ({
        soilT: median,
      }),
    );
  }
  const moisture = choose('soilMoisture');
  const insects = choose('insects');
  return {
    weather: inOrder(weather),
    cropHours: inOrder(crop),
    ...soilOf(moisture),
    rain: byDay(rain, plot.timeZone, (day, { mean }) => day + mean).map(([date, mm]) => ({ date, mm })),
    insects: byDay(insects, plot.timeZone, (day, { median }) => Math.max(day, median)).map(
      ([date, count]) => ({
        date,
        count,
      }),
    ),
    probes: probesOf(plot, candidates, byDevice),
    radiationInside: light !== null,
    sources,
    notes,
  };
}

const inOrder = <Hour extends { ts: number }>(hours: ReadonlyMap<number, Hour>): Hour[] =>
  [...hours.values()].sort((a, b) => a.ts - b.ts);

function soilOf(chosen: Chosen): Pick<FieldData, 'soil' | 'soilNow'> {
  const soil: SoilDepth[] = [];
  const soilNow: FieldData['soilNow'][number][] = [];
  for (const { key, quantity } of chosen?.candidate.quantities ?? []) {
    const buckets = chosen?.byKey.get(key);
    const newest = buckets?.at(-1);
    if (quantity.kind !== 'soilMoisture' || !buckets || !newest) continue;
    const { depth } = quantity;
    const unit = quantity.relative ? 'relative' : 'percent';
    soil.push({ depth, unit, points: buckets.map(({ last, median }) => [last, median] as const) });
    soilNow.push({ depth, unit, value: newest.median, ts: newest.last });
  }
  return { soil, soilNow: soilNow.sort((a, b) => a.depth - b.depth) };
}

/** All probes of the plot: several devices and depths are more accurate than one. */
function probesOf(
  plot: Plot,
  candidates: readonly Candidate[],
  byDevice: ReadonlyMap<number, ReadonlyMap<string, readonly Bucket[]>>,
): FieldData['probes'] {
  const probes: FieldData['probes'][number][] = [];
  const depths = new Set<number>();
  const own = new Set(plot.deviceIds);
  for (const { row, quantities } of candidates) {
    if (own.size > 0 && !own.has(row.id)) continue;
    for (const { key, quantity } of quantities) {
      const buckets = byDevice.get(row.key)?.get(key);
      // Of two probes of one depth the first that the configuration names.
      if (quantity.kind !== 'soilMoisture' || !buckets || depths.has(quantity.depth)) continue;
      depths.add(quantity.depth);
      const days = new Map<string, { total: number; count: number }>();
      for (const { last, median } of buckets) {
        const date = localDate(last, plot.timeZone);
        const day = days.get(date) ?? { total: 0, count: 0 };
        days.set(date, { total: day.total + median, count: day.count + 1 });
      }
      probes.push({
        depth: quantity.depth,
        unit: quantity.relative ? 'relative' : 'percent',
        days: [...days]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([date, { total, count }]) => ({ date, value: total / count })),
      });
    }
  }
  return probes.sort((a, b) => a.depth - b.depth);
}

function byDay(
  chosen: Chosen,
  timeZone: string,
  add: (day: number, bucket: Bucket) => number,
): [date: string, value: number][] {
  const days = new Map<string, number>();
  for (const bucket of chosen ? [...chosen.byKey.values()].flat() : []) {
    const date = localDate(Math.min(bucket.ts + HOUR_MS / 2, bucket.last), timeZone);
    days.set(date, add(days.get(date) ?? 0, bucket));
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1));
}
