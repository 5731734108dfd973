import {
  type AppliedWater,
  type CropHour,
  localDate,
  type RainDay,
  type Reason,
  reason,
  type SoilDepth,
  type WeatherHour,
} from '@farm3d/agronomy';
import type { DeviceRow } from '../devices/repository.ts';
import type { Bucket } from './hourly-readings.ts';
import type { Plot } from './plot.ts';
import type { Quantity } from './quantities.ts';

/** Leaves count as wet from this share of the sensor's surface, %. */
const WET_SHARE = 50;

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

/** Readings of soil, weather and water of a plot in a period. */
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
  /** Daily means of each depth of every probe of the plot, % by volume or of field capacity; by depth. */
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

/** A device that may measure the plot, with what it reports. */
export interface Candidate {
  readonly row: DeviceRow;
  readonly quantities: readonly { key: string; quantity: Quantity }[];
  readonly distanceKm: number | null;
}

/** Devices of a plot, the requested one first, with the values of each quantity. */
class Candidates {
  readonly #candidates: readonly Candidate[];
  readonly #byDevice = new Map<number, Map<string, Bucket[]>>();
  /** Devices that were chosen. */
  readonly sources: Source[] = [];

  constructor(candidates: readonly Candidate[], buckets: readonly Bucket[]) {
    this.#candidates = candidates;
    for (const bucket of buckets) {
      let keys = this.#byDevice.get(bucket.device);
      if (!keys) this.#byDevice.set(bucket.device, (keys = new Map<string, Bucket[]>()));
      const list = keys.get(bucket.key);
      if (list) list.push(bucket);
      else keys.set(bucket.key, [bucket]);
    }
  }

  of(device: number): ReadonlyMap<string, readonly Bucket[]> | undefined {
    return this.#byDevice.get(device);
  }

  /** Adds a device to the sources, once for each quantity. */
  name(kind: Quantity['kind'], { row, distanceKm }: Candidate, keys: readonly string[]): void {
    if (this.sources.some(({ quantity, deviceId }) => quantity === kind && deviceId === row.id)) return;
    this.sources.push({
      quantity: kind,
      deviceId: row.id,
      deviceName: row.name,
      keys,
      simulated: row.simulated,
      distanceKm,
    });
  }

  /** The first candidate that has values of the quantity. */
  choose(kind: Quantity['kind'], fits: (quantity: Quantity) => boolean = () => true): Chosen {
    for (const candidate of this.#candidates) {
      const own = this.#byDevice.get(candidate.row.key);
      const wanted = candidate.quantities.filter(
        ({ key, quantity }) => quantity.kind === kind && fits(quantity) && own?.has(key),
      );
      if (wanted.length === 0) continue;
      const keys = wanted.map(({ key }) => key);
      this.name(kind, candidate, keys);
      return { candidate, byKey: new Map(wanted.map(({ key }) => [key, own?.get(key) ?? []])) };
    }
    return null;
  }
}

/** Buckets by key of the candidate that was chosen for a quantity. */
type Chosen = { candidate: Candidate; byKey: ReadonlyMap<string, Bucket[]> } | null;

/** Sources of the air, the light and the rain of a plot. */
interface Air {
  readonly temperature: Chosen;
  readonly humidity: Chosen;
  readonly radiation: Chosen;
  readonly radiationInside: boolean;
  readonly rain: Chosen;
  readonly notes: readonly Reason[];
}

const isInside = (wanted: boolean) => (quantity: Quantity) =>
  'indoors' in quantity && quantity.indoors === wanted;

/**
 * In a greenhouse the climate measured there, else that outdoors; its radiation by its own key, else that outdoors, which
 * the transmissivity of the cover reduces; and no rain, which does not fall on the plot.
 */
function airOf(plot: Plot, candidates: Candidates): Air {
  const notes: Reason[] = [];
  const house = plot.environment === 'greenhouse';
  const climate = (kind: 'temperature' | 'humidity'): Chosen => {
    const indoors = house ? candidates.choose(kind, isInside(true)) : null;
    if (indoors) return indoors;
    const outdoors = candidates.choose(kind, isInside(false));
    if (house && outdoors && kind === 'temperature') notes.push(reason('no_indoor_climate', kind));
    return outdoors;
  };
  const temperature = climate('temperature');
  const humidity = climate('humidity');
  const rain = house ? null : candidates.choose('rain');
  const light = house ? candidates.choose('radiation', isInside(true)) : null;
  const radiation = light ?? candidates.choose('radiation', isInside(false));
  return { temperature, humidity, radiation, radiationInside: light !== null, rain, notes };
}

