import { check, checkFinite, checkVector } from './check.ts';

/** @throws FarmError `invalid-argument` unless it is a number within the range */
export function checkRange(field: string, value: unknown, least: number, most: number, id?: string): void {
  check(typeof value === 'number' && value >= least && value <= most, field, value, id);
}

/** @throws FarmError `invalid-argument` unless it is a finite number above 0; undefined is valid */
export function checkAbove0(field: string, value: unknown): void {
  check(value === undefined || (Number.isFinite(value) && (value as number) > 0), field, value);
}

/** @throws FarmError `invalid-argument` unless it is a finite number; undefined is valid */
export function checkNumber(field: string, value: unknown): void {
  if (value !== undefined) checkFinite({ [field]: value });
}

/** @throws FarmError `invalid-argument` */
export function checkBoolean(field: string, value: unknown): void {
  check(typeof value === 'boolean', field, value);
}

/** @throws FarmError `invalid-argument` unless it is #rgb or #rrggbb; undefined is valid */
export function checkHexColor(field: string, value: unknown): void {
  const isColor = typeof value === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
  check(value === undefined || isColor, field, value);
}

/** @throws FarmError `invalid-argument` unless the browser knows it as a colour */
export function checkCssColor(field: string, value: unknown): void {
  check(typeof value === 'string' && CSS.supports('color', value), field, value);
}

/** @throws FarmError `invalid-argument` unless it is [longitude, latitude], degrees */
export function checkLngLat(field: string, value: unknown): void {
  check(Array.isArray(value) && value.length >= 2, field, value);
  const [lng, lat] = value as unknown[];
  checkFinite({ [`${field}[0]`]: lng, [`${field}[1]`]: lat });
}

/** @throws FarmError `invalid-argument` unless it is an object */
export function checkObject(field: string, value: unknown): void {
  check(typeof value === 'object' && value !== null, field, value);
}

/** @throws FarmError `invalid-argument` unless it is a list */
export function checkList(field: string, value: unknown): void {
  check(Array.isArray(value), field, value);
}

/** Each part that is given. @throws FarmError `invalid-argument` */
export function checkVectors(parts: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(parts)) if (value !== undefined) checkVector(value, field);
}
