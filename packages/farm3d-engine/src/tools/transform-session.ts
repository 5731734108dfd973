import type { Object3D } from 'three';
import { Disposer } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import { setTransform } from '../document/commands/set-transform.ts';
import { samePlain } from '../document/plain.ts';
import { transformOf, type Transform } from '../document/records.ts';
import type { ClickGuard } from './click-guard.ts';
import { Gizmo, type TransformMode } from './gizmo.ts';
import { isKeyOfPage } from './key-owner.ts';
import type { ToolHost } from './tool-host.ts';

/** Tells what happens to one transform. */
export interface TransformListener {
  changed(session: TransformSession): void;
  ended(session: TransformSession, isKept: boolean): void;
}

/**
 * Moving, turning and scaling one device until it is committed or cancelled; any number of drags and exact numbers in
 * between are one undo step. The document does not change before the commit.
 */
export class TransformSession {
  readonly id: string;
  /** Where it stood at the beginning; {@link TransformSession.cancel} goes back to it. */
  readonly start: Transform;
  readonly #host: ToolHost;
  readonly #listener: TransformListener;
  readonly #object: Object3D;
  readonly #gizmo: Gizmo;
  readonly #disposer = new Disposer();
  #isActive = true;
  #transform: Transform;

  /** @throws FarmError `unknown-equipment`. */
  constructor(
    host: ToolHost,
    id: string,
    mode: TransformMode,
    listener: TransformListener,
    clicks: ClickGuard,
  ) {
    const record = host.document.get(id);
    if (!record) throw new FarmError('unknown-equipment', { id });
    this.id = id;
    this.start = transformOf(record);
    this.#transform = this.start;
    this.#host = host;
    this.#listener = listener;
    this.#object = host.promote(id);
    this.#disposer.add(() => host.demote(id));
    this.#gizmo = this.#disposer.own(
      new Gizmo(
        host,
        this.#object,
        {
          dragged: () => this.#moved(),
          dragEnded: (isKept) => {
            if (!isKept) this.#moved();
          },
        },
        clicks,
      ),
    );
    this.#gizmo.mode = mode;
    this.#disposer.add(
      host.document.on('change', ({ diff }) => {
        // Loaded anew or removed by somebody else: there is nothing left to save or restore.
        if (diff.removed.some((removed) => removed.id === id)) this.cancel();
      }),
    );
    const view = host.canvas.ownerDocument.defaultView ?? window;
    this.#disposer.listen(view, 'keydown', (event: KeyboardEvent) => this.#press(event), { capture: true });
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  get isDragging(): boolean {
    return this.#gizmo.isDragging;
  }

  get mode(): TransformMode {
    return this.#gizmo.mode;
  }

  /** The transform as it is shown now, in the frame of the parent. */
  get transform(): Transform {
    return this.#transform;
  }

  /** Whether it is shown elsewhere than where it began. */
  get hasChanged(): boolean {
    return !samePlain(this.#transform, this.start);
  }

  /** Changes what the handles do. A drag in progress is cancelled. */
  setMode(mode: TransformMode): void {
    if (!this.#isActive) return;
    this.#gizmo.cancelDrag();
    this.#gizmo.mode = mode;
  }

  /**
   * Shows exactly this transform, such as numbers that were typed. Parts left out keep their value.
   * @throws FarmError `invalid-argument` for a number that is not finite or a factor of 0.
   */
  set(transform: Partial<Transform>): void {
    if (!this.#isActive) return;
    this.#gizmo.cancelDrag();
    const next = transformOf({ ...this.#transform, ...transform });
    assertUsable(next);
    this.#show(next);
    this.#changed(next);
  }

  /** Saves what is shown as one undo step (none when nothing changed) and ends. A drag in progress counts. */
  commit(): void {
    if (!this.#isActive) return;
    const { id } = this;
    const transform = this.#transform;
    // The session ends first: the gizmo lets go, and the view draws the record from here on.
    this.#isActive = false;
    this.#host.document.execute(setTransform(id, transform));
    this.#end();
    this.#listener.ended(this, true);
  }

  /** Goes back to where it began and ends. Harmless when it has ended. */
  cancel(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#transform = this.start;
    this.#end();
    this.#listener.ended(this, false);
  }

  /** Takes back the drag in progress; the session goes on. Does nothing when nothing is dragged. */
  cancelDrag(): void {
    this.#gizmo.cancelDrag();
  }

  /** Esc takes back the drag in progress, and without one the whole session. */
  #press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (this.#gizmo.isDragging) this.#gizmo.cancelDrag();
    else if (isKeyOfPage(event)) return;
    else this.cancel();
    event.preventDefault();
    event.stopPropagation();
  }

  /** The gizmo has moved the object. */
  #moved(): void {
    if (!this.#isActive) return;
    const { position, rotation, scale } = this.#object;
    this.#changed(transformOf({ position, rotation, scale }));
  }

  #changed(transform: Transform): void {
    this.#transform = transform;
    this.#host.promotedMoved(this.id);
    this.#host.requestRender('transform');
    this.#listener.changed(this);
  }

  #show({ position, rotation, scale }: Transform): void {
    this.#object.position.copy(position);
    this.#object.rotation.set(rotation.x, rotation.y, rotation.z, 'XYZ');
    this.#object.scale.copy(scale);
    this.#object.updateMatrixWorld();
  }

  #end(): void {
    this.#disposer.dispose();
    this.#host.requestRender('transform');
  }
}

function assertUsable({ position, rotation, scale }: Transform): void {
  const values = [position, rotation, scale].flatMap(({ x, y, z }) => [x, y, z]);
  if (!values.every(Number.isFinite)) throw new FarmError('invalid-argument', { reason: 'transform' });
  if (scale.x === 0 || scale.y === 0 || scale.z === 0)
    throw new FarmError('invalid-argument', { reason: 'scale 0' });
}
