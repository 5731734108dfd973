/** A point of a line. */
export interface LinePoint {
  readonly ts: number;
  readonly value: number;
}

/**
 * Selects at most `count` points that keep the shape of the line: Largest Triangle Three Buckets (Steinarsson,
 * "Downsampling Time Series for Visual Representation", 2013). First and last stay; `points` are in the order of
 * time. With `count` below 3 only the first and the last remain.
 */
export function lttb<Point extends LinePoint>(points: readonly Point[], count: number): Point[] {
  const { length } = points;
  if (count >= length) return [...points];
  const first = points[0];
  const last = points[length - 1];
  if (!first || !last) return [];
  if (count < 3) return count < 2 ? [first] : [first, last];
  const chosen: Point[] = [first];
  // Between the first and the last, `count - 2` buckets of equal size; one point of each is selected.
  const size = (length - 2) / (count - 2);
  let from = first;
  for (let part = 0; part < count - 2; part += 1) {
    const begin = Math.floor(part * size) + 1;
    const end = Math.floor((part + 1) * size) + 1;
    const next = meanOf(points, end, Math.min(Math.floor((part + 2) * size) + 1, length));
    let best = points[begin] ?? from;
    let largest = -1;
    for (let i = begin; i < end; i += 1) {
      const point = points[i];
      if (!point) break;
      const area = Math.abs(
        (from.ts - next.ts) * (point.value - from.value) - (from.ts - point.ts) * (next.value - from.value),
      );
      if (area > largest) [largest, best] = [area, point];
    }
    chosen.push(best);
    from = best;
  }
  chosen.push(last);
  return chosen;
}

function meanOf(points: readonly LinePoint[], begin: number, end: number): LinePoint {
  let ts = 0;
  let value = 0;
  for (let i = begin; i < end; i += 1) {
    ts += points[i]?.ts ?? 0;
    value += points[i]?.value ?? 0;
  }
  return { ts: ts / (end - begin), value: value / (end - begin) };
}
