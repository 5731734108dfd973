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

/** Which labels may be shown: those of everything, or only the pinned. */
export type LabelMode = 'all' | 'pinned';

/** A label of its own, or a new text for one. */
export interface LabelRecord extends LabelContent {
  /** Whose label it is: that of a placed thing, or any other. */
  readonly id: string;
  /** The place that it names, world coordinates, metres. */
  readonly position: Vec3;
}

/** A label as it stands in the last picture. */
export interface ShownLabel {
  /** Whose label it is. */
  readonly id: string;
  /** In which form it is shown. */
  readonly tier: LabelTier;
  /** The place that it names, CSS px in the container. */
  readonly x: number;
  /** From the container's top edge, CSS px. */
  readonly y: number;
}

/** More than an eye takes in, and little enough for every frame. */
const LABEL_LIMITS: LabelLimits = { elements: 24, drawn: 128, dots: 1_500, pillDistance: 160 };

/** A dot is hit within this distance, CSS px. */
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
 * The labels of a viewer, `viewer.labels`. The nearest are elements of the page, farther ones are drawn with the scene,
 * the farthest are dots. None lies over another, the nearest wins, and one that is shown stays until another is clearly
 * nearer. Pinned ones are always shown.
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

  /** Default `pinned`. */
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

  /** How many labels there are, shown or not. */
  get count(): number {
    return this.#store.count;
  }

  /** Ids of the pinned labels, also of those whose thing is not there yet. */
  get pinned(): ReadonlySet<string> {
    return this.#pins;
  }

  /** Shows the label of a thing whatever else is there, in every mode. */
  pin(id: string): void {
    this.#setPinned(id, true);
  }

  /** Takes that back. Harmless when it was not pinned. */
  unpin(id: string): void {
    this.#setPinned(id, false);
  }

  /**
   * Adds a label of its own (for a plot, a gate) or changes one. The labels of placed things are kept by the viewer.
   * @throws FarmError `disposed`, or `invalid-argument` for a place that is not made of finite numbers.
   */
  set({ id, position, ...content }: LabelRecord): void {
    if (this.#isDisposed) throw new FarmError('disposed');
    check(typeof id === 'string' && id !== '', 'id', id);
    checkVector(position, 'position', id);
    const known = this.#store.slotOf(id);
    if (known !== undefined && isSame(this.#store.contents[known]!, content)) {
      this.#store.move(known, position);
    } else {
      const slot = this.#store.set(id, position, content, this.#measure(content).width);
      if (this.#pins.has(id)) this.#store.setPinned(slot, true);
    }
    this.#options.requestRender('labels');
  }

  /** Takes a label away. Harmless when there is none. */
  remove(id: string): void {
    if (this.#store.remove(id)) this.#options.requestRender('labels');
  }

  /** What is shown in the last picture, the nearest first, the pinned before them. */
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

  /** The label at a place of the container, CSS px; null where there is none. */
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

  /** The place that a label names, or null. @internal */
  positionOf(id: string): Vec3 | null {
    const slot = this.#store.slotOf(id);
    if (slot === undefined) return null;
    const [x, y, z] = this.#store.positions.subarray(slot * 3, slot * 3 + 3);
    return { x: x!, y: y!, z: z! };
  }

  /**
   * Before each frame: chooses again when the camera or a label has changed.
   * @param width of the picture, CSS px
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

  /** Made with the first label: the only time that a style of the page is read. */
  #paint(): LabelPainter {
    this.#painter ??= new LabelPainter(
      getComputedStyle(this.#options.container).fontFamily || 'system-ui, sans-serif',
      scale(),
    );
    return this.#painter;
  }

  /** Only where far labels are shown does the page need what draws them. Where it cannot be had, the near ones show. */
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

/** Painted pills are as fine as the screen, up to twice. */
function scale(): number {
  return Math.min(2, Math.max(1, devicePixelRatio));
}

function isSame(a: LabelContent, b: LabelContent): boolean {
  return a.name === b.name && a.value === b.value && a.state === b.state && a.icon === b.icon;
}
