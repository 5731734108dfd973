import { lazy } from 'react';

/** Any number of points on a map: those near each other are one circle with their number, which a click opens. MapLibre is fetched with it. */
export const PointMap = lazy(() => import('./point-map-view.tsx'));
export type { PointMapProps } from './point-map-view.tsx';
