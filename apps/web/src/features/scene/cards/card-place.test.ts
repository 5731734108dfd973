import { expect, test } from 'vitest';
import { placeCard, type PlacedCard } from './card-place.ts';

const room = { left: 16, top: 76, right: 1264, bottom: 784 };
const card = { width: 288, height: 300 };
const at = (x: number, y: number, visible = true) => ({ x, y, visible });

test('a card stands to the right of its thing where there is room', () => {
  expect(placeCard(at(400, 400), card, room)).toMatchObject({ x: 464, y: 300, side: 'right' });
});

test('near the right edge it changes to the left and does not cover the thing', () => {
  const place = placeCard(at(1200, 400), card, room);
  expect(place.side).toBe('left');
  expect(place.x + card.width).toBeLessThan(1200);
});

test.each([[at(0, 0)], [at(1280, 800)], [at(-500, 2000)], [at(640, 90)], [at(640, 400, false)]])(
  'for a thing at %j the whole card stays in the room',
  (anchor) => {
    const { x, y } = placeCard(anchor, card, room);
    expect(x).toBeGreaterThanOrEqual(room.left);
    expect(x + card.width).toBeLessThanOrEqual(room.right);
    expect(y).toBeGreaterThanOrEqual(room.top);
    expect(y + card.height).toBeLessThanOrEqual(room.bottom);
  },
);

test('the leader line meets the edge that faces the thing', () => {
  const right = placeCard(at(400, 400), card, room);
  expect(right.joint).toEqual({ x: right.x, y: right.y + 26 });
  const left = placeCard(at(1200, 400), card, room);
  expect(left.joint.x).toBe(left.x + card.width);
});

test('a card higher than the room keeps its head in sight', () => {
  expect(placeCard(at(400, 400), { width: 288, height: 900 }, room).y).toBe(room.top);
});

test('the card of a thing outside the picture waits at the top of the right edge', () => {
  expect(placeCard(at(640, 400, false), card, room)).toMatchObject({
    x: room.right - card.width,
    y: room.top,
  });
});

test.each([
  ['things that stand together', at(400, 400), at(410, 405)],
  ['things outside the picture', at(0, 0, false), at(0, 0, false)],
  ['things at the right edge', at(1200, 300), at(1210, 500)],
])('cards of %s do not cover each other', (_, one, other) => {
  const first: PlacedCard = { ...placeCard(one, card, room), ...card };
  const second = placeCard(other, card, room, undefined, [first]);
  const third = placeCard(other, card, room, undefined, [first, { ...second, ...card }]);
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.abs(a.x - b.x) >= card.width || Math.abs(a.y - b.y) >= card.height;
  expect(apart(first, second)).toBe(true);
  expect(apart(first, third)).toBe(true);
  expect(apart(second, third)).toBe(true);
});
