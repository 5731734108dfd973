import type { LabelPoint } from 'farm3d-engine';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Area for cards between bars and panels, CSS px. */
export interface CardArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface CardPosition {
  /** The card's top left corner, whole CSS px. */
  readonly x: number;
  readonly y: number;
  readonly side: 'left' | 'right';
  /** End of the leader line at the card. */
  readonly joint: { readonly x: number; readonly y: number };
}

/** Distance between an object's anchor and its card, so that the card does not cover the object. */
export const CARD_GAP = 64;
/** The same while transform handles are shown. */
export const HANDLES_GAP = 150;
/** Distance of the leader line's end from the card's top edge, CSS px. */
const JOINT_DEPTH = 26;

/** Distance between two cards, CSS px. */
const BETWEEN = 8;

/** A card that was placed before. */
export interface PlacedCard extends Size {
  readonly x: number;
  readonly y: number;
}

/** Start of the leader line; the card of an invisible object is at the right edge. */
export type Anchor = LabelPoint;

/**
 * Position of a card: at the right of its object where it fits, else at the left; inside the area, so that it is
 * completely visible, without overlap with placed cards, and as near to its object as possible.
 */
export function placeCard(
  anchor: Anchor,
  card: Size,
  area: CardArea,
  gap: number = CARD_GAP,
  placed: readonly PlacedCard[] = [],
): CardPosition {
  const at = anchor.visible ? anchor : { x: area.right + gap, y: area.top };
  const fitsRight = at.x + gap + card.width <= area.right;
  const fitsLeft = at.x - gap - card.width >= area.left;
  const inRoom = (x: number, y: number) => ({
    x: Math.round(clamp(x, area.left, area.right - card.width)),
    y: Math.round(clamp(y, area.top, area.bottom - card.height)),
  });
  const right = inRoom(at.x + gap, at.y - card.height / 3);
  const left = inRoom(at.x - gap - card.width, at.y - card.height / 3);
  const preferred = fitsRight || !fitsLeft ? [right, left] : [left, right];
  const beside = placed.flatMap((other) => {
    const below = other.y + other.height + BETWEEN;
    const above = other.y - card.height - BETWEEN;
    return preferred.flatMap(({ x, y }) => [
      inRoom(x, below),
      inRoom(x, above),
      inRoom(other.x + other.width + BETWEEN, y),
      inRoom(other.x - card.width - BETWEEN, y),
    ]);
  });
  const first = preferred[0] ?? right;
  const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - first.x, y - first.y);
  const free = [...preferred, ...beside.toSorted((a, b) => distance(a) - distance(b))].find(
    (position) => !placed.some((other) => overlaps({ ...position, ...card }, other)),
  );
  const { x, y } = free ?? first;
  const side = x + card.width / 2 >= anchor.x ? 'right' : 'left';
  return {
    x,
    y,
    side,
    joint: { x: side === 'right' ? x : x + card.width, y: y + Math.min(JOINT_DEPTH, card.height / 2) },
  };
}

function overlaps(a: PlacedCard, b: PlacedCard): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

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
