import { Matrix4, type PerspectiveCamera, type Scene } from 'three';
import { check, checkVector } from '../core/check.ts';
import { FarmError } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import { asBackdrop } from '../view/backdrop.ts';
import { LabelChoice, type LabelLimits } from './label-choice.ts';
import { type LabelContent, type LabelTier, PILL, TIER_NAMES } from './label-content.ts';
import { LabelNodes } from './label-nodes.ts';
import { LabelPainter, type PillLayout } from './label-painter.ts';
import type { LabelSprites } from './label-sprites.ts';
import { LabelStore } from './label-store.ts';

/** Which labels are shown: all, or the pinned. */
export type LabelMode = 'all' | 'pinned';

/** A custom label, or a new text for one. */
export interface LabelRecord extends LabelContent {
  /** Id of a placed object, or any other. */
  readonly id: string;
  /** World coordinates, metres. */
  readonly position: Vec3;
}

/** A visible label of the last frame. */
export interface ShownLabel {
  /** Id of the label. */
  readonly id: string;
  /** How it is shown. */
  readonly tier: LabelTier;
  /** From the container's left edge, CSS px. */
  readonly x: number;
  /** From the container's top edge, CSS px. */
  readonly y: number;
}

/** More than a reader can read at a time, and cheap enough for every frame. */
const LABEL_LIMITS: LabelLimits = { elements: 24, drawn: 128, dots: 1_500, pillDistance: 160 };

/** Distance within which a dot is hit, CSS px. */
const DOT_REACH = 8;

interface LabelLayerOptions {
  readonly container: HTMLElement;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly mode: LabelMode;
  readonly requestRender: (reason: string) => void;
}

const _matrix = new Matrix4();

/**
 * The labels of a viewer, `viewer.labels`. The nearest are HTML elements, farther ones are drawn with the scene, the
 * farthest are dots. Labels do not overlap: the nearest wins, and a visible one stays until another is clearly nearer.
 * Pinned ones are always visible.
 * @example
 * viewer.labels.mode = 'all';
 * viewer.labels.pin('probe-1');
 */
export class LabelLayer {
  readonly #store = new LabelStore();
  readonly #choice = new LabelChoice();
  readonly #options: LabelLayerOptions;
  readonly #pins = new Set<string>();
  readonly #lastMatrix = new Matrix4();
  #painter: LabelPainter | undefined;
  #nodes: LabelNodes | undefined;
  #Sprites: typeof LabelSprites | undefined;
  #isFetching = false;
  #sprites: LabelSprites | undefined;
  #mode: LabelMode;
  #lastRevision = -1;
  #lastWidth = 0;
  #lastHeight = 0;
  #isWaiting = false;
  #isDisposed = false;

