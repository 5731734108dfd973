import type { ChartPoint } from '@farm3d/api';

/** Margin above and below for the width of the line. */
const EDGE = 2;

/** An SVG path through readings, its gaps left as gaps; empty when there are fewer than two. */
export function sparkPath(points: readonly ChartPoint[], width: number, height: number): string {
  const numbers = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first, last] = [points[0], points.at(-1)];
  if (numbers.length < 2 || !first || !last || last.ts === first.ts) return '';
  const min = Math.min(...numbers);
  const span = Math.max(...numbers) - min;
  const x = (ts: number): string => (((ts - first.ts) / (last.ts - first.ts)) * width).toFixed(1);
  // A constant reading is a line in the middle.
  const y = (value: number): string =>
    (span === 0 ? height / 2 : height - EDGE - ((value - min) / span) * (height - 2 * EDGE)).toFixed(1);
  let pen = 'M';
  return points
    .map(({ ts, value }) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const step = `${pen}${x(ts)} ${y(value)}`;
      pen = 'L';
      return step;
    })
    .join('');
}
