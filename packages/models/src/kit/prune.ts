import type { Geometry } from './geometry.ts';

/** Leaves out the pieces (triangles that hang together by place) whose diagonal is under `smallest` metres. */
export function prune(geometry: Geometry, smallest: number): Geometry {
  if (smallest <= 0) return geometry;
  const { positions, indices } = geometry;
  const group = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (group[root] !== root) root = group[root]!;
    while (group[i] !== root) [i, group[i]] = [group[i]!, root];
    return root;
  };
  const join = (a: number, b: number): void => {
    group[find(a)] = find(b);
  };
  const byPlace = new Map<string, number>();
  for (let v = 0; v < group.length; v++) {
    const key = [0, 1, 2].map((k) => Math.round(positions[v * 3 + k]! * 1e5)).join(',');
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, v);
    else join(v, known);
  }
  for (let t = 0; t < indices.length; t += 3) {
    join(indices[t]!, indices[t + 1]!);
    join(indices[t]!, indices[t + 2]!);
  }
  const boxes = new Map<number, { low: number[]; high: number[] }>();
  for (let v = 0; v < group.length; v++) {
    const root = find(v);
    const box = boxes.get(root) ?? {
      low: [Infinity, Infinity, Infinity],
      high: [-Infinity, -Infinity, -Infinity],
    };
    boxes.set(root, box);
    for (let k = 0; k < 3; k++) {
      box.low[k] = Math.min(box.low[k]!, positions[v * 3 + k]!);
      box.high[k] = Math.max(box.high[k]!, positions[v * 3 + k]!);
    }
  }
  const stays = (v: number): boolean => {
    const { low, high } = boxes.get(find(v))!;
    return Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) >= smallest;
  };
  const kept: number[] = [];
  for (let t = 0; t < indices.length; t += 3)
    if (stays(indices[t]!)) kept.push(indices[t]!, indices[t + 1]!, indices[t + 2]!);
  return { ...geometry, indices: Uint32Array.from(kept) };
}
