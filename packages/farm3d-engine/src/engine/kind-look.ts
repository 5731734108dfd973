import { check } from '../core/check.ts';
import type { DeviceKind, KindLook, KindValues } from './kind-types.ts';

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

/** @throws FarmError `invalid-argument` */
export function checkKind(key: string, kind: DeviceKind): void {
  check(typeof key === 'string' && key !== '', 'key', key);
  check(typeof kind === 'object' && kind !== null, 'kind', kind);
  const { name, model, label, levels, states = {} } = kind;
  check(model === null || typeof model === 'string', 'kind.model', model);
  check(levels === undefined || Array.isArray(levels), 'kind.levels', levels);
  for (const [field, text] of Object.entries({ name, label }))
    check(text === undefined || typeof text === 'string', `kind.${field}`, text);
  check(typeof states === 'object' && states !== null, 'kind.states', states);
  for (const [key, { digits = 1, thresholds = [] }] of Object.entries(states)) {
    const field = `kind.states.${key}`;
    check(Number.isInteger(digits) && digits >= 0 && digits <= 6, `${field}.digits`, digits);
    check(Array.isArray(thresholds), `${field}.thresholds`, thresholds);
    for (const [i, { from = 0, below = 0, color }] of thresholds.entries()) {
      const at = `${field}.thresholds[${i}]`;
      check(Number.isFinite(from), `${at}.from`, from);
      check(Number.isFinite(below), `${at}.below`, below);
      check(typeof color === 'string' && CSS.supports('color', color), `${at}.color`, color);
    }
  }
}
