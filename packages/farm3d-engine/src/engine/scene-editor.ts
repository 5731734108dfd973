/// <reference lib="esnext.disposable" preserve="true" />
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import { removeObjects } from '../document/commands/remove-objects.ts';
import { alignShifts, distributeShifts, type AlignEdge, type Axis } from '../tools/arrange.ts';
import { FINE_STEP, STEP } from '../tools/camera-steps.ts';
import { ChildFrames } from '../tools/child-frames.ts';
import { ClickGuard } from '../tools/click-guard.ts';
import { EditKeys, type EditKeyTarget } from '../tools/edit-keys.ts';
import type { TransformMode } from '../tools/gizmo.ts';
import { KeyboardPlacement } from '../tools/keyboard-placement.ts';
import type { PlacementItem, PlacementListener, PlacementSession } from '../tools/placement-session.ts';
import type { Transformable } from '../tools/transform-group.ts';
import { PointerPlacement } from '../tools/pointer-placement.ts';
import { RectangleSelect } from '../tools/rectangle-select.ts';
import { Snapping, type SnapOptions } from '../tools/snapping.ts';
import {
  boxesOf,
  changeCommand,
  type CopiedTransform,
  copyTransform,
  pasteCommand,
  shiftCommand,
} from '../tools/object-edits.ts';
import type { ToolHost } from '../tools/tool-host.ts';
import { TransformSession } from '../tools/transform-session.ts';
import type { FarmViewer } from './farm-viewer.ts';
import { EDITOR_EVENTS, type SceneEditorEvents } from './scene-editor-events.ts';
import { toolHostOf } from './viewer-tool-host.ts';

/** Options of a {@link SceneEditor}; every one may be left out. */
export interface SceneEditorOptions {
  /**
   * Whether pointer and keys choose things, while enabled: a click one, with Shift, Ctrl or ⌘ one more or one less; a drag
   * with Shift those in a rectangle; a click beside them none. Default true.
   */
  readonly selectOnClick?: boolean;
  /** Whether keys edit what is chosen; see EditKeys. Default true. */
  readonly keyboard?: boolean;
}

/** Steps of keys while snapping is off: radians, and a factor. */
const TURN_STEP = Math.PI / 12;
const FINE_TURN_STEP = Math.PI / 180;
/** Factors that keys give. A thing of size 0 could not be grabbed again. */
const MIN_SCALE = 0.01;
const MAX_SCALE = 100;

/**
 * Editing what a viewer shows: choosing, placing, moving, turning, scaling, arranging, removing, with undo. Every edit goes through the
 * viewer's document. At most one placement or transform runs at a time: beginning another cancels a placement and
 * commits a transform, so that no work is lost (undo takes it back).
 * @example
 * const editor = new SceneEditor(viewer);
 * item.addEventListener('pointerdown', (event) => editor.beginPlacement(device, event));
 * editor.on('placed', ({ id }) => editor.beginTransform(id));
 */
export class SceneEditor extends TypedEmitter<SceneEditorEvents> implements IDisposable {
  readonly #viewer: FarmViewer;
  readonly #host: ToolHost;
  readonly #clicks: ClickGuard;
  readonly #snapping = new Snapping();
  readonly #rectangle: RectangleSelect | undefined;
  readonly #disposer = new Disposer();
  #placement: PlacementSession | undefined;
  #transform: TransformSession | undefined;
  #enabled = true;
  #areaSelect = false;
  #copied: CopiedTransform | undefined;

