// All results as one self-contained page: tables, bounds, and plots of cost over size.
import type { BenchResult } from './result.ts';

/** What `npm run bench` writes to benchmarks/results. */
export interface BenchRun {
  /** Commit that was measured. */
  readonly commit: string;
  /** ISO 8601. */
  readonly finishedAt: string;
  readonly results: readonly (BenchResult & {
    readonly seconds: number;
    /** Commit that this one was measured at; default that of the run. */
    readonly commit?: string;
  })[];
  /** Benchmarks that ended without a result. */
  readonly failed: readonly string[];
}

type Row = BenchResult['rows'][number];
type Ratio = BenchResult['ratios'][number];
interface Curve {
  readonly subject: string;
  readonly points: readonly (readonly [size: number, cost: number])[];
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Exponent and factor of cost = factor · size^exponent, by least squares on logarithms. Undefined for fewer than two sizes or
 * costs that are not positive.
 */
export function powerFit(points: Curve['points']): { exponent: number; factor: number } | undefined {
  if (points.length < 2 || points.some(([size, cost]) => size <= 0 || cost <= 0)) return undefined;
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (axis: 0 | 1): number => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const variance = logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  if (variance === 0) return undefined;
  const exponent = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / variance;
  return { exponent, factor: Math.exp(y - exponent * x) };
}

/**
 * How many times the physical floor a row of ours is: of the same metric and size. Undefined for the rows of others, and without
 * a floor.
 */
export function timesFloor(row: Row, rows: readonly Row[]): number | undefined {
  if (!row.subject.startsWith('farm3d')) return undefined;
  const floor = rows.find((one) => one.floor && one.metric === row.metric && one.size === row.size);
  return floor && floor.median > 0 ? row.median / floor.median : undefined;
}

/** Curves of one metric that was measured at several sizes, by metric. */
export function curvesOf(rows: readonly Row[]): Map<string, Curve[]> {
  const curves = new Map<string, Curve[]>();
  const sized = rows.filter((row) => row.size !== undefined && row.median > 0);
  for (const [metric, ofMetric = []] of Object.entries(Object.groupBy(sized, (row) => row.metric))) {
    const bySubject = Object.entries(Object.groupBy(ofMetric, (row) => row.subject)).map(
      ([subject, own = []]): Curve => ({
        subject,
        points: own.map((row) => [row.size!, row.median] as const).toSorted(([a], [b]) => a - b),
      }),
    );
    if (bySubject.some(({ points }) => points.length > 1)) curves.set(metric, bySubject);
  }
  return curves;
}

const WIDTH = 560;
const HEIGHT = 300;
const MARGIN = { left: 62, right: 14, top: 12, bottom: 34 };
/** As many as the subjects of the largest comparison, and two. */
const COLOURS = [
  '#1f8a4c',
  '#b4552d',
  '#3b6fb6',
  '#8a5aa8',
  '#9a8a1c',
  '#5b6770',
  '#0d9aa6',
  '#d0417e',
  '#e0962e',
  '#7c93c9',
];

/** Positions of the powers of ten within a range. */
function decades([from, to]: readonly [number, number]): number[] {
  const first = Math.ceil(Math.log10(from));
  const last = Math.floor(Math.log10(to));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => 10 ** (first + i));
}

