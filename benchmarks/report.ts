import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { servePage } from '../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../tests/support/browser.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** One figure of one subject, as often as it was taken. */
export interface Row {
  readonly subject: string;
  readonly metric: string;
  readonly samples: readonly number[];
}

/** How many times better; with `least` it is a bar. */
export interface Ratio {
  readonly what: string;
  readonly ratio: number;
  readonly least?: number;
}

/** A fact that makes the figures worth something: both sides did the same. */
export interface Check {
  readonly what: string;
  readonly ok: boolean;
}

/** `--json FILE` and what else a benchmark takes, with defaults. */
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

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Peers want blob workers and styles in the page; everything still comes from the page's own server. */
const PEERS_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:";

/** Builds a page with the peers, opens it in a browser of its own and closes both afterwards. */
export async function withBenchPage<T>(
  name: string,
  work: (page: Page, url: string) => Promise<T>,
  viewport = { width: 320, height: 200 },
): Promise<T> {
  const server = await servePage(name, { peers: true, policy: PEERS_POLICY });
  // Isolated from other origins, a page's clock counts 5 µs instead of 100.
  server.answer = (_, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    return false;
  };
  const browser = await launchBrowser({ protocolTimeout: 600_000 });
  try {
    const page = await browser.newPage();
    await page.setViewport(viewport);
    page.on('pageerror', (error) => console.error(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(message.text());
    });
    await page.goto(server.url);
    await page.waitForFunction(() => document.readyState === 'complete');
    return await work(page, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Prints one JSON line for each result, writes them all to `file`, and fails the run when a bar or a check is missed. */
export function finish(
  name: string,
  file: string | undefined,
  found: {
    readonly rows: readonly Row[];
    readonly ratios: readonly Ratio[];
    readonly checks: readonly Check[];
  },
): void {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), gpu: 'SwiftShader' };
  const round = (value: number) => Number(value.toPrecision(4));
  const results = [
    ...found.rows.map(({ subject, metric, samples }) => {
      const middle = median(samples);
      const mad = median(samples.map((value) => Math.abs(value - middle)));
      return { bench: name, subject, metric, median: round(middle), mad: round(mad), n: samples.length };
    }),
    ...found.ratios.map(({ what, ratio, least }) => ({
      bench: name,
      ratio: what,
      value: round(ratio),
      ...(least !== undefined && { least, met: ratio >= least }),
    })),
    ...found.checks.map(({ what, ok }) => ({ bench: name, check: what, ok })),
    { bench: name, machine },
  ];
  for (const result of results) console.log(JSON.stringify(result));
  if (file) writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  const missed = results.some((result) => ('met' in result && !result.met) || ('ok' in result && !result.ok));
  if (missed) process.exitCode = 1;
}
