import { check } from '../core/check.ts';
import { checkCssColor, checkList, checkObject, checkRange } from '../core/check-fields.ts';
import type { DeviceKind, KindLook, KindReading, KindValues } from './kind-types.ts';

/** The look of a device of this kind with these readings. */
export function lookOf({ states = {}, label }: DeviceKind, values: KindValues): KindLook {
  const texts: Record<string, string> = {};
  let color: string | null = null;
  for (const [name, { unit = '', digits = 1, thresholds = [] }] of Object.entries(states)) {
    const value = values[name];
    if (value === undefined) continue;
    texts[name] = `${value.toFixed(digits)} ${unit}`.trim();
    color ??=
      thresholds.find(({ from = -Infinity, below = Infinity }) => value >= from && value < below)?.color ??
      null;
  }
  const text =
    label?.replaceAll(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? '–') ??
    Object.values(texts).join(' · ');
  return { text, color };
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
