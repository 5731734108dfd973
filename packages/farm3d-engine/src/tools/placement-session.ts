import { Ray, Vector3 } from 'three';
import { Disposer } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import { addEquipment } from '../document/commands/add-equipment.ts';
import { addChildScene } from '../document/commands/child-scenes.ts';
import type { EquipmentRecord, Transform } from '../document/records.ts';
import { findFloor, findFloorAt, findPlot, type FloorPoint } from './floor-finder.ts';
import { PlacementGhost } from './placement-ghost.ts';
import { roundTo, type HeldKeys, type Snapping } from './snapping.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** A device or scene to place. */
export interface PlacementItem {
  /** Id of the new record. */
  readonly id: string;
  /** Shown beside the ghost, and used as label of the undo step. */
  readonly name: string;
  /** null: the fallback model. */
  readonly modelPath: string | null;
  /** Equipment is placed on the floor of a base model, a scene on the plot. Default `equipment`. */
  readonly kind?: 'equipment' | 'scene';
  /** Equipment of a scene, in its frame. Equipment that is placed already stays where it is. */
  readonly equipment?: readonly Omit<EquipmentRecord, 'parentId'>[];
}

/** Why the item cannot be placed at its position. */
export type PlacementObstacle =
  /** The pointer is not over the scene, or over a panel on it. */
  | 'outside-canvas'
  /** There is no base model under the pointer. */
  | 'off-base'
  /** There is no plot under the pointer. */
  | 'off-plot'
  /** Another user has placed the device meanwhile. */
  | 'already-placed';

/** Why a placement ended without placing. */
export type PlacementCancelReason =
  | PlacementObstacle
  | 'escape'
  /** The pointer was released without moving: a click. */
  | 'not-moved'
  /** The system cancelled the pointer (scrolling, an incoming call). */
  | 'pointer-cancelled'
  | 'capture-lost'
  /** The host called `cancel()` or disabled editing. */
  | 'host'
  /** Another placement or transform started. */
  | 'replaced'
  | 'disposed';

/** Receives the events of one placement. */
export interface PlacementListener {
  preview(id: string, floorPoint: Vec3 | null, obstacle: PlacementObstacle | null): void;
  placed(id: string, parentId: string | null, transform: Transform): void;
  cancelled(id: string, reason: PlacementCancelReason): void;
}

const NO_ROTATION: Vec3 = { x: 0, y: 0, z: 0 };
const UNIT_SCALE: Vec3 = { x: 1, y: 1, z: 1 };
const _local = new Vector3();

/** One running placement, controlled by pointer or keyboard. It ends once: placed or cancelled. */
export abstract class PlacementSession {
  /** The item. */
  readonly item: PlacementItem;
  /** @internal What the viewer gives to its plugins. */
  protected readonly context: ViewerContext;
  /** @internal Cleanup of everything that the session added to scene and page. */
  protected readonly disposer = new Disposer();
  /** @internal The pointer ray, reused for every move. */
  protected readonly ray = new Ray();
  readonly #snapping: Snapping;
  readonly #listener: PlacementListener;
  readonly #ghost = new PlacementGhost();
  #floorPoint: FloorPoint | null = null;
  #obstacle: PlacementObstacle | null = 'outside-canvas';
  #isActive = true;

