// Results of a benchmark: rows, bounds and checks, in the same form for all benchmarks.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

/** Measurements of one metric of one subject. */
export interface Row {
  readonly subject: string;
  /** What was measured, with its unit. */
  readonly metric: string;
  /** One number per round; medians and their scatter are computed from them. */
  readonly samples: readonly number[];
  /** Size of the problem, where the same metric is measured at several sizes: the report plots the cost over it. */
  readonly size?: number;
  /** What the machine does at least for this metric, without any of what is compared: the report says how far we are from it. */
  readonly floor?: boolean;
}

/** A value that is compared with a bound: a ratio of two subjects, or a figure with its own limit. */
export interface Ratio {
  readonly what: string;
  readonly ratio: number;
  /** The value must be at least this. */
  readonly least?: number;
  /** The value must be at most this. */
  readonly most?: number;
  /** The subjects differ by less than their rounds scatter; a bound of 1 is then met. */
  readonly isTie?: boolean;
}

/** A precondition of the comparison: both subjects did the same. */
export interface Check {
  readonly what: string;
  readonly ok: boolean;
}

/** Parses `--json FILE` and the options of a benchmark, with defaults. */
export function benchOptions<T extends Record<string, string>>(
  defaults: T,
): { values: T & { json?: string } } {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      ...Object.fromEntries(
        Object.entries(defaults).map(([name, value]) => [name, { type: 'string' as const, default: value }]),
      ),
    },
  });
  return { values: values as T & { json?: string } };
}

/**
 * Starts this program again on the first two processors, and ends with its exit code: server, database and generator share
 * them, since processes inherit the affinity. Without `taskset` it returns and the program runs on all.
 */
export function runOnTwoCores(): void {
  if (!existsSync('/usr/bin/taskset') || process.env['FARM3D_BENCH_PINNED'] !== undefined) return;
  const { status } = spawnSync(
    '/usr/bin/taskset',
    ['-c', '0,1', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, FARM3D_BENCH_PINNED: '1' } },
  );
  process.exit(status ?? 1);
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A result file: the same form for every benchmark. */
export interface BenchResult {
  readonly bench: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly node: string;
    readonly gpu: string;
    /** Load average of one minute at the end, including other processes of the machine. */
    readonly load: number;
  };
  readonly rows: readonly {
    readonly subject: string;
    readonly metric: string;
    readonly size?: number;
    readonly floor?: true;
    readonly median: number;
    /** Median absolute deviation. */
    readonly mad: number;
    readonly n: number;
  }[];
  readonly ratios: readonly (Omit<Ratio, 'ratio'> & { readonly value: number; readonly met?: boolean })[];
  readonly checks: readonly Check[];
  /** Whether every bound is met and every check holds. */
  readonly met: boolean;
}

export interface Found {
  readonly rows: readonly Row[];
  readonly ratios?: readonly Ratio[];
  readonly checks: readonly Check[];
}

/** Median absolute deviation. */
export function scatter(samples: readonly number[]): number {
  const middle = median(samples);
  return median(samples.map((value) => Math.abs(value - middle)));
}

/** Medians that differ by less than the scatter of either subject. */
export const isTie = (a: readonly number[], b: readonly number[]): boolean =>
  Math.abs(median(a) - median(b)) <= Math.max(scatter(a), scatter(b));

/** Ratio of the medians of two subjects; whether they tie follows from the scatter of their rounds. */
export const ratioOf = (
  what: string,
  a: readonly number[],
  b: readonly number[],
  bound: Pick<Ratio, 'least' | 'most'> = {},
): Ratio => ({ what, ratio: median(a) / median(b), ...bound, ...(isTie(a, b) && { isTie: true }) });

const rounded = (value: number): number => Number(value.toPrecision(4));

function isMet({ ratio, least, most, isTie: tie = false }: Ratio): boolean {
  if (tie && (least === 1 || most === 1)) return true;
  return (least === undefined || ratio >= least) && (most === undefined || ratio <= most);
}

export function resultOf(name: string, { rows, ratios = [], checks }: Found): BenchResult {
  const figures = ratios.map((one) => {
    const { ratio, ...rest } = one;
    const isBound = one.least !== undefined || one.most !== undefined;
    return { ...rest, value: rounded(ratio), ...(isBound && { met: isMet(one) }) };
  });
  return {
    bench: name,
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      node: process.version,
      gpu: 'SwiftShader',
      load: rounded(loadavg()[0] ?? 0),
    },
    rows: rows.map(({ subject, metric, samples, size, floor }) => ({
      subject,
      metric,
      ...(size !== undefined && { size }),
      ...(floor && { floor }),
      median: rounded(median(samples)),
      mad: rounded(scatter(samples)),
      n: samples.length,
    })),
    ratios: figures,
    checks,
    met: figures.every(({ met }) => met !== false) && checks.every(({ ok }) => ok),
  };
}

/**
 * Prints one line for each result and writes them to `file`. The exit code is 1 when a bound is missed or a check fails.
 */
export function finish(name: string, file: string | undefined, found: Found): void {
  const result = resultOf(name, found);
  for (const row of result.rows) console.log(JSON.stringify({ bench: name, ...row }));
  for (const { what, value, least, most, isTie: tie, met } of result.ratios) {
    const bound = [least !== undefined && `at least ${least}`, most !== undefined && `at most ${most}`];
    const remarks = [bound.filter(Boolean).join(', '), tie && 'a tie'].filter(Boolean).join('; ');
    console.log(
      `${met === undefined ? '    ' : met ? 'met ' : 'MISS'} ${value} ${what}${remarks && ` (${remarks})`}`,
    );
  }
  for (const { what, ok } of result.checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`);
  console.log(JSON.stringify({ bench: name, machine: result.machine }));
  if (file) writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  if (!result.met) process.exitCode = 1;
}
