import { resolve } from 'node:path';
import type { Area } from './area-rules.ts';

/** Output folder of the build. */
export const AREAS_FOLDER = resolve(import.meta.dirname, '../../../dist/areas');

/** One line an area: code, level, parent and name. */
export function packAreas(areas: readonly Area[]): string {
  return areas.map(({ code, level, parent, name }) => `${code}${level}${parent} ${name}`).join('\n');
}

/** @throws {TypeError} for a text that `packAreas` did not write */
export function unpackAreas(text: string): Area[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const space = line.indexOf(' ');
    if (space < 14) throw new TypeError('the areas are damaged; build them again');
    return {
      code: line.slice(0, 12),
      level: Number(line[12]),
      parent: line.slice(13, space),
      name: line.slice(space + 1),
    };
  });
}
