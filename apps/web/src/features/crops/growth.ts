import type { GrowthModel, PlantConfiguration } from '@farm3d/api';
import { t } from './zh-CN.ts';

const DAY_MS = 86_400_000;

/** The stages that the table of stage lengths has, in its order. */
const TABLE_STAGES = ['initial', 'development', 'mid', 'late'] as const;
export type TableStage = (typeof TABLE_STAGES)[number];

/** A part of a season; days are epoch milliseconds at 00:00 UTC of the day, the end excluded. */
export interface Span {
  readonly stage: TableStage;
  readonly start: number;
  readonly end: number;
}

export interface Season {
  readonly plant: PlantConfiguration;
  readonly model: GrowthModel | null;
  readonly start: number;
  /** By the stage lengths of the table; empty without a growth model. */
  readonly spans: readonly Span[];
}

/** First days of the months of the calendar and its end. */
export interface Calendar {
  readonly seasons: readonly Season[];
  readonly start: number;
  readonly end: number;
  readonly months: readonly number[];
}

/** The growth model of a plant: the chosen one, else the one of its crop's name. */
export const modelOf = (
  plant: Pick<PlantConfiguration, 'crop' | 'growthModelId'>,
  models: readonly GrowthModel[],
): GrowthModel | null =>
  models.find(({ id }) => id === plant.growthModelId) ??
  models.find(({ crop, cropEn }) => plant.crop === crop || plant.crop === cropEn) ??
  null;

function spansFrom(start: number, model: GrowthModel | null): Span[] {
  let at = start;
  return (model?.stageDays ?? []).slice(0, TABLE_STAGES.length).map((days, index) => {
    const from = at;
    at += days * DAY_MS;
    return { stage: TABLE_STAGES[index]!, start: from, end: at };
  });
}

/** First day of the month of an instant, moved by some months. */
const monthOf = (at: number, moved = 0): number => {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + moved, 1);
};

/** Months before today that a calendar shows at most: older seasons are cut off there. */
const MONTHS_BACK = 11;

/** Seasons of the plants that have a planting date and did not end before the calendar, by plot and date. */
export function calendarOf(
  plants: readonly PlantConfiguration[],
  models: readonly GrowthModel[],
  now: number,
): Calendar {
  const first = monthOf(now, -MONTHS_BACK);
  const seasons = plants
    .flatMap((plant): Season[] => {
      const start = Date.parse(plant.growTime ?? '');
      if (Number.isNaN(start)) return [];
      const model = modelOf(plant, models);
      const spans = spansFrom(start, model);
      return (spans.at(-1)?.end ?? start) < first ? [] : [{ plant, model, start, spans }];
    })
    .toSorted((a, b) => (a.plant.name ?? '').localeCompare(b.plant.name ?? '', 'zh') || a.start - b.start);
  const start = monthOf(Math.max(first, Math.min(now, ...seasons.map((season) => season.start))));
  const last = Math.max(now, ...seasons.map(({ spans, start: from }) => spans.at(-1)?.end ?? from));
  const end = monthOf(last, 1);
  const months: number[] = [];
  for (let month = start; month < end; month = monthOf(month, 1)) months.push(month);
  return { seasons, start, end, months };
}

/** A growth period as the calculations take it; other members are kept. */
interface Period {
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
