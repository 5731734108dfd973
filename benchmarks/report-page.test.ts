import { expect, test } from 'vitest';
import { figureOf, withFigures } from './figures.ts';
import { mergedRun } from './merged-run.ts';
import { curvesOf, powerFit, reportPage, timesFloor, type BenchRun } from './report-page.ts';

const run: BenchRun = {
  commit: 'abc1234',
  finishedAt: '2026-11-23T04:00:00.000Z',
  failed: ['region'],
  results: [
    {
      bench: 'pick',
      seconds: 12,
      machine: { cpu: 'A <test>', cores: 2, node: 'v24', gpu: 'SwiftShader', load: 1 },
      rows: [
        { subject: 'farm3d', metric: 'µs a pick', size: 1000, median: 10, mad: 0, n: 3 },
        { subject: 'farm3d', metric: 'µs a pick', size: 10_000, median: 100, mad: 0, n: 3 },
        { subject: 'three', metric: 'µs a pick', size: 1000, median: 218_432, mad: 0, n: 3 },
        { subject: 'boxes only', metric: 'µs a pick', size: 1000, floor: true, median: 4, mad: 0, n: 3 },
        { subject: 'farm3d', metric: 'draws', median: 90, mad: 0, n: 1 },
      ],
      ratios: [{ what: 'three / ours', value: 4.5, least: 30, met: false }],
      checks: [{ what: 'the same <device>', ok: true }],
      met: false,
    },
  ],
};

test('a cost that grows with the size has exponent 1, one that does not has 0', () => {
  const fit = powerFit([
    [10, 5],
    [100, 50],
    [1000, 500],
  ]);
  expect(fit?.exponent).toBeCloseTo(1, 10);
  expect(fit?.factor).toBeCloseTo(0.5, 10);
  const flat = powerFit([
    [10, 7],
    [1000, 7],
  ]);
  expect(flat?.exponent).toBeCloseTo(0, 10);
});

test.each([
  [[]],
  [[[10, 5]]],
  [
    [
      [10, 5],
      [10, 6],
    ],
  ],
  [
    [
      [10, 0],
      [20, 1],
    ],
  ],
] as [number, number][][][])('no fit through %j', (points) => expect(powerFit(points)).toBeUndefined());

test('only figures of several sizes are drawn as a curve', () => {
  const curves = curvesOf(run.results[0]!.rows);
  expect([...curves.keys()]).toEqual(['µs a pick']);
  expect(curves.get('µs a pick')?.map(({ subject }) => subject)).toEqual(['farm3d', 'three', 'boxes only']);
});

test('the report names missed bounds and benchmarks without a result, and escapes texts', () => {
  const html = reportPage(run);
  expect(html).toContain('three / ours: 4.5 (30)');
  expect(html).toMatch(/<td>region<\/td><td><b class="missed">no result/);
  expect(html).toContain('the same &lt;device&gt;');
  expect(html).not.toMatch(/<device>|<test>|https?:\/\//);
  expect(html).toContain('size<sup>1.00</sup>');
});

test('our rows say how far they are from a floor of the same metric and size; no other row does', () => {
  const { rows } = run.results[0]!;
  expect(rows.map((row) => timesFloor(row, rows))).toEqual([2.5, undefined, undefined, undefined, undefined]);
  const html = reportPage(run);
  expect(html).toMatch(/>farm3d<\/td><td>µs a pick<\/td><td class="n">1,000<.*?>× 2.5<\/td><\/tr>/);
  expect(html.match(/the floor/g)).toHaveLength(1);
});

test('the figures of a document are replaced by those of the run', () => {
  expect(figureOf(run, 'pick | three | µs a pick')).toBe('218,000');
  expect(figureOf(run, 'pick | farm3d | µs a pick | 10,000')).toBe('100');
  expect(figureOf(run, 'pick | three / ours')).toBe('4.5');
  expect(withFigures('It is <!-- bench pick | three / ours -->9<!-- /bench --> times.', run)).toBe(
    'It is <!-- bench pick | three / ours -->4.5<!-- /bench --> times.',
  );
  expect(() => withFigures('<!-- bench pick | deck.gl / ours -->9<!-- /bench -->', run)).toThrow(
    'deck.gl / ours',
  );
});

test('tables of a document are made from the run', () => {
  const document = [
    '<!-- bench-rows pick | µs a pick --><!-- /bench-rows -->',
    '<!-- bench-bounds pick -->an older table<!-- /bench-bounds -->',
  ].join('\n');
  const expected = [
    '<!-- bench-rows pick | µs a pick -->',
    '| who | size | µs a pick |',
    '| --- | --- | --- |',
    '| farm3d | 1,000 | 10 |',
    '| farm3d | 10,000 | 100 |',
    '| three | 1,000 | 218,000 |',
    '| boxes only (the floor) | 1,000 | 4 |',
    '<!-- /bench-rows -->',
    '<!-- bench-bounds pick -->',
    '| what | value | bound |  |',
    '| --- | --- | --- | --- |',
    '| three / ours | 4.5 | ≥ 30 | **missed** |',
    '<!-- /bench-bounds -->',
  ].join('\n');
  expect(withFigures(document, run)).toBe(expected);
  expect(withFigures(expected, run)).toBe(expected);
  expect(() => withFigures('<!-- bench-rows pick | µs --><!-- /bench-rows -->', run)).toThrow(
    'no metric "µs"',
  );
  expect(() => withFigures('<!-- bench-bounds rain --><!-- /bench-bounds -->', run)).toThrow('"rain"');
});

test('a table that would be mostly empty has a row for each figure', () => {
  const rows = ['a', 'b', 'c'].map((name, i) => ({
    subject: name,
    metric: `ms of ${name}`,
    median: i,
    mad: 0,
    n: 1,
  }));
  const sparse = { ...run, results: [{ ...run.results[0]!, rows }] };
  expect(
    withFigures('<!-- bench-rows pick --><!-- /bench-rows -->', sparse).split('\n').slice(1, -1),
  ).toEqual([
    '| who | what | median |',
    '| --- | --- | --- |',
    '| a | ms of a | 0 |',
    '| b | ms of b | 1 |',
    '| c | ms of c | 2 |',
  ]);
});

test('what is measured again replaces its own result only', () => {
  const [pick] = run.results;
  const before = { ...run, results: [{ ...pick!, bench: 'region' }, pick!], failed: ['rain', 'page'] };
  const now = {
    ...run,
    commit: 'def5678',
    results: [
      { ...pick!, met: true },
      { ...pick!, bench: 'page' },
    ],
    failed: ['region'],
  };
  const merged = mergedRun(before, now);
  expect(merged.results.map(({ bench, met }) => [bench, met])).toEqual([
    ['page', false],
    ['pick', true],
  ]);
  expect(merged).toMatchObject({ commit: 'abc1234', failed: ['rain', 'region'] });
  expect(mergedRun(undefined, now).commit).toBe('def5678');
});
