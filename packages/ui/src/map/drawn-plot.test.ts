import { describe, expect, it } from 'vitest';
import { decodePlot, encodePlot, measure, parsePoints, type PlotShape } from './drawn-plot.ts';

/** A hundredth of a degree each way at 30° N: 1,111.9 m to the north, 963.0 m to the east. */
const PLOT: PlotShape = {
  kind: 'polygon',
  points: [
    [105, 30],
    [105.01, 30],
    [105.01, 30.01],
    [105, 30.01],
  ],
};

describe('a drawn plot', () => {
  it('has its area and perimeter in metres, in whatever direction it was drawn', () => {
    const { area, length } = measure(PLOT);
    expect(area / 1e6).toBeCloseTo(1.0707, 3);
    expect(length).toBeCloseTo(2 * 1111.95 + 963 + 962.9, -1);
    expect(measure({ ...PLOT, points: PLOT.points.toReversed() }).area).toBeCloseTo(area, 3);
  });

  it('is stored as WKT, feature JSON, area, length and centre, and read again', () => {
    const stored = encodePlot(PLOT, '/files/a.png');
    expect(stored.geometry).toBe('POLYGON((105 30, 105.01 30, 105.01 30.01, 105 30.01, 105 30))');
    expect(JSON.parse(stored.feature)).toMatchObject({ type: 'Feature', geometry: { type: 'Polygon' } });
    expect(stored.preview).toBe('/files/a.png');
    expect([stored.longitude, stored.latitude]).toEqual([105.005, 30.005]);
    expect(decodePlot(stored)).toEqual(PLOT);
  });

  it('may be a line, without an area', () => {
    const line: PlotShape = { kind: 'line', points: PLOT.points.slice(0, 2) };
    expect(encodePlot(line)).toMatchObject({ geometry: 'LINESTRING(105 30, 105.01 30)', area: 0 });
    expect(decodePlot(encodePlot(line))).toEqual(line);
  });

  it('is null where the WKT is not understood', () => {
    for (const geometry of ['', 'POINT(1 2)', 'POLYGON((a b, 1 2))', 'POLYGON((200 0, 1 2, 3 4))'])
      expect(decodePlot({ geometry })).toBeNull();
  });
});

it('points are read from lines, with a comma or a space between', () => {
  expect(parsePoints('105, 30\n105.01 30\n\n 105.01，30.01 ')).toEqual([
    [105, 30],
    [105.01, 30],
    [105.01, 30.01],
  ]);
  expect(parsePoints('105')).toBeNull();
  expect(parsePoints('105, 95')).toBeNull();
});
