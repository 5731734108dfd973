import { HOUSEKEEPING_KEYS, mainReading as mainOfLines, type ProductAttribute } from '@farm3d/api';
import { locale, term } from './locale.ts';

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
