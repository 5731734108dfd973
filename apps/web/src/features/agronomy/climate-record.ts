import type { ClimateMonth } from '@farm3d/api';

const cell = (value: number | null): string => (value === null ? '' : String(value));

/** A record as comma-separated lines, `2001-06,82.5,140,30.1,19.4`; unknown values are empty. */
export const recordText = (items: readonly ClimateMonth[]): string =>
  items
    .map(({ month, rain, et0, tmax, tmin }) =>
      [month, cell(rain), cell(et0), cell(tmax), cell(tmin)].join(','),
    )
    .join('\n');

/** Parses the form of {@link recordText}, also with semicolons, tabs and headings; else returns the invalid line. */
export function readRecord(text: string): { items: ClimateMonth[] } | { wrongLine: number } {
  const items: ClimateMonth[] = [];
  const months = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || (index === 0 && /[a-z月]/i.test(line.split(/[,;\t，；]/)[0] ?? ''))) continue;
    const [month = '', ...values] = line.split(/[,;\t，；]/).map((part) => part.trim());
    const [rain, et0, tmax, tmin] = values.map((value) => (value === '' ? null : Number(value)));
    const numbers = [rain, et0, tmax, tmin].filter((value) => value !== null && value !== undefined);
    const known = /^(18|19|20)\d\d-(0[1-9]|1[0-2])$/.test(month) && !months.has(month);
    const inverted = typeof tmax === 'number' && typeof tmin === 'number' && tmin > tmax;
    if (
      !known ||
      typeof rain !== 'number' ||
      !numbers.every(Number.isFinite) ||
      inverted ||
      values.length > 4
    )
      return { wrongLine: index + 1 };
    months.add(month);
    items.push({ month, rain, et0: et0 ?? null, tmax: tmax ?? null, tmin: tmin ?? null });
  }
  return { items };
}

/** Means of a calendar month, 1–12; null where the record has none. */
export interface MonthNormal {
  readonly month: number;
  readonly years: number;
  readonly rain: number | null;
  readonly et0: number | null;
  readonly tmax: number | null;
  readonly tmin: number | null;
}

export function monthNormals(items: readonly ClimateMonth[]): MonthNormal[] {
  return Array.from({ length: 12 }, (_, index) => {
    const months = items.filter(({ month }) => Number(month.slice(5)) === index + 1);
    const mean = (pick: (month: ClimateMonth) => number | null): number | null => {
      const known = months.map(pick).filter((value) => value !== null);
      return known.length === 0 ? null : known.reduce((total, value) => total + value, 0) / known.length;
    };
    return {
      month: index + 1,
      years: months.length,
      rain: mean(({ rain }) => rain),
      et0: mean(({ et0 }) => et0),
      tmax: mean(({ tmax }) => tmax),
      tmin: mean(({ tmin }) => tmin),
    };
  });
}
