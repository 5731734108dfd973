import { signal } from '@preact/signals-react';
import {
  HOUSEKEEPING_KEYS,
  mainReading as mainOfLines,
  type ProductAttribute,
  type TelemetryValue,
} from '@farm3d/api';
import { locale, term, t } from './locale.ts';
import { readPreference, writePreference } from './storage.ts';

/** A value of a device as a line of a card. */
export interface ReadingLine {
  /** Key of the value in telemetry. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
}

/** The label in English that a product model of one's own has, where English is shown. */
const ownLabel = (english: string | undefined): string => (locale.value === 'en' ? (english ?? '') : '');

/** The values of a product: states first, values about the device itself last. */
export function readingLines(attributes: readonly ProductAttribute[]): ReadingLine[] {
  const lines = attributes
    .filter(({ type }) => type !== 'service')
    .flatMap(({ identify, name, nameEn, type, parameters }) => {
      const list = parameters.length > 0 ? parameters : [{ key: identify, name, unit: '', labelEn: nameEn }];
      return list.map((parameter) => ({
        key: parameter.key,
        name: ownLabel(parameter.labelEn || nameEn) || parameter.name || name,
        unit: term(`unit.${parameter.unit}`, parameter.unit),
        type,
      }));
    });
  const rank = ({ key, type }: (typeof lines)[number]): number =>
    HOUSEKEEPING_KEYS.has(key) ? 2 : type === 'status' ? 0 : 1;
  return lines.toSorted((a, b) => rank(a) - rank(b)).map(({ key, name, unit }) => ({ key, name, unit }));
}

/** Cache by language: computed for every reading of every device, the same for each product model. */
const mainOf = {
  'zh-CN': new WeakMap<readonly ProductAttribute[], ReadingLine | null>(),
  en: new WeakMap<readonly ProductAttribute[], ReadingLine | null>(),
};

/** The value shown where there is space for one: the first measured one. */
export function mainReading(attributes: readonly ProductAttribute[]): ReadingLine | null {
  const cache = mainOf[locale.value];
  let main = cache.get(attributes);
  if (main === undefined) {
    main = mainOfLines(readingLines(attributes.filter(({ type }) => type === 'attribute'))) ?? null;
    cache.set(attributes, main);
  }
  return main;
}

/** Keys that a device sends and its product model does not declare: they are stored, so they are shown too. */
export function undeclaredKeys(
  receivedKeys: readonly string[],
  attributes: readonly ProductAttribute[],
): string[] {
  const declared = new Set(
    attributes.flatMap(({ identify, parameters }) => [identify, ...parameters.map(({ key }) => key)]),
  );
  return receivedKeys.filter((key) => !declared.has(key));
}

type Units = 'metric' | 'imperial';

/** Units of measured values on the screens. Rules, commands, alarms and exports keep those of the device. */
export const units = signal<Units>(readPreference('units') === 'imperial' ? 'imperial' : 'metric');

export function setUnits(choice: Units): void {
  units.value = choice;
  writePreference('units', choice === 'metric' ? null : choice);
}

/** A unit as it is shown. */
interface Shown {
  readonly unit: string;
  /** A measured value in it; what is no number stays. */
  readonly of: <T>(value: T) => T;
}

const inFahrenheit = (value: number): number => value * 1.8 + 32;
/** By the unit of the device. */
const IMPERIAL: Readonly<Record<string, readonly [unit: string, of: (value: number) => number]>> = {
  '℃': ['℉', inFahrenheit],
  '°C': ['°F', inFahrenheit],
  mm: ['in', (value) => value / 25.4],
  'm/s': ['mph', (value) => value / 0.447_04],
};

/** How a unit of a device is shown now. */
export function shownUnit(unit: string): Shown {
  const [shown, convert] = (units.value === 'imperial' ? IMPERIAL[unit] : undefined) ?? [];
  if (shown === undefined || convert === undefined) return { unit, of: (value) => value };
  return { unit: shown, of: <T>(value: T) => (typeof value === 'number' ? (convert(value) as T) : value) };
}

/** Numbers from this value on show no decimals, as in 45,210 lux. */
const WHOLE_FROM = 1000;
/** Farm sensors are not more precise. */
const MAX_DECIMALS = 2;

// Created once: creating a format costs a hundred times as much as using it.
// `signDisplay`: no '-0' for small negative numbers.
const [WHOLE, FINE] = [0, MAX_DECIMALS].map(
  (digits) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits, signDisplay: 'negative' }),
) as [Intl.NumberFormat, Intl.NumberFormat];

/** Readable value of a reading: at most two decimals (none added), grouped thousands, 开 and 关 for switches. */
export function readingText(value: TelemetryValue | undefined): string {
  if (value === null || value === undefined) return t('common.noValue');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return t('common.noValue');
    return (Math.abs(value) >= WHOLE_FROM ? WHOLE : FINE).format(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
