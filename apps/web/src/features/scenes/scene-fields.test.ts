import { expect, test } from 'vitest';
import { encodePlot } from '@farm3d/ui';
import { boundaryOf, boundaryPlot, isOutline } from './scene-fields.ts';

const RING = [
  [118.74, 36.88],
  [118.741, 36.88],
  [118.741, 36.881],
];
const CLOSED = [...RING, RING[0]];
const points = RING as unknown as readonly (readonly [number, number])[];

test.each([
  ['a GeoJSON polygon', { type: 'Polygon', coordinates: [CLOSED] }],
  ['a multipolygon', { type: 'MultiPolygon', coordinates: [[CLOSED]] }],
  ['a ring', RING],
  ['coordinates', { coordinates: [CLOSED] }],
])('%s is shown as the outline that was drawn', (_, boundary) => {
  const plot = boundaryPlot(boundary)!;
  expect(boundaryOf(plot)).toEqual({ type: 'Polygon', coordinates: [CLOSED] });
  expect(plot.longitude).toBeCloseTo(118.7405, 6);
  expect(isOutline(plot)).toBe(true);
});

test('what is no ring is no outline, and a line encloses nothing', () => {
  for (const none of [null, {}, [], 'x', [[1, 2]], { coordinates: null }])
    expect(boundaryPlot(none)).toBeNull();
  expect(isOutline(encodePlot({ kind: 'line', points }))).toBe(false);
});