  constructor(viewer: FarmViewer, options: SceneEditorOptions = {}) {
    super(EDITOR_EVENTS);
    this.#viewer = viewer;
    this.#host = toolHostOf(viewer);
    this.#clicks = new ClickGuard(this.#host.canvas, this.#disposer);
    this.#disposer.add(viewer.document.on('history-changed', (state) => this.emit('history-changed', state)));
    // After a lost context pictures and pointer no longer agree: what is held is put back.
    this.#disposer.add(viewer.on('context-lost', () => this.#transform?.cancelDrag()));
    const frames = this.#disposer.own(new ChildFrames(this.#host));
    const frame = () => frames.show(this.#enabled ? this.selection : []);
    this.#disposer.add(viewer.on('select', frame));
    this.#disposer.add(viewer.document.on('change', ({ diff }) => diff.childScenes && frame()));
    for (const type of ['transform-change', 'transform-commit', 'transform-cancel'] as const)
      this.on(type, frame);
    if (options.selectOnClick ?? true) {
      for (const type of ['object-click', 'child-scene-click'] as const)
        this.#disposer.add(viewer.on(type, ({ id, isAdditive }) => this.#clicked(id, isAdditive)));
      this.#disposer.add(viewer.on('background-click', ({ isAdditive }) => this.#clicked(null, isAdditive)));
      this.#rectangle = this.#disposer.own(
        new RectangleSelect(
          this.#host,
          {
            accepts: ({ shiftKey }) => this.#enabled && !this.#placement && (this.#areaSelect || shiftKey),
            chosen: (ids, isAdding) => this.select(isAdding ? [...this.selection, ...ids] : ids),
          },
          this.#clicks,
        ),
      );
    }
    if (options.keyboard ?? true) this.#disposer.own(new EditKeys(this.#host, this.#keyTarget));
  }

  /** Default true. Switching off cancels what is in progress; commit first what is to be kept. */
  get enabled(): boolean {
    return this.#enabled;
  }

  set enabled(enabled: boolean) {
    this.#enabled = enabled;
    if (enabled) return;
    this.#placement?.cancel('host');
    this.#transform?.cancel();
    this.#rectangle?.cancel();
  }

  /** Ids of the chosen devices and child scenes; those of the viewer. */
  get selection(): readonly string[] {
    return this.#viewer.selection;
  }

  /**
   * Chooses these things and no others; unknown ids are left out. A transform in progress is committed.
   * @throws FarmError `disposed`
   */
  select(ids: readonly string[]): void {
    this.#assertAlive();
    this.#transform?.commit();
    this.#viewer.select(ids);
  }

  /** How drags, drag-in and keys are drawn to round places. */
  get snap(): SnapOptions {
    return this.#snapping.options;
  }

  /** Changes some of it. @throws FarmError `invalid-argument` when a step is not above 0 */
  setSnap(options: Partial<SnapOptions>): void {
    this.#snapping.set(options);
    this.#emitToolsChanged();
  }

  /**
   * Whether a drag over the picture draws a rectangle without Shift, and a click or tap adds to what is chosen: for
   * fingers and pens, which have no such key. Default false; the camera keeps the wheel and two fingers.
   */
  get areaSelect(): boolean {
    return this.#areaSelect;
  }

