export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Free space for cards, CSS px in the scene: what bars and panels leave. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface CardPlace {
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

/**
 * Where a card goes for a thing whose label anchor is at `anchor`: to its right where there is room, else to its left;
 * kept inside the room, so that it is always read in full.
 */
export function placeCard(
  anchor: { readonly x: number; readonly y: number },
  card: Size,
  room: Room,
  gap: number = CARD_GAP,
): CardPlace {
  const fitsRight = anchor.x + gap + card.width <= room.right;
  const fitsLeft = anchor.x - gap - card.width >= room.left;
  const side = fitsRight || !fitsLeft ? 'right' : 'left';
  const wantedX = side === 'right' ? anchor.x + gap : anchor.x - gap - card.width;
  const x = Math.round(clamp(wantedX, room.left, room.right - card.width));
  const y = Math.round(clamp(anchor.y - card.height / 3, room.top, room.bottom - card.height));
  const joint = {
    x: side === 'right' ? x : x + card.width,
    y: y + Math.min(JOINT_DEPTH, card.height / 2),
  };
  return { x, y, side, joint };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