/** Writes the hours of a source into the hours of a plot. */
function put<Hour extends { ts: number }>(
  into: Map<number, Hour>,
  chosen: Chosen,
  write: (bucket: Bucket) => Partial<Hour>,
): void {
  for (const bucket of chosen ? [...chosen.byKey.values()].flat() : []) {
    const hour = into.get(bucket.ts) ?? ({ ts: bucket.ts } as Hour);
    into.set(bucket.ts, Object.assign(hour, write(bucket)));
  }
}

/** The highest soil temperature of the chosen device alone. */
function highestSoilTemperature(chosen: Chosen): Chosen {
  const [highest] =
    chosen?.candidate.quantities.filter(({ quantity }) => quantity.kind === 'soilTemperature') ?? [];
  if (!chosen || !highest) return null;
  return { ...chosen, byKey: new Map([[highest.key, chosen.byKey.get(highest.key) ?? []]]) };
}

/** Chooses the device of each quantity and brings its values into the form of the calculations. */
export function settle(
  plot: Plot,
  candidates: readonly Candidate[],
  buckets: readonly Bucket[],
): Omit<FieldData, 'water'> {
  const known = new Candidates(candidates, buckets);
  const air = airOf(plot, known);
  const weather = new Map<number, WeatherHour>();
  const crop = new Map<number, CropHour>();
  put(weather, air.temperature, ({ median, low, high }) => ({ t: median, tMin: low, tMax: high }));
  put(weather, air.humidity, ({ median, low, high }) => ({ rh: median, rhMin: low, rhMax: high }));
  put(weather, air.radiation, ({ mean }) => ({ radiation: mean }));
  put(weather, known.choose('wind'), ({ mean }) => ({ wind: mean }));
  put(weather, air.rain, ({ mean }) => ({ rain: mean }));
  put(crop, air.temperature, ({ median }) => ({ t: median }));
  put(crop, air.humidity, ({ median }) => ({ rh: median }));
  put(crop, known.choose('leafWetness'), ({ median }) => ({ wet: median >= WET_SHARE }));
  put(crop, air.rain, ({ mean }) => ({ rain: mean }));
  put(crop, highestSoilTemperature(known.choose('soilTemperature')), ({ median }) => ({ soilT: median }));
  const moisture = known.choose('soilMoisture');
  const insects = known.choose('insects');
  return {
    weather: inOrder(weather),
    cropHours: inOrder(crop),
    ...soilOf(moisture),
    rain: byDay(air.rain, plot.timeZone, (day, { mean }) => day + mean).map(([date, mm]) => ({ date, mm })),
    insects: byDay(insects, plot.timeZone, (day, { median }) => Math.max(day, median)).map(
      ([date, count]) => ({ date, count }),
    ),
    probes: probesOf(plot, candidates, known),
    radiationInside: air.radiationInside,
    sources: known.sources,
    notes: air.notes,
  };
}

/** Device and key of the plot's own water. */
export interface WaterSource {
  readonly device: number;
  readonly key: string;
  readonly kind: 'waterTotal' | 'flow';
}

/**
 * Where the plot's water is read, the best first: totals before flows, its meter before its valve and the devices that
 * its configuration names. The valve of another plot in the same scene is not used.
 */
export function waterSourcesOf(plot: Plot, candidates: readonly Candidate[]): readonly WaterSource[] {
  const own = [plot.meterId, plot.valveId, ...plot.ownDeviceIds];
  return (['waterTotal', 'flow'] as const).flatMap((kind) =>
    own.flatMap((id): WaterSource[] => {
      const candidate = candidates.find(({ row }) => row.id === id);
      const key = candidate?.quantities.find(({ quantity }) => quantity.kind === kind)?.key;
      return candidate && key !== undefined ? [{ device: candidate.row.key, key, kind }] : [];
    }),
  );
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

/** All probes of the plot, the same depth of several devices too: together they are more accurate than one. */
function probesOf(plot: Plot, candidates: readonly Candidate[], known: Candidates): FieldData['probes'] {
  const probes: FieldData['probes'][number][] = [];
  const own = new Set(plot.deviceIds);
  for (const candidate of candidates) {
    const { row, quantities } = candidate;
    if (own.size > 0 && !own.has(row.id)) continue;
    const keys: string[] = [];
    for (const { key, quantity } of quantities) {
      const buckets = known.of(row.key)?.get(key);
      if (quantity.kind !== 'soilMoisture' || !buckets) continue;
      keys.push(key);
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
    if (keys.length > 0) known.name('soilMoisture', candidate, keys);
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
    const date = localDate(bucket.last, timeZone);
    days.set(date, add(days.get(date) ?? 0, bucket));
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1));
}
