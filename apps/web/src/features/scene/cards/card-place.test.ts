import { expect, test } from 'vitest';
import { placeCard, type PlacedCard } from './card-place.ts';

const area = { left: 16, top: 76, right: 1264, bottom: 784 };
const card = { width: 288, height: 300 };
const at = (x: number, y: number, visible = true) => ({ x, y, visible });

test('a card is right of its object if there is space', () => {
  expect(placeCard(at(400, 400), card, area)).toMatchObject({ x: 464, y: 300, side: 'right' });
});

test('near the right edge the card is left of the object and does not cover it', () => {
  const position = placeCard(at(1200, 400), card, area);
  expect(position.side).toBe('left');
  expect(position.x + card.width).toBeLessThan(1200);
});

test.each([[at(0, 0)], [at(1280, 800)], [at(-500, 2000)], [at(640, 90)], [at(640, 400, false)]])(
  'for an object at %j the whole card is within the viewport',
  (anchor) => {
    const { x, y } = placeCard(anchor, card, area);
    expect(x).toBeGreaterThanOrEqual(area.left);
    expect(x + card.width).toBeLessThanOrEqual(area.right);
    expect(y).toBeGreaterThanOrEqual(area.top);
    expect(y + card.height).toBeLessThanOrEqual(area.bottom);
  },
);

test('the leader line ends at the card edge that faces the object', () => {
  const right = placeCard(at(400, 400), card, area);
  expect(right.joint).toEqual({ x: right.x, y: right.y + 26 });
  const left = placeCard(at(1200, 400), card, area);
  expect(left.joint.x).toBe(left.x + card.width);
});

test('a card taller than the viewport keeps its header visible', () => {
  expect(placeCard(at(400, 400), { width: 288, height: 900 }, area).y).toBe(area.top);
});

test('the card of an object outside the view is at the top right', () => {
  expect(placeCard(at(640, 400, false), card, area)).toMatchObject({
    x: area.right - card.width,
    y: area.top,
  });
});

test.each([
  ['things that stand together', at(400, 400), at(410, 405)],
  ['things outside the picture', at(0, 0, false), at(0, 0, false)],
  ['things at the right edge', at(1200, 300), at(1210, 500)],
])('cards of %s do not overlap', (_, one, other) => {
  const first: PlacedCard = { ...placeCard(one, card, area), ...card };
  const second = placeCard(other, card, area, undefined, [first]);
  const third = placeCard(other, card, area, undefined, [first, { ...second, ...card }]);
  const areDisjoint = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.abs(a.x - b.x) >= card.width || Math.abs(a.y - b.y) >= card.height;
  expect(areDisjoint(first, second)).toBe(true);
  expect(areDisjoint(first, third)).toBe(true);
  expect(areDisjoint(second, third)).toBe(true);
});
