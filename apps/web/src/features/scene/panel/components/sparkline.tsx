import type { ChartPoint } from '@farm3d/api';
import { sparkPath } from '../spark-path.ts';

const WIDTH = 80;
const HEIGHT = 28;

/** Line of the last hours of a reading, without axes. Nothing without readings. */
export function Sparkline({ label, points }: { label: string; points: readonly ChartPoint[] }) {
  const path = sparkPath(points, WIDTH, HEIGHT);
  if (path === '') return null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-7 w-20 text-leaf"
      data-testid="sparkline"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
