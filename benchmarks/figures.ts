// Figures in documents come from a results file: <!-- bench NAME | SUBJECT | METRIC -->218,000<!-- /bench -->
import type { BenchRun } from './report-page.ts';

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
  return value.toLocaleString('en', { maximumSignificantDigits: DIGITS });
}

/** @returns the document with the figures of this run */
export const withFigures = (document: string, run: BenchRun): string =>
  document.replace(
    FIGURE,
    (_, where: string) => `<!-- bench ${where} -->${figureOf(run, where)}<!-- /bench -->`,
  );
