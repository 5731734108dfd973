import type { Vec3 } from '../core/vec3.ts';
import { type LabelContent, Tier } from './label-content.ts';

const FIRST_CAPACITY = 64;

/** Labels as flat arrays by slot: up to ten thousand are processed for each frame of a moving camera. */
export class LabelStore {
  /** World coordinates, three per slot. */
  positions = new Float32Array(FIRST_CAPACITY * 3);
  /** Width of the pill, CSS px. */
  widths = new Float32Array(FIRST_CAPACITY);
  /** 1: always shown. */
  pinned = new Uint8Array(FIRST_CAPACITY);
  /** Present tier; see Tier. */
  tiers = new Uint8Array(FIRST_CAPACITY);
  /** Position in the last frame, CSS px; of visible labels. */
  screenX = new Float32Array(FIRST_CAPACITY);
  screenY = new Float32Array(FIRST_CAPACITY);
  readonly ids: string[] = [];
  readonly contents: LabelContent[] = [];
  /** Increases when text or colour of a slot changes: painted pills are then outdated. */
  versions = new Uint32Array(FIRST_CAPACITY);
  readonly #slots = new Map<string, number>();
  #revision = 0;

  get count(): number {
    return this.ids.length;
  }

  /** Increases with every change. */
  get revision(): number {
    return this.#revision;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  /** Adds or changes a label. @returns its slot. */
  set(id: string, position: Vec3, content: LabelContent, width: number): number {
    let slot = this.#slots.get(id);
    if (slot === undefined) {
      slot = this.ids.length;
      if (slot === this.widths.length) this.#grow();
      this.#slots.set(id, slot);
      this.ids.push(id);
      this.contents.push(content);
      this.pinned[slot] = 0;
      this.tiers[slot] = Tier.none;
    } else {
      this.contents[slot] = content;
    }
    this.widths[slot] = width;
    this.versions[slot] = ++this.#revision;
    this.move(slot, position);
    return slot;
  }

  move(slot: number, { x, y, z }: Vec3): void {
    this.positions[slot * 3] = x;
    this.positions[slot * 3 + 1] = y;
    this.positions[slot * 3 + 2] = z;
    this.#revision++;
  }

  setPinned(slot: number, pinned: boolean): void {
    this.pinned[slot] = pinned ? 1 : 0;
    this.#revision++;
  }

  /** The last label moves into the free slot. @returns the freed slot and the one that moved there (-1: none) */
  remove(id: string): { readonly slot: number; readonly from: number } | undefined {
    const slot = this.#slots.get(id);
    if (slot === undefined) return undefined;
    this.#slots.delete(id);
    this.#revision++;
    const last = this.ids.length - 1;
    const lastId = this.ids.pop()!;
    const lastContent = this.contents.pop()!;
    if (slot === last) return { slot, from: -1 };
    this.ids[slot] = lastId;
    this.contents[slot] = lastContent;
    this.#slots.set(lastId, slot);
    this.positions.copyWithin(slot * 3, last * 3, last * 3 + 3);
    for (const array of [this.widths, this.pinned, this.tiers, this.screenX, this.screenY, this.versions]) {
      array[slot] = array[last]!;
    }
    return { slot, from: last };
  }

  clear(): void {
    this.ids.length = 0;
    this.contents.length = 0;
    this.#slots.clear();
    this.#revision++;
  }

  #grow(): void {
    const capacity = this.widths.length * 2;
    const larger = <T extends Float32Array | Uint8Array | Uint32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.positions = larger(this.positions, new Float32Array(capacity * 3));
    this.widths = larger(this.widths, new Float32Array(capacity));
    this.pinned = larger(this.pinned, new Uint8Array(capacity));
    this.tiers = larger(this.tiers, new Uint8Array(capacity));
    this.screenX = larger(this.screenX, new Float32Array(capacity));
    this.screenY = larger(this.screenY, new Float32Array(capacity));
    this.versions = larger(this.versions, new Uint32Array(capacity));
  }
}
