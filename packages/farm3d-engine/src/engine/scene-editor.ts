/// <reference lib="esnext.disposable" preserve="true" />
import { check, checkFinite, checkOneOf, checkVector, invalidArgument } from '../core/check.ts';
import { checkBoolean, checkObject } from '../core/check-fields.ts';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import { checkIds } from './check-options.ts';
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
import type { ViewerContext } from '../context/viewer-context.ts';
import { topmost } from '../tools/topmost.ts';
import { TransformSession } from '../tools/transform-session.ts';
import type { FarmViewer } from './farm-viewer.ts';
import { EDITOR_EVENTS, type SceneEditorEvents } from './scene-editor-events.ts';

/** Options of a {@link SceneEditor}. */
export interface SceneEditorOptions {
  /**
   * Whether pointer and keys change the selection: a click selects an object, with Shift, Ctrl or ⌘ it toggles one; a drag
   * with Shift selects those in a rectangle; a click beside them clears the selection. Default true.
   */
  readonly selectOnClick?: boolean;
  /** Whether keys edit the selection; see EditKeys. Default true. */
  readonly keyboard?: boolean;
}

/** Steps of keys while snapping is off: radians, and a factor. */
const ROTATION_STEP = Math.PI / 12;
const FINE_ROTATION_STEP = Math.PI / 180;
/** Limits of scaling by keys. An object of size 0 could not be selected again. */
const MIN_SCALE = 0.01;
const MAX_SCALE = 100;

/**
 * Editing of a viewer's scene with undo: select, place, move, rotate, scale, align, remove. Every edit is a command of the
 * viewer's document. At most one placement or transform runs at a time: starting another cancels a placement and commits a
 * transform, so that no work is lost.
 * @example
 * const editor = new SceneEditor(viewer);
 * item.addEventListener('pointerdown', (event) => editor.beginPlacement(device, event));
 * editor.on('placed', ({ id }) => editor.beginTransform(id));
 */
