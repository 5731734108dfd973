import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A font that many slices make up: a document needs few of them. Noto Sans SC, OFL 1.1. */
const PACKAGE = '@fontsource/noto-sans-sc';
export type Weight = 400 | 600;

/** Finds the slice of each character. */
export class FontSlices {
  readonly #folder: string;
  readonly #sliceOf: ReadonlyMap<number, string>;

  private constructor(folder: string, sliceOf: ReadonlyMap<number, string>) {
    this.#folder = folder;
    this.#sliceOf = sliceOf;
  }

  static async open(): Promise<FontSlices> {
    const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
    const ranges = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
    const sliceOf = new Map<number, string>();
    for (const [name, list] of Object.entries(ranges)) {
      for (const range of list.split(',')) {
        const [from = 0, to = from] = range
          .trim()
          .replace('U+', '')
          .split('-')
          .map((point) => Number.parseInt(point, 16));
        for (let point = from; point <= to; point += 1)
          if (!sliceOf.has(point)) sliceOf.set(point, name.replaceAll(/[[\]]/g, ''));
      }
    }
    return new FontSlices(folder, sliceOf);
  }

  /** Undefined: the font does not have the character. */
  sliceOf(character: string): string | undefined {
    return this.#sliceOf.get(character.codePointAt(0) ?? 0);
  }

  bytes(slice: string, weight: Weight): Promise<Buffer> {
    return readFile(join(this.#folder, `files/noto-sans-sc-${slice}-${weight}-normal.woff`));
  }
}
