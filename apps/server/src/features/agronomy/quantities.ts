/** The quantity of a telemetry key. */
export type Quantity =
  | { readonly kind: 'temperature' | 'humidity' | 'radiation'; readonly indoors: boolean }
  | { readonly kind: 'wind' | 'rain' | 'leafWetness' | 'insects' | 'flow' | 'waterTotal' }
  /** Depth in metres; `relative`: % of field capacity instead of % of the volume. */
  | { readonly kind: 'soilMoisture'; readonly depth: number; readonly relative: boolean }
  | { readonly kind: 'soilTemperature'; readonly depth: number };

const BY_KEY: Readonly<Record<string, Quantity>> = {
  airTemperature: { kind: 'temperature', indoors: false },
  indoorTemperature: { kind: 'temperature', indoors: true },
  airHumidity: { kind: 'humidity', indoors: false },
  indoorHumidity: { kind: 'humidity', indoors: true },
  /** W/m². */
  solarRadiation: { kind: 'radiation', indoors: false },
  indoorSolarRadiation: { kind: 'radiation', indoors: true },
  indoorRadiation: { kind: 'radiation', indoors: true },
  /** m/s at the wind height of the plot, default 2 m. */
  windSpeed: { kind: 'wind' },
  /** mm within the hour. */
  rainfall: { kind: 'rain' },
  /** %. */
  leafWetness: { kind: 'leafWetness' },
  insectCount: { kind: 'insects' },
  /** m³/h. */
  flowRate: { kind: 'flow' },
  /** m³ since the installation of the meter. */
  totalFlow: { kind: 'waterTotal' },
  totalVolume: { kind: 'waterTotal' },
};

/** Keys such as `soilMoisture20`: the number is the depth in cm, default 20. */
const BY_DEPTH = /^(soilMoisture|soilRelativeMoisture|soilTemperature)(\d{1,3})?$/;

export function quantityOf(key: string): Quantity | null {
  if (Object.hasOwn(BY_KEY, key)) return BY_KEY[key] ?? null;
  const match = BY_DEPTH.exec(key);
  if (!match) return null;
  const depth = Number(match[2] ?? 20) / 100;
  if (match[1] === 'soilTemperature') return { kind: 'soilTemperature', depth };
  return { kind: 'soilMoisture', depth, relative: match[1] === 'soilRelativeMoisture' };
}

/** 'Soil moisture 20 cm' of 'soilMoisture20', for English texts. */
export function englishName(key: string): string {
  const words = key.replaceAll(/([a-z])([A-Z\d])/g, '$1 $2').toLowerCase();
  const named = words.charAt(0).toUpperCase() + words.slice(1);
  return BY_DEPTH.test(key) && /\d$/.test(key) ? `${named} cm` : named;
}

const LIGHT = /radiation|illuminance|^par$|Par$|ppfd/;
const MONOTONE = /^soilMoisture|waterLevel|battery|total|runHours/i;

/** Kind of series of a key, for the forecast. */
export function seriesKindOf(key: string): 'light' | 'monotone' | 'diurnal' {
  if (LIGHT.test(key)) return 'light';
  return MONOTONE.test(key) ? 'monotone' : 'diurnal';
}

/** Counters: they only grow until they are reset (flows, hours, tips). */
export function isCounter(key: string): boolean {
  return /^total|Total$|runHours|[cC]ounter$|^todayVolume$|[tT]ips$/.test(key);
}