export class SceneEditor extends TypedEmitter<SceneEditorEvents> implements IDisposable {
  readonly #viewer: FarmViewer;
  readonly #context: ViewerContext;
  readonly #clicks: ClickGuard;
  readonly #snapping = new Snapping();
  readonly #rectangle: RectangleSelect | undefined;
  readonly #disposer = new Disposer();
  #placement: PlacementSession | undefined;
  #transform: TransformSession | undefined;
  #enabled = true;
  #areaSelect = false;
  #copied: CopiedTransform | undefined;

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer, options: SceneEditorOptions = {}) {
    super(EDITOR_EVENTS);
    this.#viewer = viewer;
    this.#context = viewer.use({ detach: () => this.dispose() });
    this.#clicks = new ClickGuard(this.#context.canvas, this.#disposer);
    this.#disposer.add(viewer.document.on('history-changed', (state) => this.emit('history-changed', state)));
    // After a lost context the frame no longer matches the pointer: a drag is cancelled.
    this.#disposer.add(viewer.on('context-lost', () => this.#transform?.cancelDrag()));
    const frames = this.#disposer.own(new ChildFrames(this.#context));
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
          this.#context,
          {
            accepts: ({ shiftKey }) => this.#enabled && !this.#placement && (this.#areaSelect || shiftKey),
            selected: (ids, isAdding) => this.select(isAdding ? [...this.selection, ...ids] : ids),
          },
          this.#clicks,
        ),
      );
    }
    if (options.keyboard ?? true) this.#disposer.own(new EditKeys(this.#context, this.#keyTarget));
  }

  /** Whether editing is possible. Default true. false cancels a running placement or transform. */
  get enabled(): boolean {
    return this.#enabled;
  }

  set enabled(enabled: boolean) {
    checkBoolean('enabled', enabled);
    this.#enabled = enabled;
    if (enabled) return;
    this.#placement?.cancel('host');
    this.#transform?.cancel();
    this.#rectangle?.cancel();
  }

  /** Ids of the selected devices and child scenes; the viewer's selection. */
  get selection(): readonly string[] {
    return this.#viewer.selection;
  }

  /**
   * Selects these objects and no others; unknown ids are ignored. Commits a running transform.
   * @throws FarmError `disposed`
   */
  select(ids: readonly string[]): void {
    this.#assertAlive();
    checkIds(ids);
    this.#transform?.commit();
    this.#viewer.select(ids);
  }

  /** Snapping of drags, placements and keys. */
  get snap(): SnapOptions {
    return this.#snapping.options;
  }

  /** Changes some of the options. @throws FarmError `invalid-argument` for a step that is not above 0 */
  setSnap(options: Partial<SnapOptions>): void {
    this.#snapping.set(options);
    this.#emitToolsChanged();
  }

  /**
   * Whether a drag draws a selection rectangle without Shift, and a click or tap toggles: for touch and pens, which have no
   * such key. Default false; wheel and two fingers still move the camera.
   */
  get areaSelect(): boolean {
    return this.#areaSelect;
  }

  set areaSelect(isOn: boolean) {
    checkBoolean('areaSelect', isOn);
    if (isOn === this.#areaSelect) return;
    this.#areaSelect = isOn;
    this.#emitToolsChanged();
  }

  /** Whether a transform was copied. */
  get canPaste(): boolean {
    return this.#copied !== undefined;
  }

  /** The running placement; null if there is none. */
  get activePlacement(): PlacementSession | null {
    return this.#placement ?? null;
  }

  /** The running transform; null if there is none. */
  get activeTransform(): TransformSession | null {
    return this.#transform ?? null;
  }

  /**
   * Starts placing an item by dragging it from an HTML list. Call it from `pointerdown` of the list item, which needs
   * `touch-action: none` (or `pan-x` in a row that scrolls sideways). The preview appears after the first few pixels and
   * follows the pointer over the canvas; releasing the pointer places a device on a base model's floor, a scene on the
   * plot, and cancels elsewhere.
   * @throws FarmError `duplicate-equipment` if it is in the scene, `disposed`, or `invalid-argument` when disabled.
   */
  beginPlacement(item: PlacementItem, pointer: PointerEvent): PlacementSession {
    checkItem(item);
    check(typeof (pointer as Partial<PointerEvent> | null)?.pointerId === 'number', 'pointer', pointer);
    this.#prepare();
    return this.#startPlacement(
      new PointerPlacement(this.#context, item, this.#placementListener, pointer, this.#tools),
    );
  }

  /**
   * The same by keyboard: arrows move (with Shift in fine steps), Enter places, Escape cancels. Throws as {@link
   * beginPlacement}.
   */
  beginKeyboardPlacement(item: PlacementItem): PlacementSession {
    checkItem(item);
    this.#prepare();
    return this.#startPlacement(
      new KeyboardPlacement(this.#context, item, this.#placementListener, this.#snapping),
    );
  }

  /**
   * Shows transform handles on one or more objects. Escape cancels the running drag, or else the transform.
   * @throws FarmError `unknown-equipment`, `disposed`, or `invalid-argument` when disabled or without ids.
   */
  beginTransform(ids: string | readonly string[], mode: TransformMode = 'translate'): TransformSession {
    if (typeof ids !== 'string') checkIds(ids);
    checkOneOf('mode', mode, TRANSFORM_MODES);
    this.#prepare();
    const session = new TransformSession(
      this.#context,
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
   * Removes objects as one undo step; child scenes with their equipment.
   * @throws FarmError `unknown-equipment` or `disposed`.
   */
  remove(ids: string | readonly string[]): void {
    this.#assertAlive();
    const gone = typeof ids === 'string' ? [ids] : ids;
    checkIds(gone);
    if (this.#transform?.ids.some((id) => gone.includes(id))) this.#transform.cancel();
    this.#viewer.document.execute(removeObjects(gone));
  }

  /**
   * Aligns one side of the objects, or their centres, along a world axis, as one undo step.
   * @throws FarmError `unknown-equipment`, `disposed`, or `invalid-argument` when disabled.
   */
  align(axis: Axis, edge: AlignEdge, ids: readonly string[] = this.selection): void {
    checkOneOf('axis', axis, AXES);
    checkOneOf('edge', edge, EDGES);
    checkIds(ids);
    this.#prepare();
    const shifts = alignShifts(boxesOf(this.#context, topmost(this.#viewer.document, ids)), axis, edge);
    this.#viewer.document.execute(shiftCommand(this.#context, shifts, axis, 'align'));
  }

  /** Puts three or more objects at equal distances between the first and the last. Throws as {@link align}. */
  distribute(axis: Axis, ids: readonly string[] = this.selection): void {
    checkOneOf('axis', axis, AXES);
    checkIds(ids);
    this.#prepare();
    const shifts = distributeShifts(boxesOf(this.#context, topmost(this.#viewer.document, ids)), axis);
    this.#viewer.document.execute(shiftCommand(this.#context, shifts, axis, 'distribute'));
  }

  /** Copies the transform of an object. Default: the first selected one. @throws FarmError `unknown-equipment` */
  copyTransform(id = this.selection[0] ?? ''): void {
    this.#prepare();
    this.#copied = copyTransform(this.#context, id);
    this.emit('copied', { id });
  }

  /**
   * Applies the copied rotation and scale to objects, with `position` the position as well, as one undo step. Does nothing
   * before {@link copyTransform}.
   */
  pasteTransform(
    ids: readonly string[] = this.selection,
    { position = false }: { readonly position?: boolean } = {},
  ): void {
    checkIds(ids);
    this.#prepare();
    if (!this.#copied) return;
    this.#viewer.document.execute(pasteCommand(this.#context, ids, this.#copied, position));
  }

  /**
   * Moves objects, world metres; consecutive calls for the same objects are one undo step. During a transform it is part of
   * that. Throws as {@link align}.
   */
  nudge(by: Vec3, ids: readonly string[] = this.selection): void {
    checkVector(by, 'by');
    this.#change((group) => group.moveBy(by), ids);
  }

  /** Rotates objects about the vertical axis through their centre, radians. Otherwise as {@link nudge}. */
  rotate(angle: number, ids: readonly string[] = this.selection): void {
    checkFinite({ angle });
    this.#change((group) => group.rotateBy(angle), ids);
  }

  /** Scales objects about their base or, for several, about their centre. Otherwise as {@link nudge}. */
  scale(factor: number, ids: readonly string[] = this.selection): void {
    check(Number.isFinite(factor) && factor !== 0, 'factor', factor);
    this.#change((group) => group.scaleBy(factor), ids);
  }

  /** Reverts the last step. A running transform that changed something is the last step. */
  undo(): void {
    this.#assertAlive();
    this.#placement?.cancel('host');
    const hasChanged = this.#transform?.hasChanged === true;
    this.#transform?.cancel();
    if (!hasChanged) this.#viewer.document.undo();
  }

  /** Repeats the last reverted step. Cancels a running transform. */
  redo(): void {
    this.#assertAlive();
    this.#placement?.cancel('host');
    this.#transform?.cancel();
    this.#viewer.document.redo();
  }

  /** Cancels what is running and detaches from the viewer. A second call has no effect. */
  dispose(): void {
    if (this.#disposer.isDisposed) return;
    this.#placement?.cancel('disposed');
    this.#transform?.cancel();
    this.#disposer.dispose();
    this.#context.detach();
    this.removeAllListeners();
  }

  /** The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Actions of keys while no placement runs. */
  readonly #keyTarget: EditKeyTarget = {
    isReady: () => this.#isIdle && (this.#transform !== undefined || this.selection.length > 0),
    nudge: ({ x, y, z }, isFine) => {
      const { isOn, grid } = this.snap;
      const step = isFine ? FINE_STEP : isOn ? grid : STEP;
      this.nudge({ x: x * step, y: y * step, z: z * step });
    },
    rotate: (steps, isFine) => {
      const { isOn, angle } = this.snap;
      this.rotate(steps * (isFine ? FINE_ROTATION_STEP : isOn ? angle : ROTATION_STEP));
    },
    scale: (steps) => {
      const factor = (1 + this.snap.scale) ** steps;
      const isInRange = (size: number) =>
        Math.abs(size) * factor <= MAX_SCALE && Math.abs(size) * factor >= MIN_SCALE;
      const sizes = this.#transform ? [this.#transform.transform.scale] : this.#sizes();
      if (sizes.every(({ x, y, z }) => [x, y, z].every(isInRange))) this.scale(factor);
    },
    selectAll: () => {
      if (this.#isIdle) this.select(this.#viewer.document.equipment().map(({ id }) => id));
      return this.#enabled;
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

  /** A placement may end while it is created: the pointer is already up. */
  #startPlacement(session: PlacementSession): PlacementSession {
    if (session.isActive) this.#placement = session;
    return session;
  }

  #prepare(): void {
    this.#assertAlive();
    if (!this.#enabled) throw invalidArgument('enabled', false);
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

  /** As part of the running transform; else as a step of its own. */
  #change(act: (group: Transformable) => void, ids: readonly string[]): void {
    this.#assertAlive();
    checkIds(ids);
    if (this.#transform) {
      act(this.#transform);
      return;
    }
    this.#prepare();
    if (ids.length > 0) this.#viewer.document.execute(changeCommand(this.#context, ids, act));
  }

  #clicked(id: string | null, isAdditive: boolean): void {
    const { document } = this.#viewer;
    // A plugin's own object is none of the document's.
    if (!this.#isIdle || (id !== null && !document.get(id) && !document.childScene(id))) return;
    if (isAdditive || this.#areaSelect) {
      if (id !== null) this.select(toggled(this.selection, id));
      // While handles are shown, a click beside them is most likely a missed handle.
    } else if (!this.#transform) this.#viewer.select(id === null ? [] : [id]);
  }

  #emitToolsChanged(): void {
    this.emit('tools-changed', { snap: this.snap, areaSelect: this.#areaSelect });
  }

  #assertAlive(): void {
    if (this.#disposer.isDisposed || this.#viewer.isDisposed) throw new FarmError('disposed');
  }
}

const AXES: readonly Axis[] = ['x', 'y', 'z'];
const EDGES: readonly AlignEdge[] = ['min', 'center', 'max'];
const TRANSFORM_MODES: readonly TransformMode[] = ['translate', 'rotate', 'scale'];

/** @throws FarmError `invalid-argument` */
function checkItem(item: PlacementItem): void {
  checkObject('item', item);
  const { id, name, modelPath, kind } = item;
  check(typeof id === 'string' && id !== '', 'item.id', id);
  check(typeof name === 'string', 'item.name', name, id);
  check(modelPath === null || typeof modelPath === 'string', 'item.modelPath', modelPath, id);
  checkOneOf('item.kind', kind, ['equipment', 'scene']);
}

function describe({ id, ids, transform, transforms, mode }: TransformSession) {
  return { id, ids, transform, transforms, mode };
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}