  /** @internal */
  constructor(options: LabelLayerOptions) {
    this.#options = options;
    this.#mode = options.mode;
    if (this.#mode === 'all') void this.#fetchSprites();
  }

  /** Which labels are shown. Default `pinned`. */
  get mode(): LabelMode {
    return this.#mode;
  }

  /** @throws FarmError `invalid-argument` */
  set mode(mode: LabelMode) {
    check(mode === 'all' || mode === 'pinned', 'labels.mode', mode);
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#lastRevision = -1;
    if (mode === 'all') void this.#fetchSprites();
    this.#options.requestRender('labels');
  }

  /** Number of labels, visible or not. */
  get count(): number {
    return this.#store.count;
  }

  /** Ids of the pinned labels, also of objects that are not placed. */
  get pinned(): ReadonlySet<string> {
    return this.#pins;
  }

  /** Always shows the label of an object, in every mode. @throws FarmError `invalid-argument` */
  pin(id: string): void {
    check(typeof id === 'string', 'id', id);
    this.#setPinned(id, true);
  }

  /** Reverts {@link LabelLayer.pin}. No effect if it was not pinned. */
  unpin(id: string): void {
    this.#setPinned(id, false);
  }

  /**
   * Adds or changes a custom label (for a plot, a gate). The viewer keeps the labels of placed objects.
   * @throws FarmError `disposed`, or `invalid-argument` for a position that is not finite
   */
  set(label: LabelRecord): void {
    if (this.#isDisposed) throw new FarmError('disposed');
    check(typeof label === 'object' && label !== null, 'label', label);
    const { id, position, ...content } = label;
    check(typeof id === 'string' && id !== '', 'id', id);
    checkVector(position, 'position', id);
    check(typeof content.name === 'string', 'name', content.name, id);
    const existingSlot = this.#store.slotOf(id);
    if (existingSlot !== undefined && isSame(this.#store.contents[existingSlot]!, content)) {
      this.#store.move(existingSlot, position);
    } else {
      const slot = this.#store.set(id, position, content, this.#measure(content).width);
      if (this.#pins.has(id)) this.#store.setPinned(slot, true);
    }
    this.#options.requestRender('labels');
  }

  /** Removes a label. No effect if there is none. */
  remove(id: string): void {
    if (this.#store.remove(id)) this.#options.requestRender('labels');
  }

  /** Visible labels of the last frame: the pinned first, then by distance. */
  shown(): ShownLabel[] {
    const { elements, drawn, dots } = this.#choice;
    const { ids, tiers, screenX, screenY } = this.#store;
    const slots = [...elements, ...drawn, ...dots].filter((slot) => slot < ids.length);
    return slots.map((slot) => ({
      id: ids[slot]!,
      tier: TIER_NAMES[tiers[slot]!]!,
      x: screenX[slot]!,
      y: screenY[slot]!,
    }));
  }

  /** The label at a point of the container, CSS px; null if there is none. */
  at(x: number, y: number): string | null {
    const { ids, widths, screenX, screenY } = this.#store;
    const { elements, drawn, dots } = this.#choice;
    for (const slots of [elements, drawn]) {
      for (const slot of slots) {
        if (slot >= ids.length) continue;
        const bottom = screenY[slot]! - PILL.stem;
        const isInside =
          Math.abs(x - screenX[slot]!) <= widths[slot]! / 2 && y <= bottom && y >= bottom - PILL.height;
        if (isInside) return ids[slot]!;
      }
    }
    const dot = dots.find((slot) => Math.hypot(x - screenX[slot]!, y - screenY[slot]!) <= DOT_REACH);
    return dot === undefined ? null : (ids[dot] ?? null);
  }

  /** World position of a label, or null. @internal */
  positionOf(id: string): Vec3 | null {
    const slot = this.#store.slotOf(id);
    if (slot === undefined) return null;
    const [x, y, z] = this.#store.positions.subarray(slot * 3, slot * 3 + 3);
    return { x: x!, y: y!, z: z! };
  }

  /**
   * Chooses the labels before each frame, if the camera or a label changed.
   * @param width of the viewport, CSS px
   * @internal
   */
  update(width: number, height: number): void {
    if (this.#store.count === 0 && !this.#nodes) return;
    const { camera } = this.#options;
    _matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const isStill =
      this.#lastRevision === this.#store.revision &&
      this.#lastWidth === width &&
      this.#lastHeight === height &&
      !this.#isWaiting &&
      _matrix.equals(this.#lastMatrix);
    if (isStill) return;
    this.#lastMatrix.copy(_matrix);
    this.#lastRevision = this.#store.revision;
    this.#lastWidth = width;
    this.#lastHeight = height;
    const limits = this.#mode === 'all' ? LABEL_LIMITS : NOTHING;
    this.#choice.choose(this.#store, _matrix.elements, width, height, limits);
    const { elements, drawn, dots } = this.#choice;
    if (elements.length > 0) this.#nodes ??= new LabelNodes(this.#options.container, this.#paint());
    this.#nodes?.show(this.#store, elements);
    if (this.#Sprites && drawn.length + dots.length > 0) this.#sprites ??= this.#makeSprites(this.#Sprites);
    const waiting = this.#sprites?.show(this.#store, drawn, dots, width, height) ?? 0;
    this.#isWaiting = waiting > 0;
    if (this.#isWaiting) this.#options.requestRender('labels');
  }

  /** Counts for `viewer.stats()`. @internal */
  stats(): { labels: number; labelElements: number; labelsShown: number } {
    const { elements, drawn, dots } = this.#choice;
    return {
      labels: this.#store.count,
      labelElements: this.#nodes?.size ?? 0,
      labelsShown: elements.length + drawn.length + dots.length,
    };
  }

  /** @internal */
  dispose(): void {
    this.#isDisposed = true;
    this.#nodes?.dispose();
    this.#sprites?.dispose();
    this.#nodes = this.#sprites = undefined;
    this.#store.clear();
    this.#pins.clear();
  }

  #setPinned(id: string, pinned: boolean): void {
    if (pinned === this.#pins.has(id)) return;
    if (pinned) this.#pins.add(id);
    else this.#pins.delete(id);
    const slot = this.#store.slotOf(id);
    if (slot !== undefined) this.#store.setPinned(slot, pinned);
    this.#options.requestRender('labels');
  }

  #measure(content: LabelContent): PillLayout {
    return this.#paint().layout(content);
  }

  /** Created with the first label: the only time that a computed style is read. */
  #paint(): LabelPainter {
    this.#painter ??= new LabelPainter(getComputedStyle(this.#options.container), scale());
    return this.#painter;
  }

  /** The code of drawn labels is loaded only if far labels are shown. If that fails, near ones are shown. */
  async #fetchSprites(): Promise<void> {
    if (this.#Sprites || this.#isFetching) return;
    this.#isFetching = true;
    const code = await import('./label-sprites.ts').catch(() => undefined);
    this.#isFetching = false;
    if (!code || this.#isDisposed) return;
    this.#Sprites = code.LabelSprites;
    this.#lastRevision = -1;
    if (this.#store.count > 0) this.#options.requestRender('labels');
  }

  #makeSprites(Sprites: typeof LabelSprites): LabelSprites {
    const sprites = new Sprites(this.#paint(), scale(), LABEL_LIMITS.drawn + LABEL_LIMITS.dots);
    this.#options.scene.add(asBackdrop(sprites.mesh));
    return sprites;
  }
}

const NOTHING: LabelLimits = { elements: 0, drawn: 0, dots: 0, pillDistance: 0 };

/** Resolution of painted pills: the screen's, up to 2. */
function scale(): number {
  return Math.min(2, Math.max(1, devicePixelRatio));
}

function isSame(a: LabelContent, b: LabelContent): boolean {
  return (
    a.name === b.name &&
    a.value === b.value &&
    a.state === b.state &&
    a.color === b.color &&
    a.icon === b.icon
  );
}
