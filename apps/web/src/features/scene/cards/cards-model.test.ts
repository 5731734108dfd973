import { expect, test } from 'vitest';
import { createCards } from './cards-model.ts';

test('opening another card closes the one before, unless it is pinned', () => {
  const cards = createCards();
  cards.open('a');
  cards.open('b');
  expect(cards.openIds.value).toEqual(['b']);
  cards.setPinned('b', true);
  cards.open('c');
  expect(cards.openIds.value).toEqual(['b', 'c']);
  cards.open('d');
  expect(cards.openIds.value).toEqual(['b', 'd']);
});

test('opening an open card keeps it as it is', () => {
  const cards = createCards();
  cards.open('a');
  cards.setPinned('a', true);
  cards.open('a');
  expect(cards.cards.value).toEqual([{ id: 'a', pinned: true }]);
});

test('a click beside everything closes only what is not pinned', () => {
  const cards = createCards();
  cards.open('a');
  cards.setPinned('a', true);
  cards.open('b');
  cards.closeUnpinned();
  expect(cards.openIds.value).toEqual(['a']);
  cards.closeAll();
  expect(cards.openIds.value).toEqual([]);
});

test('the card of a thing that was taken out of the scene closes, pinned or not', () => {
  const cards = createCards();
  cards.open('a');
  cards.setPinned('a', true);
  cards.keepOnly(['b']);
  expect(cards.openIds.value).toEqual([]);
});
