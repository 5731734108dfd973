import { Disposer, type Disposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import { removeEquipment } from '../document/commands/remove-equipment.ts';
import { ClickGuard } from '../tools/click-guard.ts';
import type { TransformMode } from '../tools/gizmo.ts';
import { KeyboardPlacement } from '../tools/keyboard-placement.ts';
import type { PlacementItem, PlacementListener, PlacementSession } from '../tools/placement-session.ts';
import { PointerPlacement } from '../tools/pointer-placement.ts';
import { TOOL_HOST, type ToolHost } from '../tools/tool-host.ts';
import { TransformSession } from '../tools/transform-session.ts';
import type { FarmViewer } from './farm-viewer.ts';
import type { SceneEditorEvents } from './scene-editor-events.ts';

export interface SceneEditorOptions {
  /** Whether a click on a thing selects it and one beside it selects nothing, while enabled. Default true. */
  readonly selectOnClick?: boolean;
}

/**
 * Editing what a viewer shows: placing, moving, turning, scaling, removing, with undo. Every edit goes through the
 * viewer's document. At most one placement or transform runs at a time: beginning another cancels a placement and
 * commits a transform, so that no work is lost (undo takes it back).
 * @example
 * const editor = new SceneEditor(viewer);
 * item.addEventListener('pointerdown', (event) => editor.beginPlacement(device, event));
 * editor.on('placed', ({ id }) => editor.beginTransform(id));
 */
export class SceneEditor extends TypedEmitter<SceneEditorEvents> implements Disposable {
  readonly #viewer: FarmViewer;
  readonly #host: ToolHost;
  readonly #clicks: ClickGuard;
  readonly #disposer = new Disposer();
  #placement: PlacementSession | undefined;
  #transform: TransformSession | undefined;
  #enabled = true;

  constructor(viewer: FarmViewer, options: SceneEditorOptions = {}) {
    super();
    this.#viewer = viewer;
    this.#host = viewer[TOOL_HOST];
    this.#clicks = new ClickGuard(this.#host.canvas, this.#disposer);
    this.#disposer.add(viewer.document.on('history-changed', (state) => this.emit('history-changed', state)));
    // After a lost context pictures and pointer no longer agree: what is held is put back.
    this.#disposer.add(viewer.on('context-lost', () => this.#transform?.cancelDrag()));
    if (options.selectOnClick ?? true) {
      this.#disposer.add(viewer.on('object-click', ({ id }) => this.#select([id])));
      this.#disposer.add(viewer.on('background-click', () => this.#select([])));
    }
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
  }

  get activePlacement(): PlacementSession | null {
    return this.#placement ?? null;
  }

  get activeTransform(): TransformSession | null {
    return this.#transform ?? null;
  }

  /**
   * Starts a drag from an HTML list. Call it from `pointerdown` of the list item, which needs `touch-action: none` (or
   * `pan-x` in a row that scrolls sideways). The preview appears after the first few pixels and follows the pointer over
   * the canvas; letting go places the device on a base model's floor and cancels elsewhere.
   * @throws FarmError `duplicate-equipment` when it stands in the scene, `disposed`, or `invalid-argument` when disabled.
   */
  beginPlacement(item: PlacementItem, pointer: PointerEvent): PlacementSession {
    this.#prepare();
    return this.#startPlacement(
      new PointerPlacement(this.#host, item, this.#placementListener, pointer, this.#clicks),
    );
  }

  /** The same by keyboard: arrows move (with Shift finely), Enter places, Esc cancels. Throws as {@link beginPlacement}. */
  beginKeyboardPlacement(item: PlacementItem): PlacementSession {
    this.#prepare();
    return this.#startPlacement(new KeyboardPlacement(this.#host, item, this.#placementListener));
  }

  /**
   * Shows handles on a device. Esc takes back the drag in progress, or else the whole session.
   * @throws FarmError `unknown-equipment`, `disposed`, or `invalid-argument` when disabled.
   */
  beginTransform(id: string, mode: TransformMode = 'translate'): TransformSession {
    this.#prepare();
    const session = new TransformSession(
      this.#host,
      id,
      mode,
      {
        changed: (changed) => this.emit('transform-change', describe(changed)),
        ended: (ended, isKept) => {
          this.#transform = undefined;
          this.emit(isKept ? 'transform-commit' : 'transform-cancel', describe(ended));
        },
      },
      this.#clicks,
    );
    this.#transform = session;
    this.emit('transform-start', describe(session));
    return session;
  }

  /** Takes a device out of the scene, as one undo step. @throws FarmError `unknown-equipment` or `disposed`. */
  remove(id: string): void {
    this.#assertAlive();
    if (this.#transform?.id === id) this.#transform.cancel();
    this.#viewer.document.execute(removeEquipment(id));
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

  [Symbol.dispose](): void {
    this.dispose();
  }

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

  #select(ids: readonly string[]): void {
    if (this.#enabled && !this.#placement && !this.#transform) this.#viewer.select(ids);
  }

  #assertAlive(): void {
    if (this.#disposer.isDisposed || this.#viewer.isDisposed) throw new FarmError('disposed');
  }
}

function describe({ id, transform, mode }: TransformSession) {
  return { id, transform, mode };
}
