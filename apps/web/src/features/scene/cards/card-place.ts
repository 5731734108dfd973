import type { LabelPoint } from 'farm3d-engine';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Free space for cards, CSS px in the scene: what bars and panels leave. */
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
  /** Where the leader line meets the card. */
  readonly joint: { readonly x: number; readonly y: number };
}

/** Space between the thing's anchor and its card, so that the card never covers what it is about. */
export const CARD_GAP = 64;
/** The same while handles stand around the thing. */
export const HANDLES_GAP = 150;
/** How far below the card's top edge its leader line ends. */
const JOINT_DEPTH = 26;

/** Space between two cards. */
const BETWEEN = 8;

/** A card that stands already. */
export interface PlacedCard extends Size {
  readonly x: number;
  readonly y: number;
}

/** Where the line to a card begins; what is not visible has its card wait at the right edge. */
export type Anchor = LabelPoint;

/**
 * Where a card goes: to the right of its thing where there is room, else to its left; kept inside the room, so that it
 * is always read in full, and off the cards that stand already, as near to its thing as they allow.
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
  const wanted = fitsRight || !fitsLeft ? [right, left] : [left, right];
  const beside = placed.flatMap((other) => {
    const below = other.y + other.height + BETWEEN;
    const above = other.y - card.height - BETWEEN;
    return wanted.flatMap(({ x, y }) => [
      inRoom(x, below),
      inRoom(x, above),
      inRoom(other.x + other.width + BETWEEN, y),
      inRoom(other.x - card.width - BETWEEN, y),
    ]);
  });
  const first = wanted[0] ?? right;
  const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - first.x, y - first.y);
  const free = [...wanted, ...beside.toSorted((a, b) => distance(a) - distance(b))].find(
    (place) => !placed.some((other) => overlaps({ ...place, ...card }, other)),
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

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
