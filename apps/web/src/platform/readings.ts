import type { ProductAttribute } from '@farm3d/api';

/** A value of a device as a line of a card. */
export interface ReadingLine {
  /** Key of the value in telemetry. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
}

/** Values about the device itself, listed last. */
const HOUSEKEEPING = new Set(['batteryVoltage', 'rssi']);

/** The values of a product: states first, values about the device itself last. */
export function readingLines(attributes: readonly ProductAttribute[]): ReadingLine[] {
  const lines = attributes
    .filter(({ type }) => type !== 'service')
    .flatMap(({ identify, name, type, parameters }) => {
      const list = parameters.length > 0 ? parameters : [{ key: identify, name, unit: '' }];
      return list.map((parameter) => ({
        key: parameter.key,
        name: parameter.name || name,
        unit: parameter.unit,
        type,
      }));
    });
  const rank = ({ key, type }: (typeof lines)[number]): number =>
    HOUSEKEEPING.has(key) ? 2 : type === 'status' ? 0 : 1;
  return lines.toSorted((a, b) => rank(a) - rank(b)).map(({ key, name, unit }) => ({ key, name, unit }));
}

/** Cache: computed for every reading of every device, the same for each product model. */
const mainOf = new WeakMap<readonly ProductAttribute[], ReadingLine | null>();

/** The value shown where there is space for one: the first measured one. */
export function mainReading(attributes: readonly ProductAttribute[]): ReadingLine | null {
  let main = mainOf.get(attributes);
  if (main === undefined) {
    main = readingLines(attributes.filter(({ type }) => type === 'attribute'))[0] ?? null;
    mainOf.set(attributes, main);
  }
  return main;
}

/** Keys that a device sends and its product model does not declare: they are stored, so they are shown too. */
export function undeclaredKeys(seen: readonly string[], attributes: readonly ProductAttribute[]): string[] {
  const declared = new Set(
    attributes.flatMap(({ identify, parameters }) => [identify, ...parameters.map(({ key }) => key)]),
  );
  return seen.filter((key) => !declared.has(key));
}
