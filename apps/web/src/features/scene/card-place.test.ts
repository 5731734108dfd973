import { expect, test } from 'vitest';
import { placeCard } from './card-place.ts';

const room = { left: 16, top: 76, right: 1264, bottom: 784 };
const card = { width: 288, height: 300 };

test('a card stands to the right of its thing where there is room', () => {
  expect(placeCard({ x: 400, y: 400 }, card, room)).toMatchObject({ x: 464, y: 300, side: 'right' });
});

test('near the right edge it changes to the left and does not cover the thing', () => {
  const place = placeCard({ x: 1200, y: 400 }, card, room);
  expect(place.side).toBe('left');
  expect(place.x + card.width).toBeLessThan(1200);
});

test.each([[{ x: 0, y: 0 }], [{ x: 1280, y: 800 }], [{ x: -500, y: 2000 }], [{ x: 640, y: 90 }]])(
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
  const right = placeCard({ x: 400, y: 400 }, card, room);
  expect(right.joint).toEqual({ x: right.x, y: right.y + 26 });
  const left = placeCard({ x: 1200, y: 400 }, card, room);
  expect(left.joint.x).toBe(left.x + card.width);
});

test('a card higher than the room keeps its head in sight', () => {
  expect(placeCard({ x: 400, y: 400 }, { width: 288, height: 900 }, room).y).toBe(room.top);
});