  /** @internal @throws FarmError `duplicate-equipment` if the device is in the scene already. */
  constructor(context: ViewerContext, item: PlacementItem, listener: PlacementListener, snapping: Snapping) {
    if (isPlaced(context, item.id)) throw new FarmError('duplicate-equipment', { id: item.id });
    this.#snapping = snapping;
    this.context = context;
    this.item = item;
    this.#listener = listener;
    context.scene.add(this.#ghost.object);
    this.disposer.add(() => {
      this.#ghost.dispose();
      context.requestRender('placement');
    });
    const loading = new AbortController();
    this.disposer.add(() => loading.abort());
    context.createPreview(item.modelPath, loading.signal).then(
      (model) => {
        this.#ghost.setModel(model);
        context.requestRender('placement');
      },
      // Rejects only after an abort or dispose: then the ring alone was the preview.
      () => {},
    );
    this.disposer.add(
      context.document.on('change', () => {
        if (isPlaced(context, item.id)) this.cancel('already-placed');
      }),
    );
  }

  /** false after the placement ended. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Why it cannot be placed now; null: it can. */
  get obstacle(): PlacementObstacle | null {
    return this.#obstacle;
  }

  /** Cancels the placement. No effect after it ended. */
  cancel(reason: PlacementCancelReason = 'host'): void {
    if (!this.#end()) return;
    this.#listener.cancelled(this.item.id, reason);
  }

  /** Places the item at its position, as one undo step. @returns false, without ending, if it cannot be placed there */
  place(): boolean {
    if (!this.#isActive || !this.#floorPoint || this.#obstacle) return false;
    const { parentId, point } = this.#floorPoint;
    // Another user has removed the scene whose floor it is.
    if (parentId !== null && !this.context.document.childScene(parentId)) return false;
    const { x, y, z } = this.context.frameOf(parentId).worldToLocal(_local.copy(point));
    const transform: Transform = { position: { x, y, z }, rotation: NO_ROTATION, scale: UNIT_SCALE };
    // End first, so that our own change is not taken for a remote one.
    this.#end();
    const { id, name, equipment } = this.item;
    this.context.document.execute(
      this.isScene
        ? addChildScene({ id, name, ...transform, extra: {} }, equipment)
        : addEquipment({ id, parentId, ...transform, extra: {} }),
    );
    this.#listener.placed(id, parentId, transform);
    return true;
  }

  /** @internal Whether the item is a scene. */
  protected get isScene(): boolean {
    return this.item.kind === 'scene';
  }

  /** @internal The obstacle for a position beside floor or plot. */
  protected get missingTarget(): PlacementObstacle {
    return this.isScene ? 'off-plot' : 'off-base';
  }

  /** @internal The point of the ray on floor or plot, snapped to the grid. */
  protected find(ray: Ray, keys: HeldKeys): FloorPoint | null {
    const found = this.isScene ? findPlot(this.context, ray) : findFloor(this.context, ray);
    if (!found || !this.#snapping.isOnFor(keys)) return found;
    const { grid } = this.#snapping.options;
    return this.findAt(roundTo(found.point.x, grid), roundTo(found.point.z, grid)) ?? found;
  }

  /** @internal The point below or above a position. */
  protected findAt(x: number, z: number): FloorPoint | null {
    if (!this.isScene) return findFloorAt(this.context, this.ray, x, z);
    const { plot } = this.context;
    return plot?.contains(x, z) ? { point: new Vector3(x, plot.y, z), parentId: null } : null;
  }

  /** @internal Step of an arrow key, metres. */
  protected get gridStep(): number | null {
    const { isOn, grid } = this.#snapping.options;
    return isOn ? grid : null;
  }

  /** @internal Shows the ghost. `shownAt` is its position if there is no floor (null: hidden). */
  protected show(
    floorPoint: FloorPoint | null,
    obstacle: PlacementObstacle | null,
    shownAt: Vector3 | null = floorPoint?.point ?? null,
  ): void {
    if (!this.#isActive) return;
    this.#floorPoint = floorPoint;
    this.#obstacle = obstacle;
    this.#ghost.setValid(obstacle === null);
    this.#ghost.moveTo(shownAt);
    this.context.requestRender('placement');
    this.#listener.preview(this.item.id, shownAt && { x: shownAt.x, y: shownAt.y, z: shownAt.z }, obstacle);
  }

  #end(): boolean {
    if (!this.#isActive) return false;
    this.#isActive = false;
    this.disposer.dispose();
    return true;
  }
}

function isPlaced({ document }: ViewerContext, id: string): boolean {
  return document.get(id) !== undefined || document.childScene(id) !== undefined;
}
