import type { ProductAttribute } from '@farm3d/api';
import { term } from '../../platform/locale.ts';
import { readingLines } from '../../platform/readings.ts';
import type { WatchedKey } from './alarm-setting-values.ts';

/** The values of attributes as alarm settings watch them, in the present language. */
export function watchedKeys(attributes: readonly ProductAttribute[]): WatchedKey[] {
  const types = new Map(
    attributes.flatMap(({ parameters }) => parameters.map(({ key, type }) => [key, type] as const)),
  );
  return readingLines(attributes).map(({ key, name, unit }) => ({
    key,
    name: term(key, name),
    unit,
    type: types.get(key) ?? 'NUMERIC',
  }));
}
