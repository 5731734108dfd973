import { computed, signal } from '@preact/signals-react';

/** An open info card. */
export interface Card {
  readonly id: string;
  /** A pinned card stays open when another object is clicked. */
  readonly pinned: boolean;
}

/** Which info cards are open (Spec §4: open, closed, pinned, unpinned). */
export function createCards() {
  const cards = signal<readonly Card[]>([]);
  /** Card that takes the focus when it is rendered: it was opened by a key. */
  const focusedId = signal<string | null>(null);
  const openIds = computed(() => cards.value.map(({ id }) => id));
  return {
    cards,
    openIds,
    focusedId,
    focus: (id: string | null): void => {
      focusedId.value = id;
    },
    /** Opens a card instead of the unpinned one; the last one is on top. */
    open: (id: string): void => {
      const pinned = cards.peek().filter((card) => card.pinned && card.id !== id);
      const existing = cards.peek().find((card) => card.id === id);
      cards.value = [...pinned, existing ?? { id, pinned: false }];
    },
    close: (id: string): void => {
      cards.value = cards.peek().filter((card) => card.id !== id);
    },
    /** Closes the unpinned cards, as a click on the background does. */
    closeUnpinned: (): void => {
      cards.value = cards.peek().filter((card) => card.pinned);
    },
    closeAll: (): void => {
      cards.value = [];
    },
    setPinned: (id: string, pinned: boolean): void => {
      cards.value = cards.peek().map((card) => (card.id === id ? { id, pinned } : card));
    },
    /** Closes the cards of objects that are no longer in the scene. */
    keepOnly: (ids: readonly string[]): void => {
      const presentIds = new Set(ids);
      if (cards.peek().some((card) => !presentIds.has(card.id))) {
        cards.value = cards.peek().filter((card) => presentIds.has(card.id));
      }
    },
  };
}

export type Cards = ReturnType<typeof createCards>;