  set areaSelect(isOn: boolean) {
    if (isOn === this.#areaSelect) return;
    this.#areaSelect = isOn;
    this.#emitToolsChanged();
  }

  /** Whether a transform has been copied. */
  get canPaste(): boolean {
    return this.#copied !== undefined;
  }

  /** What is being placed now; null when nothing is. */
  get activePlacement(): PlacementSession | null {
    return this.#placement ?? null;
  }

  /** The thing that is being moved, turned or scaled now; null when none is. */
  get activeTransform(): TransformSession | null {
    return this.#transform ?? null;
  }

  /**
   * Starts a drag from an HTML list. Call it from `pointerdown` of the list item, which needs `touch-action: none` (or
   * `pan-x` in a row that scrolls sideways). The preview appears after the first few pixels and follows the pointer over
   * the canvas; letting go places a device on a base model's floor, a scene on the plot, and cancels elsewhere.
   * @throws FarmError `duplicate-equipment` when it stands in the scene, `disposed`, or `invalid-argument` when disabled.
   */
  beginPlacement(item: PlacementItem, pointer: PointerEvent): PlacementSession {
    this.#prepare();
    return this.#startPlacement(
      new PointerPlacement(this.#host, item, this.#placementListener, pointer, this.#tools),
    );
  }

  /** The same by keyboard: arrows move (with Shift finely), Enter places, Esc cancels. Throws as {@link beginPlacement}. */
  beginKeyboardPlacement(item: PlacementItem): PlacementSession {
    this.#prepare();
    return this.#startPlacement(
      new KeyboardPlacement(this.#host, item, this.#placementListener, this.#snapping),
    );
  }

  /**
   * Shows handles on a thing, or on several together. Esc takes back the drag in progress, or else the whole session.
   * @throws FarmError `unknown-equipment`, `disposed`, or `invalid-argument` when disabled or given no id.
   */
  beginTransform(ids: string | readonly string[], mode: TransformMode = 'translate'): TransformSession {
    this.#prepare();
    const session = new TransformSession(
      this.#host,
      typeof ids === 'string' ? [ids] : ids,
      mode,
      {
        changed: (changed) => this.emit('transform-change', describe(changed)),
        ended: (ended, isKept) => {
          this.#transform = undefined;
          this.emit(isKept ? 'transform-commit' : 'transform-cancel', describe(ended));
        },
      },
      this.#tools,
    );
    this.#transform = session;
    this.emit('transform-start', describe(session));
    return session;
  }

  /**
   * Takes things out of the scene, as one undo step; child scenes with everything in them.
   * @throws FarmError `unknown-equipment` or `disposed`.
   */
  remove(ids: string | readonly string[]): void {
    this.#assertAlive();
    const gone = typeof ids === 'string' ? [ids] : ids;
    if (this.#transform?.ids.some((id) => gone.includes(id))) this.#transform.cancel();
    this.#viewer.document.execute(removeObjects(gone));
  }

  /**
   * Brings one side of the things, or their middles, into line along an axis of the world, as one undo step.
   * @throws FarmError `unknown-equipment`, `disposed`, or `invalid-argument` when disabled.
   */
  align(axis: Axis, edge: AlignEdge, ids: readonly string[] = this.selection): void {
    this.#prepare();
    const shifts = alignShifts(boxesOf(this.#host, ids), axis, edge);
    this.#viewer.document.execute(shiftCommand(this.#host, shifts, axis, 'align'));
  }

  /** Puts three things or more at equal distances between the first and the last. Throws as {@link align}. */
  distribute(axis: Axis, ids: readonly string[] = this.selection): void {
    this.#prepare();
    const shifts = distributeShifts(boxesOf(this.#host, ids), axis);
    this.#viewer.document.execute(shiftCommand(this.#host, shifts, axis, 'distribute'));
  }

  /** Remembers place, turn and size of a thing; of the first chosen one by default. @throws FarmError `unknown-equipment` */
  copyTransform(id = this.selection[0] ?? ''): void {
    this.#prepare();
    this.#copied = copyTransform(this.#host, id);
    this.emit('copied', { id });
  }

  /**
   * Gives turn and size that were copied to things, with `position` the place as well, as one undo step. A device is
   * placed once, so what is copied is never the device. Does nothing before {@link copyTransform}.
   */
  pasteTransform(
    ids: readonly string[] = this.selection,
    { position = false }: { readonly position?: boolean } = {},
  ): void {
    this.#prepare();
    if (!this.#copied) return;
    this.#viewer.document.execute(pasteCommand(this.#host, ids, this.#copied, position));
  }

  /**
   * Moves things, world metres; calls in a row for the same things are one undo step. While a transform runs, what it
   * holds is moved and becomes part of it. Throws as {@link align}.
   */
  nudge(by: Vec3, ids: readonly string[] = this.selection): void {
    this.#change((things) => things.moveBy(by), ids);
  }

  /** Turns things about the vertical through their middle, radians. Otherwise as {@link nudge}. */
  rotate(angle: number, ids: readonly string[] = this.selection): void {
    this.#change((things) => things.rotateBy(angle), ids);
  }

  /** Scales things about their foot or, several, about their middle. Otherwise as {@link nudge}. */
  scale(factor: number, ids: readonly string[] = this.selection): void {
    this.#change((things) => things.scaleBy(factor), ids);
  }

  /** Takes the last step back. A transform in progress that has changed something is the last step. */
  undo(): void {
    this.#assertAlive();
    this.#placement?.cancel('host');
    const hasChanged = this.#transform?.hasChanged === true;
    this.#transform?.cancel();
    if (!hasChanged) this.#viewer.document.undo();
  }

  /** Does the step taken back last again. A transform in progress is cancelled. */
  redo(): void {
    this.#assertAlive();
    this.#placement?.cancel('host');
    this.#transform?.cancel();
    this.#viewer.document.redo();
  }

  /** Cancels what is in progress and lets go of the viewer, which lives on. Harmless when called twice. */
  dispose(): void {
    if (this.#disposer.isDisposed) return;
    this.#placement?.cancel('disposed');
    this.#transform?.cancel();
    this.#disposer.dispose();
    this.removeAllListeners();
  }

  /** The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** What keys do, while nothing is on its way into the scene. */
  readonly #keyTarget: EditKeyTarget = {
    isReady: () => this.#isIdle && (this.#transform !== undefined || this.selection.length > 0),
    nudge: ({ x, y, z }, isFine) => {
      const { isOn, grid } = this.snap;
      const step = isFine ? FINE_STEP : isOn ? grid : STEP;
      this.nudge({ x: x * step, y: y * step, z: z * step });
    },
    rotate: (steps, isFine) => {
      const { isOn, angle } = this.snap;
      this.rotate(steps * (isFine ? FINE_TURN_STEP : isOn ? angle : TURN_STEP));
    },
    scale: (steps) => {
      const factor = (1 + this.snap.scale) ** steps;
      const isSane = (size: number) =>
        Math.abs(size) * factor <= MAX_SCALE && Math.abs(size) * factor >= MIN_SCALE;
      const sizes = this.#transform ? [this.#transform.transform.scale] : this.#sizes();
      if (sizes.every(({ x, y, z }) => [x, y, z].every(isSane))) this.scale(factor);
    },
    selectAll: () => {
      if (this.#isIdle) this.select(this.#viewer.document.equipment().map(({ id }) => id));
    },
    copy: () => this.copyTransform(this.#transform?.id),
    paste: (position) => this.pasteTransform(this.#transform?.ids, { position }),
    commit: () => {
      if (!this.#isIdle || !this.#transform) return false;
      this.#transform.commit();
      return true;
    },
    deselect: () => {
      if (!this.#isIdle || this.#transform || this.#rectangle?.isDrawing) return false;
      if (this.#areaSelect) this.areaSelect = false;
      else if (this.selection.length > 0) this.select([]);
      else return false;
      return true;
    },
  };

  readonly #placementListener: PlacementListener = {
    preview: (id, point, obstacle) =>
      this.emit('placement-preview', {
        id,
        valid: obstacle === null,
        point,
        ...(obstacle === null ? {} : { reason: obstacle }),
      }),
    placed: (id, parentId, transform) => {
      this.#placement = undefined;
      this.emit('placed', { id, parentId, transform });
    },
    cancelled: (id, reason) => {
      this.#placement = undefined;
      this.emit('placement-cancelled', { id, reason });
    },
  };

  /** A session may end while it is made: a press that is over already. */
  #startPlacement(session: PlacementSession): PlacementSession {
    if (session.isActive) this.#placement = session;
    return session;
  }

  #prepare(): void {
    this.#assertAlive();
    if (!this.#enabled) throw new FarmError('invalid-argument', { reason: 'editor disabled' });
    this.#placement?.cancel('replaced');
    this.#transform?.commit();
  }

  get #tools() {
    return { clicks: this.#clicks, snapping: this.#snapping };
  }

  get #isIdle(): boolean {
    return this.#enabled && !this.#placement;
  }

  #sizes(): readonly Vec3[] {
    const { document } = this.#viewer;
    return this.selection.flatMap((id) => (document.get(id) ?? document.childScene(id))?.scale ?? []);
  }

  /** In the session that runs; else as a step of its own. */
  #change(act: (things: Transformable) => void, ids: readonly string[]): void {
    this.#assertAlive();
    if (this.#transform) {
      act(this.#transform);
      return;
    }
    this.#prepare();
    if (ids.length > 0) this.#viewer.document.execute(changeCommand(this.#host, ids, act));
  }

  #clicked(id: string | null, isAdditive: boolean): void {
    if (!this.#isIdle) return;
    if (isAdditive || this.#areaSelect) {
      if (id !== null) this.select(toggled(this.selection, id));
      // While handles are shown a click beside them is most likely a missed handle.
    } else if (!this.#transform) this.#viewer.select(id === null ? [] : [id]);
  }

  #emitToolsChanged(): void {
    this.emit('tools-changed', { snap: this.snap, areaSelect: this.#areaSelect });
  }

  #assertAlive(): void {
    if (this.#disposer.isDisposed || this.#viewer.isDisposed) throw new FarmError('disposed');
  }
}

function describe({ id, ids, transform, transforms, mode }: TransformSession) {
  return { id, ids, transform, transforms, mode };
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}
