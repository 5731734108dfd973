import {
  CARD_GAP,
  placeCard,
  type Anchor,
  type CardPosition,
  type CardArea,
  type PlacedCard,
} from './card-place.ts';

/** A card in the layout. */
export interface LaidCard {
  readonly element: HTMLElement;
  anchor: Anchor;
  gap: number;
  /** Moves the card and its leader line. */
  readonly show: (position: CardPosition, anchor: Anchor) => void;
}

/** Places all open cards together, in the order in which they were opened, so that none covers another. */
export class CardLayout {
  readonly #cards = new Map<string, LaidCard>();
  #area: CardArea = { left: 0, top: 0, right: 0, bottom: 0 };

  /** @returns the function that removes it */
  add(id: string, card: Omit<LaidCard, 'anchor' | 'gap'>): () => void {
    const laid: LaidCard = { ...card, anchor: { x: 0, y: 0, visible: false }, gap: CARD_GAP };
    this.#cards.set(id, laid);
    return () => {
      if (this.#cards.get(id) !== laid) return;
      this.#cards.delete(id);
      this.placeAll();
    };
  }

  setAnchor(id: string, anchor: Anchor): void {
    const card = this.#cards.get(id);
    if (!card) return;
    card.anchor = anchor;
    this.placeAll();
  }

  setGap(id: string, gap: number): void {
    const card = this.#cards.get(id);
    if (!card || card.gap === gap) return;
    card.gap = gap;
    this.placeAll();
  }

  setRoom(area: CardArea): void {
    this.#area = area;
    this.placeAll();
  }

  placeAll(): void {
    const taken: PlacedCard[] = [];
    for (const { element, anchor, gap, show } of this.#cards.values()) {
      element.style.maxHeight = `${Math.max(0, this.#area.bottom - this.#area.top)}px`;
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const position = placeCard(anchor, size, this.#area, gap, taken);
      taken.push({ x: position.x, y: position.y, ...size });
      show(position, anchor);
    }
  }
}
