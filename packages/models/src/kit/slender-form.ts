import type { Geometry } from './geometry.ts';
import { PlantCanvas } from './plant-canvas.ts';
import type { Leaf, PlantParts } from './plant-parts.ts';

/** Leaves this many times as long as wide, the mean by area, make a plant slender: cereals. */
const SLENDER = 5;
/** Parts that are left out pass their width on to those that stay, up to so many times. */
const WIDEST = 1.7;
/** Stems and fruit take at most this part of the triangles while there are leaves. */
const FIRM_SHARE = 0.5;
/** A plant of so few stems crosses two triangles for each: one would vanish when seen edge-on. */
const FEW_STEMS = 2;
/** Bends of a ribbon beyond which nobody sees a difference. */
const MOST_BENDS = 3;

const leafArea = ({ length, width }: Leaf): number => length * width;
const total = (numbers: readonly number[]): number => numbers.reduce((sum, value) => sum + value, 0);

/** Whether a plant is made of blades, whose lines are its habit, rather than of leaves, whose mass is. */
export function isSlender({ leaves, stems }: PlantParts): boolean {
  if (leaves.length === 0) return stems.length > FEW_STEMS;
  const area = total(leaves.map(leafArea));
  return total(leaves.map((leaf) => (leafArea(leaf) * leaf.length) / leaf.width)) / area >= SLENDER;
}

/** The largest of a list, and how much wider they must be to cover what all covered. */
function largest<T>(
  list: readonly T[],
  count: number,
  areaOf: (item: T) => number,
): { kept: T[]; widened: number } {
  // Stable: of equals the first stay.
  const kept = list.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, Math.max(0, count));
  const [all, own] = [total(list.map(areaOf)), total(kept.map(areaOf))];
  return { kept, widened: own > 0 ? Math.min(WIDEST, all / own) : 1 };
}

/** Leaves of one tone: blades, tassels and awns thin out each among themselves, so that none vanishes whole. */
function byTone(leaves: readonly Leaf[]): Leaf[][] {
  const groups = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const tone = leaf.light.map((value) => value.toFixed(2)).join();
    groups.set(tone, [...(groups.get(tone) ?? []), leaf]);
  }
  return [...groups.values()];
}

/**
 * A slender plant at few triangles: every stem a spike, every blade a ribbon that keeps its arch. Gathering
 * the triangles of such a plant by place (`farForm`) turns its lines into patches.
 */
export function slenderForm(parts: PlantParts, triangles: number): Geometry {
  const canvas = new PlantCanvas();
  let left = Math.floor(triangles);
  for (const board of parts.boards)
    if (left >= 2) {
      canvas.board(board);
      left -= 2;
    }
  const firm = parts.leaves.length > 0 ? Math.floor(left * FIRM_SHARE) : left;
  const isCrossed = parts.stems.length <= FEW_STEMS;
  const eachStem = isCrossed ? 2 : 1;
  const stems = largest(
    parts.stems,
    Math.floor((parts.fruit.length > 0 ? firm * 0.5 : firm) / eachStem),
    ({ radius, path }) => radius * path.length,
  );
  for (const stem of stems.kept) canvas.spike(stem, isCrossed, stems.widened * 1.3);
  const afterStems = stems.kept.length * eachStem;
  const fruit = largest(
    parts.fruit,
    Math.floor((firm - afterStems) / 2),
    ({ length, radius }) => length * radius,
  );
  for (const one of fruit.kept) canvas.kite(one, fruit.widened);
  left -= afterStems + fruit.kept.length * 2;

  const groups = byTone(parts.leaves);
  const pieces = Math.floor(left / 2);
  const area = total(parts.leaves.map(leafArea));
  const ribbons = groups.flatMap((group) => {
    const share =
      parts.leaves.length <= pieces
        ? group.length
        : Math.floor((pieces * total(group.map(leafArea))) / Math.max(area, 1e-9));
    const { kept, widened } = largest(group, share, leafArea);
    return kept.map((leaf) => ({ leaf, widened }));
  });
  left -= ribbons.length * 2;
  // What is left over bends the largest leaves more finely.
  const bends = new Map(ribbons.map(({ leaf }) => [leaf, 1]));
  const bySize = ribbons.toSorted((a, b) => leafArea(b.leaf) - leafArea(a.leaf));
  for (let bend = 2; bend <= MOST_BENDS; bend++)
    for (const { leaf } of bySize) {
      if (left < 2) break;
      bends.set(leaf, bend);
      left -= 2;
    }
  for (const { leaf, widened } of ribbons) canvas.ribbon(leaf, bends.get(leaf) ?? 1, widened);
  return canvas.build();
}
