import { FarmError } from './errors.ts';

/** Formats a value for a message; NaN, missing values and wrong types stay distinguishable. */
function formatValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value)
    : `a ${typeof value}`;
}

/** The error for an invalid argument, with the field, its value and the id of the object. */
export function invalidArgument(field: string, value: unknown, id?: string): FarmError {
  const prefix = id === undefined ? '' : `${id}: `;
  return new FarmError('invalid-argument', {
    ...(id === undefined ? {} : { id }),
    field,
    reason: `${prefix}${field} = ${formatValue(value)}`,
  });
}

/** @throws FarmError `invalid-argument` unless `isRight` */
export function check(isRight: boolean, field: string, value: unknown, id?: string): void {
  if (!isRight) throw invalidArgument(field, value, id);
}

/**
 * @throws FarmError `invalid-argument` unless it is an element. Checked without instanceof: the element may be of another
 * window
 */
export function checkElement(container: unknown): void {
  check((container as Partial<Node> | null | undefined)?.nodeType === 1, 'container', container);
}

/** @throws FarmError `invalid-argument` unless every value is a finite number */
export function checkFinite(values: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(values)) check(Number.isFinite(value), field, value);
}

/** @throws FarmError `invalid-argument` for a value that is not in the list; undefined is valid */
export function checkOneOf(field: string, value: unknown, allowed: readonly unknown[]): void {
  check(value === undefined || allowed.includes(value), field, value);
}

/** The first component that is not a finite number, or the value itself if it is not an object; null: valid. */
export function vectorFault(vector: unknown, name: string): readonly [field: string, value: unknown] | null {
  if (typeof vector !== 'object' || vector === null) return [name, vector];
  for (const axis of ['x', 'y', 'z'] as const) {
    const value = (vector as Record<string, unknown>)[axis];
    if (!Number.isFinite(value)) return [`${name}.${axis}`, value];
  }
  return null;
}

/** @throws FarmError `invalid-argument` */
export function checkVector(vector: unknown, name: string, id?: string): void {
  const fault = vectorFault(vector, name);
  if (fault) throw invalidArgument(...fault, id);
}

/** @throws FarmError `invalid-argument` unless position and target are vectors of finite numbers */
export function checkCamera(camera: { readonly position: unknown; readonly target: unknown }): void {
  check(typeof camera === 'object' && camera !== null, 'camera', camera);
  checkVector(camera.position, 'camera.position');
  checkVector(camera.target, 'camera.target');
}
