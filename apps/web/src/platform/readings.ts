import type { ProductAttribute } from '@farm3d/api';

/** One line of a card: a value that a device reports. */
export interface ReadingLine {
  /** Key of the value in telemetry. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
}

/** Kept at the end: how the device itself is doing. */
const HOUSEKEEPING = new Set(['batteryVoltage', 'rssi']);

/** The values that a product reports, states first, the device's own health last. */
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

/** Asked for with every reading of every device; a product model says the same each time. */
const mainOf = new WeakMap<readonly ProductAttribute[], ReadingLine | null>();

/** The value that stands for a device where there is room for one: the first that it measures. */
export function mainReading(attributes: readonly ProductAttribute[]): ReadingLine | null {
  let main = mainOf.get(attributes);
  if (main === undefined) {
    main = readingLines(attributes.filter(({ type }) => type === 'attribute'))[0] ?? null;
    mainOf.set(attributes, main);
  }
  return main;
}

/** Keys that a device sends and its product model does not declare: stored all the same, so shown as well. */
export function undeclaredKeys(seen: readonly string[], attributes: readonly ProductAttribute[]): string[] {
  const declared = new Set(
    attributes.flatMap(({ identify, parameters }) => [identify, ...parameters.map(({ key }) => key)]),
  );
  return seen.filter((key) => !declared.has(key));
}
