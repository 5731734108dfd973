import { expect, test } from 'vitest';
import { createCards } from './cards-model.ts';

test('opening a card closes the previous one unless that is pinned', () => {
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

test('opening an open card changes nothing', () => {
  const cards = createCards();
  cards.open('a');
  cards.setPinned('a', true);
  cards.open('a');
  expect(cards.cards.value).toEqual([{ id: 'a', pinned: true }]);
});

test('a click on empty space closes only cards that are not pinned', () => {
  const cards = createCards();
  cards.open('a');
  cards.setPinned('a', true);
  cards.open('b');
  cards.closeUnpinned();
  expect(cards.openIds.value).toEqual(['a']);
  cards.closeAll();
  expect(cards.openIds.value).toEqual([]);
});

test('the card of an object removed from the scene closes, pinned or not', () => {
  const cards = createCards();
  cards.open('a');
  cards.setPinned('a', true);
  cards.keepOnly(['b']);
  expect(cards.openIds.value).toEqual([]);
});
