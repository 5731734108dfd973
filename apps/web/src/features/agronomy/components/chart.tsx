import { lazy, Suspense } from 'react';
import { Skeleton } from '@farm3d/ui';
import type { ChartProps } from './chart-types.ts';

// The chart library comes only with the first chart.
const UplotChart = lazy(() => import('./uplot-chart.tsx'));

/** A chart over time: thin lines, gaps left as gaps, a crosshair that reads all series, arrow keys move it. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton className="h-56 w-full" />}>
      <UplotChart {...props} />
    </Suspense>
  );
}
