import { PILL, Tier } from './label-content.ts';
import type { LabelStore } from './label-store.ts';

/** Cell of the screen grid, CSS px. Two labels never share a cell, so they do not overlap. */
const CELL = 4;
/** Buckets per doubling of the distance. Bucket sorting needs no comparison. */
const BUCKETS_PER_OCTAVE = 64;
const BUCKETS = 1536;
/** Minimum distance, metres. */
const NEAREST = 0.05;

/**
 * Hysteresis against flickering: a visible label counts as nearer than it is, and needs less room than a hidden one. Shares
 * of the distance, and CSS px around the pill.
 */
const SHOWN_ELEMENT_DISTANCE = 0.75;
const SHOWN_DRAWN_DISTANCE = 0.85;
const ROOM_SHOWN = 0;
const ROOM_NEW = 12;
const DOT_ROOM = 3;
const DOT_ROOM_NEW = 7;

/** Flag of a label that is not decided yet; the other bits hold its last tier. */
const UNDECIDED = 0x80;

/** Limits of visible labels. */
export interface LabelLimits {
  /** Labels as HTML elements, besides the pinned. */
  readonly elements: number;
  readonly drawn: number;
  readonly dots: number;
  /** Labels beyond this distance are dots, metres. */
  readonly pillDistance: number;
}

/** Chooses the visible labels of a frame: the pinned first, then the nearest. */
export class LabelChoice {
  readonly elements: number[] = [];
  readonly drawn: number[] = [];
  readonly dots: number[] = [];
  #taken = new Uint32Array(1);
  #stamp = 0;
  #columns = 1;
  #rows = 1;
  readonly #heads = new Int32Array(BUCKETS);
  #next = new Int32Array(1);

  /**
   * Chooses the labels and writes tier and position into the store.
   * @param viewProjection column-major, world to clip space
   * @param width of the viewport, CSS px
   */
  choose(
    store: LabelStore,
    viewProjection: readonly number[],
    width: number,
    height: number,
    limits: LabelLimits,
  ): void {
    this.#begin(width, height, store.count);
    const { positions, pinned, tiers, screenX, screenY } = store;
    const heads = this.#heads;
    const next = this.#next;
    const m = viewProjection;
    const [xx, xy, xw] = [m[0]!, m[1]!, m[3]!];
    const [yx, yy, yw] = [m[4]!, m[5]!, m[7]!];
    const [zx, zy, zw] = [m[8]!, m[9]!, m[11]!];
    const [ox, oy, ow] = [m[12]!, m[13]!, m[15]!];
    // In reverse, so that each bucket's list is in the order of slots: the choice is deterministic.
    for (let slot = store.count - 1; slot >= 0; slot--) {
      const x = positions[slot * 3]!;
      const y = positions[slot * 3 + 1]!;
      const z = positions[slot * 3 + 2]!;
      const w = xw * x + yw * y + zw * z + ow;
      const tier = tiers[slot]!;
      tiers[slot] = Tier.none;
      if (w < NEAREST) continue;
      const sx = ((xx * x + yx * y + zx * z + ox) / w + 1) * 0.5 * width;
      const sy = (1 - (xy * x + yy * y + zy * z + oy) / w) * 0.5 * height;
      if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
      screenX[slot] = sx;
      screenY[slot] = sy;
      tiers[slot] = tier | UNDECIDED;
      const distance =
        tier === Tier.element
          ? w * SHOWN_ELEMENT_DISTANCE
          : tier === Tier.drawn
            ? w * SHOWN_DRAWN_DISTANCE
            : w;
      const bucket = pinned[slot]
        ? 0
        : Math.min(BUCKETS - 1, Math.max(1, Math.round(Math.log2(distance / NEAREST) * BUCKETS_PER_OCTAVE)));
      next[slot] = heads[bucket]!;
      heads[bucket] = slot;
    }
    const maxBucket = Math.log2(limits.pillDistance / NEAREST) * BUCKETS_PER_OCTAVE;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const mayBePill = bucket <= maxBucket;
      for (let slot = heads[bucket]!; slot >= 0; slot = next[slot]!) {
        tiers[slot] = this.#decide(store, slot, mayBePill, limits);
      }
    }
  }

  #decide(store: LabelStore, slot: number, mayBePill: boolean, limits: LabelLimits): number {
    const lastTier = store.tiers[slot]! & ~UNDECIDED;
    const x = store.screenX[slot]!;
    const y = store.screenY[slot]!;
    const half = store.widths[slot]! / 2;
    const bottom = y - PILL.stem;
    if (store.pinned[slot]) {
      this.#take(x - half, bottom - PILL.height, x + half, bottom);
      this.elements.push(slot);
      return Tier.element;
    }
    const { elements, drawn, dots } = this;
    if (mayBePill && (elements.length < limits.elements || drawn.length < limits.drawn)) {
      const margin = lastTier >= Tier.drawn ? ROOM_SHOWN : ROOM_NEW;
      const top = bottom - PILL.height - margin;
      if (this.#isFree(x - half - margin, top, x + half + margin, bottom + margin)) {
        this.#take(x - half, bottom - PILL.height, x + half, bottom);
        if (elements.length < limits.elements) {
          elements.push(slot);
          return Tier.element;
        }
        drawn.push(slot);
        return Tier.drawn;
      }
    }
    if (dots.length >= limits.dots) return Tier.none;
    const radius = lastTier === Tier.dot ? DOT_ROOM : DOT_ROOM_NEW;
    if (!this.#isFree(x - radius, y - radius, x + radius, y + radius)) return Tier.none;
    this.#take(x - DOT_ROOM, y - DOT_ROOM, x + DOT_ROOM, y + DOT_ROOM);
    dots.push(slot);
    return Tier.dot;
  }

  #begin(width: number, height: number, count: number): void {
    this.elements.length = this.drawn.length = this.dots.length = 0;
    this.#columns = Math.max(1, Math.ceil(width / CELL));
    this.#rows = Math.max(1, Math.ceil(height / CELL));
    const cells = this.#columns * this.#rows;
    if (this.#taken.length < cells) this.#taken = new Uint32Array(cells);
    // A cell is taken if it holds the number of this frame: the grid is never cleared.
    this.#stamp++;
    this.#heads.fill(-1);
    if (this.#next.length < count) this.#next = new Int32Array(Math.max(count, this.#next.length * 2));
  }

  #isFree(left: number, top: number, right: number, bottom: number): boolean {
    const taken = this.#taken;
    const columns = this.#columns;
    const from = Math.max(0, Math.floor(left / CELL));
    const to = Math.min(columns - 1, Math.floor(right / CELL));
    const last = Math.min(this.#rows - 1, Math.floor(bottom / CELL));
    for (let row = Math.max(0, Math.floor(top / CELL)); row <= last; row++) {
      for (let column = from; column <= to; column++) {
        if (taken[row * columns + column] === this.#stamp) return false;
      }
    }
    return true;
  }

  #take(left: number, top: number, right: number, bottom: number): void {
    const columns = this.#columns;
    const from = Math.max(0, Math.floor(left / CELL));
    const to = Math.min(columns - 1, Math.floor(right / CELL));
    const last = Math.min(this.#rows - 1, Math.floor(bottom / CELL));
    for (let row = Math.max(0, Math.floor(top / CELL)); row <= last; row++) {
      this.#taken.fill(this.#stamp, row * columns + from, row * columns + to + 1);
    }
  }
}
