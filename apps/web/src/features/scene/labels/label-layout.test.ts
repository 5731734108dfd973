import { expect, test } from 'vitest';
import { DOT_PX, placeLabels, type LabelPlace, type PlacedLabel } from './label-layout.ts';

const label = (id: string, x: number, y: number, width = 120, visible = true): PlacedLabel => ({
  id,
  anchor: { x, y, visible },
  width,
  height: 28,
});

/** Numbers that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function boxesOf(labels: readonly PlacedLabel[], places: ReadonlyMap<string, LabelPlace>) {
  return labels.flatMap(({ id, width, height }) => {
    const { shape, x, y } = places.get(id)!;
    if (shape === 'none') return [];
    const [w, h] = shape === 'full' ? [width, height] : [DOT_PX, DOT_PX];
    return { id, left: x, top: y, right: x + w, bottom: y + h };
  });
}

test.each([1, 2, 3])('of 300 devices no label lies over another, and many can be read (%i)', (seed) => {
  const next = random(seed);
  const labels = Array.from({ length: 300 }, (_, i) =>
    label(`d${i}`, next() * 1280, 80 + next() * 640, 60 + next() * 120),
  );
  const places = placeLabels(labels);
  const boxes = boxesOf(labels, places);
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      expect(
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top,
        `${a.id} and ${b.id}`,
      ).toBe(true);
  expect([...places.values()].filter(({ shape }) => shape === 'full').length).toBeGreaterThan(40);
});

test('a label stands above its object; what is needed more is placed first', () => {
  const places = placeLabels([label('alarm', 100, 100), label('offline', 100, 100)]);
  expect(places.get('alarm')).toEqual({ shape: 'full', x: 40, y: 62 });
  // Beside it there is room.
  expect(places.get('offline')).toMatchObject({ shape: 'full' });
  expect(places.get('offline')).not.toEqual(places.get('alarm'));
});

test('without room for its text a label is a dot, and without room for that nothing', () => {
  const same = Array.from({ length: 7 }, (_, i) => label(`d${i}`, 200, 200, 160));
  const shapes = [...placeLabels(same).values()].map(({ shape }) => shape);
  expect(shapes).toContain('dot');
  expect(shapes).toContain('none');
  expect(shapes.filter((shape) => shape === 'dot')).toHaveLength(1);
});

test('what is behind the camera has no label', () => {
  expect(placeLabels([label('a', 10, 10, 100, false)]).get('a')!.shape).toBe('none');
});

test('a shown label needs less room than a new one: it does not flicker', () => {
  // The second one has the first at its left, five pixels off, and walls of others elsewhere.
  const labels = [label('a', 100, 100), label('b', 225, 100)];
  const first = placeLabels(labels);
  const again = placeLabels(labels, new Map([['b', { shape: 'full', x: 165, y: 62 }]]));
  expect(first.get('b')).not.toMatchObject({ x: 165, y: 62 });
  expect(again.get('b')).toEqual({ shape: 'full', x: 165, y: 62 });
  expect(placeLabels(labels, again)).toEqual(again);
});

test('at the edge of the scene a label goes to the other side, and becomes a dot where no side has room', () => {
  const area = { width: 390, height: 800 };
  const places = placeLabels([label('left', 10, 400), label('corner', 385, 5, 380)], new Map(), area);
  expect(places.get('left')).toMatchObject({ shape: 'full', x: 20 });
  expect(places.get('corner')?.shape).toBe('dot');
});

test('no label lies under what covers the scene', () => {
  const card = { left: 60, top: 20, right: 260, bottom: 95 };
  const labels = [label('a', 100, 100), label('b', 150, 60)];
  const places = placeLabels(labels, new Map(), { width: 1280, height: 720 }, [card]);
  for (const { left, top, right, bottom } of boxesOf(labels, places))
    expect(right <= card.left || left >= card.right || bottom <= card.top || top >= card.bottom).toBe(true);
  // There is room below the card for the one at its edge, and none for what stands behind its middle.
  expect(places.get('a')).toMatchObject({ shape: 'full' });
  expect(places.get('b')).toMatchObject({ shape: 'none' });
});