/** Cost over size, both axes logarithmic, with the fitted exponent in the legend. */
function plot(metric: string, curves: readonly Curve[]): string {
  const points = curves.flatMap((curve) => curve.points);
  const range = (axis: 0 | 1): [number, number] => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values) / 1.5, Math.max(...values) * 1.5];
  };
  const [xs, ys] = [range(0), range(1)];
  const part = (value: number, [from, to]: readonly [number, number]): number =>
    Math.log(value / from) / Math.log(to / from);
  const x = (value: number): number => MARGIN.left + part(value, xs) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number): number =>
    HEIGHT - MARGIN.bottom - part(value, ys) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const grid = [
    ...decades(xs).map(
      (value) =>
        `<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${MARGIN.top}" y2="${HEIGHT - MARGIN.bottom}"/>` +
        `<text x="${x(value)}" y="${HEIGHT - 14}" text-anchor="middle">${value.toLocaleString('en')}</text>`,
    ),
    ...decades(ys).map(
      (value) =>
        `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(value)}" y2="${y(value)}"/>` +
        `<text x="${MARGIN.left - 6}" y="${y(value) + 4}" text-anchor="end">${value.toLocaleString('en', { maximumSignificantDigits: 3 })}</text>`,
    ),
  ];
  const lines = curves.map(({ points: own }, i) => {
    const colour = COLOURS[i % COLOURS.length]!;
    const path = own.map(([size, cost]) => `${x(size).toFixed(1)},${y(cost).toFixed(1)}`).join(' ');
    const dots = own.map(
      ([size, cost]) => `<circle cx="${x(size)}" cy="${y(cost)}" r="3.5" fill="${colour}"/>`,
    );
    return `<polyline points="${path}" stroke="${colour}"/>${dots.join('')}`;
  });
  const legend = curves.map(({ subject, points: own }, i) => {
    const fit = powerFit(own);
    const growth = fit ? `: size<sup>${fit.exponent.toFixed(2)}</sup>` : '';
    return `<li><i style="background:${COLOURS[i % COLOURS.length]}"></i>${escape(subject)}${growth}</li>`;
  });
  return `<figure><figcaption>${escape(metric)}, by size</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(metric)} by size">${grid.join('')}${lines.join('')}</svg>
<ul class="legend">${legend.join('')}</ul></figure>`;
}

/** A value on a logarithmic scale with its bound, one bar per ratio. */
function ratioBar({ value, least, most }: Ratio): string {
  const bound = least ?? most;
  const values = [value, bound ?? 1, 1].filter((one) => one > 0 && Number.isFinite(one));
  const [from, to] = [Math.min(...values) / 2, Math.max(...values) * 2];
  const at = (one: number): number => (Math.log(one / from) / Math.log(to / from)) * 160;
  if (!(value > 0) || !Number.isFinite(value)) return '';
  const [a, b] = [Math.min(at(1), at(value)), Math.max(at(1), at(value))];
  const tick =
    bound === undefined || bound <= 0
      ? ''
      : `<line x1="${at(bound)}" x2="${at(bound)}" y1="0" y2="14" class="bound"/>`;
  return `<svg class="bar" viewBox="0 0 160 14" aria-hidden="true"><rect x="${a}" width="${Math.max(1, b - a)}" y="4" height="6"/><line x1="${at(1)}" x2="${at(1)}" y1="2" y2="12"/>${tick}</svg>`;
}

function verdict({ met, isTie, least, most }: Ratio): string {
  const bound = [least !== undefined && `≥ ${least}`, most !== undefined && `≤ ${most}`].filter(Boolean);
  const state = met === undefined ? '' : met ? '<b class="met">met</b>' : '<b class="missed">missed</b>';
  return `<td>${bound.join(', ')}</td><td>${state}${isTie === true ? ' a tie' : ''}</td>`;
}

function floorText(row: Row, rows: readonly Row[]): string {
  const times = timesFloor(row, rows);
  return row.floor ? 'the floor' : times === undefined ? '' : `× ${Number(times.toPrecision(2))}`;
}

