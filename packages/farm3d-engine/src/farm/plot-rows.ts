import { check, checkFinite } from '../core/check.ts';
import { type PlantRow, ROW_PLANTS } from './plant-rows.ts';
import type { PlotShape } from './plot-shape.ts';

/** Spacing of plants in a plot. */
export interface RowSpacing {
  /** Distance between rows, metres. */
  readonly row: number;
  /** Distance between the plants of a row, metres. */
  readonly plant: number;
  /** Direction of the rows, radians; 0: east. Default 0. */
  readonly angle?: number;
  /** Free margin along the boundary, measured along the rows, metres. Default 0.5. */
  readonly margin?: number;
  /** Height of the ground, metres. Default 0. */
  readonly y?: number;
}

/** Rows over a whole plot, interrupted by its holes. @throws FarmError `invalid-argument` */
export function rowsOnPlot(
  { polygons: pieces }: PlotShape,
  { row, plant, angle = 0, margin = 0.5, y = 0 }: RowSpacing,
): PlantRow[] {
  for (const [field, value] of Object.entries({ row, plant }))
    check(Number.isFinite(value) && value > 0, field, value);
  checkFinite({ angle, margin, y });
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // In the frame of the rows: u along, v across.
  const edges = pieces.flatMap(({ outline, holes }) =>
    [outline, ...holes].flatMap((ring) => {
      const rotated = ring.map(([x, z]) => [x * cos + z * sin, z * cos - x * sin] as const);
      return rotated.map((point, i) => [point, rotated[(i + 1) % rotated.length]!] as const);
    }),
  );
  const across = edges.map(([[, v]]) => v);
  const rows: PlantRow[] = [];
  const [low, high] = [Math.min(...across), Math.max(...across)];
  for (let k = 0, v = low + row / 2; v < high; v = low + (++k + 0.5) * row) {
    const crossings = edges
      .filter(([[, a], [, b]]) => a > v !== b > v)
      .map(([[ua, va], [ub, vb]]) => ua + ((ub - ua) * (v - va)) / (vb - va))
      .sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = crossings[i]! + margin;
      const length = crossings[i + 1]! - margin - from;
      if (length < 0) continue;
      const count = Math.min(ROW_PLANTS, Math.floor(length / plant) + 1);
      const u = from + (length - (count - 1) * plant) / 2;
      rows.push({
        x: u * cos - v * sin,
        y,
        z: u * sin + v * cos,
        stepX: plant * cos,
        stepZ: plant * sin,
        count,
      });
    }
  }
  return rows;
}
