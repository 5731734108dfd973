/** Place of a label's object on the screen, CSS px. */
export interface LabelAnchor {
  readonly x: number;
  readonly y: number;
  /** false: behind the camera or outside the viewport. */
  readonly visible: boolean;
}

/** A label to place; the most needed first. */
export interface PlacedLabel {
  readonly id: string;
  readonly anchor: LabelAnchor;
  /** Size of the whole label, CSS px. */
  readonly width: number;
  readonly height: number;
}

/** How a label is shown: with its text, as a dot for want of room, or not at all. */
type LabelShape = 'full' | 'dot' | 'none';

export interface LabelPlace {
  readonly shape: LabelShape;
  /** Top left corner, CSS px. */
  readonly x: number;
  readonly y: number;
}

/** Diameter of a dot with its margin, CSS px. */
export const DOT_PX = 14;
/** Least distance between two labels, CSS px; a hidden one needs more, so that it does not flicker. */
const GAP = 2;
const GAP_NEW = 8;
/** Distance of a label from its object's point: a dot fits between two labels, CSS px. */
const LIFT = 10;

/** A rectangle in the area, CSS px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Size of the area that labels are shown in, CSS px. */
export interface LabelArea {
  readonly width: number;
  readonly height: number;
}

/** Side of a cell of the index of taken places, CSS px. */
const CELL = 64;

/** Boxes by the cells that they touch: 300 labels are compared with their neighbours only. */
class TakenPlaces {
  readonly #cells = new Map<number, Box[]>();

  isFree(box: Box, gap: number): boolean {
    const wide = {
      left: box.left - gap,
      top: box.top - gap,
      right: box.right + gap,
      bottom: box.bottom + gap,
    };
    for (const cell of this.#cellsOf(wide))
      for (const other of this.#cells.get(cell) ?? [])
        if (
          wide.left < other.right &&
          other.left < wide.right &&
          wide.top < other.bottom &&
          other.top < wide.bottom
        )
          return false;
    return true;
  }

  add(box: Box): void {
    for (const cell of this.#cellsOf(box)) {
      const boxes = this.#cells.get(cell);
      if (boxes) boxes.push(box);
      else this.#cells.set(cell, [box]);
    }
  }

  *#cellsOf({ left, top, right, bottom }: Box): Generator<number> {
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1)
      for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1)
        yield row * 65_536 + column;
  }
}

const boxAt = (x: number, y: number, width: number, height: number): Box => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

const isInside = ({ left, top, right, bottom }: Box, area: LabelArea | undefined): boolean =>
  !area || (left >= 0 && top >= 0 && right <= area.width && bottom <= area.height);

/**
 * Places labels so that none overlaps another and none is cut off: each above its object, else beside or below it, else as a
 * dot, else not at all. Those that come first are placed first. A label that was shown keeps its shape as long as there is
 * room.
 * @param before shapes of the last placement
 * @param area default: without bounds
 * @param covered where something else lies, such as an open card: no label is placed under it
 */
export function placeLabels(
  labels: readonly PlacedLabel[],
  before: ReadonlyMap<string, LabelPlace> = new Map(),
  area?: LabelArea,
  covered: readonly Box[] = [],
): Map<string, LabelPlace> {
  const taken = new TakenPlaces();
  for (const box of covered) taken.add(box);
  const places = new Map<string, LabelPlace>();
  for (const { id, anchor, width, height } of labels) {
    const hidden: LabelPlace = { shape: 'none', x: 0, y: 0 };
    if (!anchor.visible) {
      places.set(id, hidden);
      continue;
    }
    const { x, y } = anchor;
    const wasFull = before.get(id)?.shape === 'full';
    const corners = [
      [x - width / 2, y - height - LIFT],
      [x + LIFT, y - height / 2],
      [x - width - LIFT, y - height / 2],
      [x - width / 2, y + LIFT],
    ] as const;
    const free = corners
      .map(([left, top]) => boxAt(left, top, width, height))
      .find((box) => isInside(box, area) && taken.isFree(box, wasFull ? GAP : GAP_NEW));
    const dot = boxAt(x - DOT_PX / 2, y - DOT_PX / 2, DOT_PX, DOT_PX);
    if (free) {
      taken.add(free);
      places.set(id, { shape: 'full', x: Math.round(free.left), y: Math.round(free.top) });
    } else if (taken.isFree(dot, GAP)) {
      taken.add(dot);
      places.set(id, { shape: 'dot', x: Math.round(dot.left), y: Math.round(dot.top) });
    } else places.set(id, hidden);
  }
  return places;
}