function section(result: BenchRun['results'][number]): string {
  const { bench, rows, ratios, checks, met, seconds, machine, commit } = result;
  const plots = [...curvesOf(rows)].map(([metric, curves]) => plot(metric, curves));
  const figures = ratios.map(
    (one) =>
      `<tr><td>${escape(one.what)}</td><td class="n">${one.value}</td><td>${ratioBar(one)}</td>${verdict(one)}</tr>`,
  );
  const table = rows.map(
    (row) =>
      `<tr><td>${escape(row.subject)}</td><td>${escape(row.metric)}</td><td class="n">${row.size?.toLocaleString('en') ?? ''}</td><td class="n">${row.median}</td><td class="n">${row.n > 1 ? `± ${row.mad}` : ''}</td><td class="n">${row.n}</td><td class="n">${floorText(row, rows)}</td></tr>`,
  );
  const facts = checks.map(
    ({ what, ok }) => `<li class="${ok ? 'met' : 'missed'}">${ok ? '✓' : '✗'} ${escape(what)}</li>`,
  );
  return `<section id="${bench}"><h2>${bench} <b class="${met ? 'met' : 'missed'}">${met ? 'met' : 'missed'}</b></h2>
<p class="meta">${Math.round(seconds)} s; load ${machine.load} on ${machine.cores} cores${commit === undefined ? '' : `; commit ${escape(commit)}`}</p>
${plots.join('\n')}
${figures.length > 0 ? `<table><thead><tr><th>ratio or bound</th><th>value</th><th></th><th>bound</th><th></th></tr></thead><tbody>${figures.join('')}</tbody></table>` : ''}
<details><summary>${rows.length} rows</summary><table><thead><tr><th>subject</th><th>metric</th><th>size</th><th>median</th><th>scatter</th><th>n</th><th>floor</th></tr></thead><tbody>${table.join('')}</tbody></table></details>
<ul class="checks">${facts.join('')}</ul></section>`;
}

const STYLE = `:root{color-scheme:light dark;--ink:#1d2620;--soft:#5d6b62;--line:#d5ddd7;--ground:#fff;--good:#16703c;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e6ece8;--soft:#a2afa7;--line:#38433c;--ground:#141a16;--good:#5fca8c;--bad:#ff8a80}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:68rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums}.meta,th{color:var(--soft);font-weight:400}.met{color:var(--good)}.missed{color:var(--bad)}
h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}h2 b{font-size:.8rem}
figure{margin:1rem 0;max-width:36rem}svg text{font-size:11px;fill:var(--soft)}polyline{fill:none;stroke-width:2}.grid{stroke:var(--line)}
.bar{width:10rem;height:.875rem}.bar rect{fill:var(--good);opacity:.6}.bar line{stroke:var(--soft)}.bar .bound{stroke:var(--bad);stroke-width:2}
.legend,.checks{list-style:none;padding:0}.legend i{display:inline-block;width:.7rem;height:.7rem;margin-right:.4rem;border-radius:2px}`;

/** @returns an HTML document without external resources */
export function reportPage({ commit, finishedAt, results, failed }: BenchRun): string {
  const machine = results[0]?.machine;
  const summary = results.map(
    ({ bench, met, ratios, checks }) =>
      `<tr><td><a href="#${bench}">${bench}</a></td><td><b class="${met ? 'met' : 'missed'}">${met ? 'met' : 'missed'}</b></td><td>${escape(
        [
          ...ratios
            .filter((one) => one.met === false)
            .map(({ what, value, least, most }) => `${what}: ${value} (${least ?? most})`),
          ...checks.filter(({ ok }) => !ok).map(({ what }) => what),
        ].join('; '),
      )}</td></tr>`,
  );
  const broken = failed.map(
    (bench) =>
      `<tr><td>${escape(bench)}</td><td><b class="missed">no result</b></td><td>it ended with an error</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>farm3d benchmarks</title><style>${STYLE}</style></head>
<body><h1>farm3d benchmarks</h1>
<p class="meta">${machine ? `${escape(machine.cpu)}, ${machine.cores} cores, ${escape(machine.gpu)}, Node.js ${escape(machine.node)}; ` : ''}commit ${escape(commit)}; ${escape(finishedAt)}</p>
<table><thead><tr><th>benchmark</th><th></th><th>missed bounds and checks</th></tr></thead><tbody>${summary.join('')}${broken.join('')}</tbody></table>
${results.map(section).join('\n')}
</body></html>
`;
}
