import { isInMunicipality, padAreaCode } from '@farm3d/api/validation';

/** Parent of the provinces. */
export const AREA_ROOT = '0';

/** '省直辖县级行政区划' and the like: no cities but a category of the statistics. Their counties belong to the province. */
const SHELF_NAME = /直辖县级行政区划$/;

/** Digits of a code of each level in the statistics: province, city, county, town, village. */
const LEVEL_DIGITS = [2, 4, 6, 9, 12] as const;

/** A row of the statistics: its code with the digits of its level. */
export interface AreaRow {
  readonly code: string;
  readonly name: string;
}

export interface Area {
  /** 12 digits. */
  readonly code: string;
  readonly name: string;
  /** 12 digits, or AREA_ROOT. */
  readonly parent: string;
  /** 1 province … 5 village; of merged areas the higher one. */
  readonly level: number;
}

function levelOf(code: string): number {
  const index = LEVEL_DIGITS.findIndex((digits) => digits === code.length);
  if (index < 0) throw new TypeError(`${code} is no code of an area`);
  return index + 1;
}

/**
 * Builds one tree from the rows of the statistics, in any order. Two rows with the same padded code are one place
 * (the city 东莞市 and its only 'county' 东莞市): the higher one stays and gets the children of both.
 */
export function areaTree(rows: readonly AreaRow[]): Area[] {
  const hidden = new Set(
    rows
      .filter(({ code, name }) => code.length === 4 && (isInMunicipality(code) || SHELF_NAME.test(name)))
      .map(({ code }) => code),
  );
  const byCode = new Map<string, Area>();
  for (const { code, name } of [...rows].sort((a, b) => a.code.length - b.code.length)) {
    if (hidden.has(code)) continue;
    const level = levelOf(code);
    const { code: padded } = padAreaCode(code);
    if (byCode.has(padded)) continue;
    byCode.set(padded, { code: padded, name, parent: parentOf(code, level, hidden), level });
  }
  return [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

function parentOf(code: string, level: number, hidden: ReadonlySet<string>): string {
  const digits = LEVEL_DIGITS[level - 2];
  if (digits === undefined) return AREA_ROOT;
  const parent = code.slice(0, digits);
  return padAreaCode(hidden.has(parent) ? parent.slice(0, 2) : parent).code;
}
