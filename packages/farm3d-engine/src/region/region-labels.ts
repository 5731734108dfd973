import type { IDisposable } from '../core/disposer.ts';
import type { RegionLevel } from './region-level.ts';
import type { ToScreen } from './marker-labels.ts';

/** Maximum number of visible names, which is the size of the pool of elements. */
const MAX_LABELS = 100;
/** Line height, as a share of the font size. */
const LINE_HEIGHT = 4 / 3;
/** Minimum distance between names, CSS px; visible ones may overlap by this much before they are hidden. */
const GAP = 4;
/** Moves smaller than this are not written, CSS px. */
const MIN_MOVE = 0.4;
/** Maximum width of a name, relative to its region. */
const MAX_WIDTH_FACTOR = 1.6;

interface Slot {
  readonly element: HTMLElement;
  region: number;
  x: number;
  y: number;
}

export interface LabelLook {
  readonly color: string;
  readonly halo: string;
  /** Font size, CSS px. */
  readonly size: number;
}

/** Names of regions without overlaps, large regions first. */
export class RegionLabels implements IDisposable {
  readonly #layer: HTMLElement;
  readonly #slots: Slot[] = [];
  readonly #free: Slot[] = [];
  readonly #shown = new Map<number, Slot>();
  #level: RegionLevel | undefined;
  #order: Uint16Array = new Uint16Array(0);
  #widths: Float32Array = new Float32Array(0);
  #texts: ((region: number) => string) | undefined;
  #pinned: readonly number[] = [];
  #isOn = true;
  #look: LabelLook = { color: '#fff', halo: '#000', size: 12 };

  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  get shownCount(): number {
    return this.#shown.size;
  }

  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    if (!isOn) this.#hideAll();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  setLook(look: LabelLook): void {
    // The width of a name depends on the font size.
    if (look.size !== this.#look.size) this.#widths.fill(0);
    this.#look = look;
    for (const { element } of this.#slots) this.#paint(element);
  }

  /** Regions whose names are always shown: the hovered and the selected. */
  setPinned(regions: readonly number[]): void {
    this.#pinned = regions;
  }

  /** @param textOf text of a region. Default: its name */
  setLevel(level: RegionLevel | undefined, textOf?: (region: number) => string): void {
    this.#hideAll();
    this.#level = level;
    if (!level) return;
    const { names, regionBoxes } = level.map.flat;
    this.#texts = textOf ?? ((region) => names[region]!);
    const sizes = Float32Array.from({ length: level.count }, (_, region) => {
      const at = region * 4;
      return (regionBoxes[at + 2]! - regionBoxes[at]!) * (regionBoxes[at + 3]! - regionBoxes[at + 1]!);
    });
    this.#order = new Uint16Array(level.count)
      .map((_, region) => region)
      .sort((a, b) => sizes[b]! - sizes[a]!);
    // Filled on demand: of a large map most names are never shown.
    this.#widths = new Float32Array(level.count);
  }

  /**
   * Call after each frame.
   * @param unitsToPixels CSS px per map unit in the middle of the viewport
   */
  update(toScreen: ToScreen, width: number, height: number, unitsToPixels: number): void {
    const level = this.#level;
    if (!level || !this.#isOn) return;
    const grid = new OccupiedCells(width, height);
    const { size } = this.#look;
    const next = new Set<number>();
    const { anchors, origin, regionBoxes } = level.map.flat;
    const placeLabel = (region: number, isPinned: boolean) => {
      if (next.size >= MAX_LABELS || next.has(region)) return;
      const maxWidth = (regionBoxes[region * 4 + 2]! - regionBoxes[region * 4]!) * unitsToPixels;
      if (!isPinned && maxWidth * MAX_WIDTH_FACTOR < size) return;
      const labelWidth = (this.#widths[region] ||= widthOf(this.#texts!(region), size));
      if (!isPinned && labelWidth > maxWidth * MAX_WIDTH_FACTOR) return;
      const at = toScreen(
        anchors[region * 2]! + origin[0],
        level.states.heightOf(region),
        anchors[region * 2 + 1]! + origin[1],
      );
      if (!at || at.x < 0 || at.y < 0 || at.x > width || at.y > height) return;
      const gap = this.#shown.has(region) ? 0 : GAP;
      if (!grid.take(at.x, at.y, labelWidth + gap, size * LINE_HEIGHT + gap) && !isPinned) return;
      next.add(region);
      this.#show(region, at.x, at.y);
    };
    for (const region of this.#pinned) placeLabel(region, true);
    for (const region of this.#order) {
      if (next.size >= MAX_LABELS) break;
      placeLabel(region, false);
    }
    for (const [region, slot] of this.#shown) if (!next.has(region)) this.#hide(slot);
  }

  dispose(): void {
    for (const { element } of this.#slots) element.remove();
    this.#slots.length = 0;
    this.#free.length = 0;
    this.#shown.clear();
    this.#level = undefined;
  }

  #show(region: number, x: number, y: number): void {
    let slot = this.#shown.get(region);
    if (!slot) {
      slot = this.#free.pop() ?? this.#makeSlot();
      slot.region = region;
      slot.x = Infinity;
      slot.element.textContent = this.#texts!(region);
      slot.element.style.visibility = 'visible';
      this.#shown.set(region, slot);
    }
    if (Math.abs(slot.x - x) < MIN_MOVE && Math.abs(slot.y - y) < MIN_MOVE) return;
    slot.x = x;
    slot.y = y;
    slot.element.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) translate(-50%,-50%)`;
  }

  #hide(slot: Slot): void {
    this.#shown.delete(slot.region);
    slot.element.style.visibility = 'hidden';
    this.#free.push(slot);
  }

  #hideAll(): void {
    for (const slot of Array.from(this.#shown.values())) this.#hide(slot);
  }

  #makeSlot(): Slot {
    const element = document.createElement('div');
    element.style.cssText =
      'position:absolute;left:0;top:0;white-space:nowrap;pointer-events:none;will-change:transform';
    this.#paint(element);
    this.#layer.append(element);
    const slot = { element, region: -1, x: 0, y: 0 };
    this.#slots.push(slot);
    return slot;
  }

  #paint(element: HTMLElement): void {
    const { color, halo, size } = this.#look;
    element.style.font = `600 ${size}px/${LINE_HEIGHT} system-ui,sans-serif`;
    element.style.color = color;
    // A sharp outline and a soft shadow: readable on every colour.
    element.style.webkitTextStroke = `3px ${halo}`;
    element.style.paintOrder = 'stroke fill';
    element.style.textShadow = `0 0 4px ${halo}`;
  }
}

/** Estimated: measuring would need layout. */
function widthOf(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += letter.codePointAt(0)! > 0x2e7f ? size : size * 0.58;
  return width;
}

/** Occupied cells of the screen. */
class OccupiedCells {
  static readonly #CELL = 8;
  readonly #columns: number;
  readonly #rows: number;
  readonly #taken: Uint8Array;

  constructor(width: number, height: number) {
    this.#columns = Math.ceil(width / OccupiedCells.#CELL) + 1;
    this.#rows = Math.ceil(height / OccupiedCells.#CELL) + 1;
    this.#taken = new Uint8Array(this.#columns * this.#rows);
  }

  /** Occupies a box around a point. @returns false if a part of it is occupied */
  take(x: number, y: number, width: number, height: number): boolean {
    const cell = OccupiedCells.#CELL;
    const left = Math.max(0, Math.floor((x - width / 2) / cell));
    const right = Math.min(this.#columns - 1, Math.floor((x + width / 2) / cell));
    const top = Math.max(0, Math.floor((y - height / 2) / cell));
    const bottom = Math.min(this.#rows - 1, Math.floor((y + height / 2) / cell));
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        if (this.#taken[row * this.#columns + column]) return false;
      }
    }
    for (let row = top; row <= bottom; row++) {
      this.#taken.fill(1, row * this.#columns + left, row * this.#columns + right + 1);
    }
    return true;
  }
}
