import { expect, test } from 'vitest';
import { flameGraph, framesOf, type Profile } from './ingest/flame-graph.ts';

const call = (id: number, functionName: string, children: number[] = []): Profile['nodes'][number] => ({
  id,
  callFrame: { functionName, url: `file:///server/${functionName}.ts` },
  children,
});
const PROFILE: Profile = {
  nodes: [
    call(1, '(root)', [2, 3, 6]),
    call(2, 'decode', [4]),
    call(3, 'decode', [5]),
    call(4, 'parse'),
    call(5, 'parse'),
    { id: 6, callFrame: { functionName: '(idle)', url: '' } },
  ],
  samples: [4, 5, 3, 6, 4],
  timeDeltas: [10, 20, 30, 500, 40],
};

test('frames have the time of what they call, the same function is one, and waiting is no work', () => {
  const [from, to] = [0, 601];
  expect(framesOf('server', PROFILE, [from, to])).toEqual({
    name: 'server',
    time: 100,
    children: [
      {
        name: 'decode decode.ts',
        time: 100,
        children: [{ name: 'parse parse.ts', time: 70, children: [] }],
      },
    ],
  });
});

test('only samples of the time count', () => {
  expect(framesOf('server', PROFILE, [20, 570]).time).toBe(50);
});

test('the picture has a block for each frame, as wide as its time, with its text escaped', () => {
  const svg = flameGraph(
    'time',
    [
      { name: 'a', time: 75, children: [{ name: '<b> & c', time: 75, children: [] }] },
      { name: 'database', time: 25, children: [] },
    ],
    (time) => `${time} µs`,
  );
  const widths = [...svg.matchAll(/<rect x="[^"]*" y="\d+" width="(?<width>[\d.]+)"/g)].map(({ groups }) =>
    Number(groups?.['width']),
  );
  expect(widths).toEqual([1049.5, 1049.5, 349.5]);
  expect(svg).toContain('&lt;b> &amp; c: 75 µs');
  expect(svg).toContain('database: 25 µs');
});
