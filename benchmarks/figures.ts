// Figures in documents come from a results file, one by one or as tables:
//   <!-- bench NAME | SUBJECT | METRIC -->218,000<!-- /bench -->
//   <!-- bench-rows NAME | METRIC | … -->…<!-- /bench-rows -->    a row for each subject, a column for each metric; default: all.
//                                              Where most of that would be empty, or wider than a page: a row for each figure
//   <!-- bench-bounds NAME -->…<!-- /bench-bounds -->             ratios and bounds, missed ones in bold
import type { BenchRun } from './report-page.ts';

const TABLE = /<!-- bench-(?<kind>rows|bounds) (?<where>[^>]*?) -->[\s\S]*?<!-- \/bench-\k<kind> -->/g;
const FIGURE = /<!-- bench (?<where>[^>]*?) -->(?<shown>[^<]*)<!-- \/bench -->/g;
const DIGITS = 3;

/**
 * The figure that a marker names: the median of a row (`bench | subject | metric`, with `| size` where there are several) or the
 * value of a ratio (`bench | what`), with three significant digits.
 * @throws when the run has no such figure
 */
export function figureOf(run: BenchRun, where: string): string {
  const [bench, first, metric, size] = where.split('|').map((part) => part.trim());
  const result = run.results.find((one) => one.bench === bench);
  const row = result?.rows.find(
    (one) =>
      one.subject === first &&
      one.metric === metric &&
      (size === undefined || one.size === Number(size.replaceAll(',', ''))),
  );
  const value = metric === undefined ? result?.ratios.find(({ what }) => what === first)?.value : row?.median;
  if (value === undefined) throw new Error(`the results have no figure "${where}"`);
  return shown(value);
}

type Result = BenchRun['results'][number];
type Cells = readonly (readonly string[])[];

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: DIGITS });

function tableOf([names = [], ...rows]: Cells): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n');
}

/** More columns are not read on a page. */
const MOST_METRICS = 6;

/** Medians: a row for each subject and size and a column for each metric, or a row for each where that would be wide or sparse. */
function rowsTable({ rows }: Result, asked: readonly string[]): string {
  const metrics = asked.length > 0 ? asked : [...new Set(rows.map(({ metric }) => metric))];
  const missing = metrics.find((metric) => !rows.some((row) => row.metric === metric));
  if (missing !== undefined) throw new Error(`the results have no metric "${missing}"`);
  const of = rows.filter(({ metric }) => metrics.includes(metric));
  const hasSizes = of.some(({ size }) => size !== undefined);
  const head = ['who', ...(hasSizes ? ['size'] : [])];
  const headOf = ({ subject, size, floor }: (typeof of)[number]): string[] => [
    floor ? `${subject} (the floor)` : subject,
    ...(hasSizes ? [size?.toLocaleString('en') ?? ''] : []),
  ];
  const lines = Map.groupBy(of, ({ subject, size }) => JSON.stringify([subject, size ?? null]));
  if (metrics.length > MOST_METRICS || of.length * 2 < lines.size * metrics.length) {
    return tableOf([
      [...head, 'what', 'median'],
      ...of.map((row) => [...headOf(row), row.metric, shown(row.median)]),
    ]);
  }
  return tableOf([
    [...head, ...metrics],
    ...[...lines.values()].map((own) => {
      const cells = metrics.map((name) => own.find(({ metric }) => metric === name)?.median);
      return [...headOf(own[0]!), ...cells.map((value) => (value === undefined ? '' : shown(value)))];
    }),
  ]);
}

function boundsTable({ ratios, checks }: Result): string {
  const failed = checks.filter(({ ok }) => !ok).map(({ what }) => [what, '', '', '**fails**']);
  return tableOf([
    ['what', 'value', 'bound', ''],
    ...ratios.map(({ what, value, least, most, met, isTie }) => {
      const bound = [least !== undefined && `≥ ${shown(least)}`, most !== undefined && `≤ ${shown(most)}`];
      const verdict = [met !== undefined && (met ? 'met' : '**missed**'), isTie === true && 'a tie'];
      return [what, shown(value), bound.filter(Boolean).join(', '), verdict.filter(Boolean).join(', ')];
    }),
    ...failed,
  ]);
}

function tableFor(run: BenchRun, kind: string, where: string): string {
  const [bench, ...metrics] = where.split('|').map((part) => part.trim());
  const result = run.results.find((one) => one.bench === bench);
  if (!result) throw new Error(`the results have no benchmark "${bench}"`);
  return kind === 'rows' ? rowsTable(result, metrics) : boundsTable(result);
}

/** @returns the document with the figures and tables of this run */
export const withFigures = (document: string, run: BenchRun): string =>
  document
    .replace(FIGURE, (_, where: string) => `<!-- bench ${where} -->${figureOf(run, where)}<!-- /bench -->`)
    .replace(
      TABLE,
      (_, kind: string, where: string) =>
        `<!-- bench-${kind} ${where} -->\n${tableFor(run, kind, where)}\n<!-- /bench-${kind} -->`,
    );
