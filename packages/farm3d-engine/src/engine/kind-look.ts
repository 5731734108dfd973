import { check } from '../core/check.ts';
import { checkCssColor, checkList, checkObject, checkRange } from '../core/check-fields.ts';
import type { DeviceKind, KindReading, KindValues } from './kind-types.ts';

/** Text and colour of the devices of a kind, by their readings. */
export class KindLook {
  readonly #readings: readonly (readonly [name: string, reading: KindReading])[];
  readonly #label: string | undefined;

  constructor({ states = {}, label }: DeviceKind) {
    this.#readings = Object.entries(states);
    this.#label = label;
  }

  /** The text of the label. */
  textOf(values: KindValues): string {
    const texts: Record<string, string> = {};
    for (const [name, { unit = '', digits = 1 }] of this.#readings) {
      const value = values[name];
      if (value !== undefined) texts[name] = `${value.toFixed(digits)} ${unit}`.trim();
    }
    return (
      this.#label?.replaceAll(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? '–') ??
      Object.values(texts).join(' · ')
    );
  }

  /** The colour of the first reading that has one; null: none. */
  colorOf(values: KindValues): string | null {
    for (const [name, { thresholds }] of this.#readings) {
      const value = values[name];
      if (value === undefined || !thresholds) continue;
      for (const { from = -Infinity, below = Infinity, color } of thresholds)
        if (value >= from && value < below) return color;
    }
    return null;
  }
}

/** @throws FarmError `invalid-argument` naming the field */
export function checkKind(key: string, kind: DeviceKind): void {
  check(typeof key === 'string' && key !== '', 'key', key);
  checkObject('kind', kind);
  const { name, model, label, levels = [], states = {} } = kind;
  check(model === null || typeof model === 'string', 'kind.model', model);
  for (const [field, text] of Object.entries({ name, label }))
    check(text === undefined || typeof text === 'string', `kind.${field}`, text);
  checkList('kind.levels', levels);
  for (const [i, level] of levels.entries()) {
    const field = `kind.levels[${i}]`;
    checkObject(field, level);
    check(typeof level.path === 'string' && level.path !== '', `${field}.path`, level.path);
    checkRange(`${field}.belowPixels`, level.belowPixels, 0, Infinity);
  }
  checkObject('kind.states', states);
  for (const [reading, shown] of Object.entries(states)) checkReading(`kind.states.${reading}`, shown);
}

function checkReading(field: string, reading: KindReading): void {
  checkObject(field, reading);
  const { unit = '', digits = 1, thresholds = [] } = reading;
  check(typeof unit === 'string', `${field}.unit`, unit);
  check(Number.isInteger(digits) && digits >= 0 && digits <= 6, `${field}.digits`, digits);
  checkList(`${field}.thresholds`, thresholds);
  for (const [i, threshold] of thresholds.entries()) {
    const at = `${field}.thresholds[${i}]`;
    checkObject(at, threshold);
    const { from = 0, below = 0, color } = threshold;
    check(Number.isFinite(from), `${at}.from`, from);
    check(Number.isFinite(below), `${at}.below`, below);
    checkCssColor(`${at}.color`, color);
  }
}
