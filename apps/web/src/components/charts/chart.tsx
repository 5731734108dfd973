import { lazy, Suspense } from 'react';
import { Skeleton } from '@farm3d/ui';
import type { ChartProps } from './chart-types.ts';

// The chart library is fetched with the first chart.
const UplotChart = lazy(() => import('./uplot-chart.tsx'));

/** Time series chart: lines with gaps, and a crosshair for all series that arrow keys move. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton className="h-56 w-full" />}>
      <UplotChart {...props} />
    </Suspense>
  );
}
