import { t } from './zh-CN.ts';

/** A growth period as the calculations take it; other members are kept. */
export interface Period {
  readonly name: string;
  /** Heat since emergence at its end, °C·d. */
  readonly endGdd: number;
  readonly [other: string]: unknown;
}

const isPeriod = (entry: unknown): entry is Period =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof (entry as Period).name === 'string' &&
  typeof (entry as Period).endGdd === 'number';

/** The entries of a stored list that are periods. */
export const periodsOf = (stored: readonly unknown[]): readonly Period[] => stored.filter(isPeriod);

/** One line a period: its name and the heat at its end. */
export const periodText = (periods: readonly Period[]): string =>
  periods.map(({ name, endGdd }) => `${name} ${Math.round(endGdd)}`).join('\n');

const LINE = /^(.+?)[\s,，;；:：]+(\d+(?:\.\d+)?)$/;

/**
 * Reads lines of name and heat.
 * @param before the stored periods: what else they hold stays with their name
 * @returns the periods, or the message that names the first wrong line
 */
export function readPeriods(text: string, before: readonly Period[] = []): readonly Period[] | string {
  const known = new Map(before.map((period) => [period.name, period]));
  const periods: Period[] = [];
  const lines = text.split('\n').map((line) => line.trim());
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const [, name = '', end = ''] = LINE.exec(line) ?? [];
    const endGdd = Number(end);
    if (name === '') return t('crops.periods.line', { n: index + 1 });
    if (!(endGdd > (periods.at(-1)?.endGdd ?? 0))) return t('crops.periods.order', { n: index + 1 });
    periods.push({ ...known.get(name), name, endGdd });
  }
  return periods;
}
