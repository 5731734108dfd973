import { Ray, Vector3 } from 'three';
import { Disposer } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import { addEquipment } from '../document/commands/add-equipment.ts';
import { addChildScene } from '../document/commands/child-scenes.ts';
import type { EquipmentRecord, Transform } from '../document/records.ts';
import { findFloor, findFloorAt, findPlot, type FloorPlace } from './floor-finder.ts';
import { PlacementGhost } from './placement-ghost.ts';
import { roundTo, type HeldKeys, type Snapping } from './snapping.ts';
import type { ToolHost } from './tool-host.ts';

/** A device or another scene that may be placed. */
export interface PlacementItem {
  /** Becomes the record's id. */
  readonly id: string;
  /** Shown beside the ghost, and the label of the step that undo takes back. */
  readonly name: string;
  /** Null shows the fallback model. */
  readonly modelPath: string | null;
  /** A device stands on the floor of a base model, a scene on the plot. Default `equipment`. */
  readonly kind?: 'equipment' | 'scene';
  /** Of a scene: the devices that stand in it, in its own frame. Those that are placed already stay where they are. */
  readonly equipment?: readonly Omit<EquipmentRecord, 'parentId'>[];
}

/** Why the device cannot be dropped where it is. */
export type PlacementObstacle =
  /** The pointer is not over the scene (or over a panel on it). */
  | 'outside-canvas'
  /** There is no base model under the pointer. */
  | 'off-base'
  /** A scene belongs on the plot; there is none under the pointer. */
  | 'off-plot'
  /** Somebody else has placed the device meanwhile. */
  | 'already-placed';

/** Why a placement ended without placing. */
export type PlacementCancelReason =
  | PlacementObstacle
  | 'escape'
  /** Pressed and let go on the spot: that was a click. */
  | 'not-moved'
  /** The system took the pointer away (it scrolls, a call comes in). */
  | 'pointer-cancelled'
  | 'capture-lost'
  /** The host called `cancel()`, or switched editing off. */
  | 'host'
  /** Another placement or transform began. */
  | 'replaced'
  | 'disposed';

/** Tells what happens to one placement. */
export interface PlacementListener {
  preview(id: string, place: Vec3 | null, obstacle: PlacementObstacle | null): void;
  placed(id: string, parentId: string | null, transform: Transform): void;
  cancelled(id: string, reason: PlacementCancelReason): void;
}

const NO_TURN: Vec3 = { x: 0, y: 0, z: 0 };
const NATURAL_SIZE: Vec3 = { x: 1, y: 1, z: 1 };
const _local = new Vector3();

/** One device on its way into the scene; the pointer or the keyboard moves it. It ends once: placed or cancelled. */
export abstract class PlacementSession {
  /** What is being placed. */
  readonly item: PlacementItem;
  /** @internal What the viewer lends to the tools. */
  protected readonly host: ToolHost;
  /** @internal Of everything that the session has put into scene and page; given back when it ends. */
  protected readonly disposer = new Disposer();
  /** @internal From the eye through the pointer; made anew for every move. */
  protected readonly ray = new Ray();
  readonly #snapping: Snapping;
  readonly #listener: PlacementListener;
  readonly #ghost = new PlacementGhost();
  #place: FloorPlace | null = null;
  #obstacle: PlacementObstacle | null = 'outside-canvas';
  #isActive = true;

  /** @internal @throws FarmError `duplicate-equipment` when the device stands in the scene already. */
  constructor(host: ToolHost, item: PlacementItem, listener: PlacementListener, snapping: Snapping) {
    if (isPlaced(host, item.id)) throw new FarmError('duplicate-equipment', { id: item.id });
    this.#snapping = snapping;
    this.host = host;
    this.item = item;
    this.#listener = listener;
    host.scene.add(this.#ghost.object);
    this.disposer.add(() => {
      this.#ghost.dispose();
      host.requestRender('placement');
    });
    const loading = new AbortController();
    this.disposer.add(() => loading.abort());
    host.createPreview(item.modelPath, loading.signal).then(
      (model) => {
        this.#ghost.setModel(model);
        host.requestRender('placement');
      },
      // Only an abort or the viewer's end reject, and then nobody waits: the ring alone has been the preview.
      () => {},
    );
    this.disposer.add(
      host.document.on('change', () => {
        if (isPlaced(host, item.id)) this.cancel('already-placed');
      }),
    );
  }

  /** False once placed or cancelled. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Why it cannot be dropped now; null when it can. */
  get obstacle(): PlacementObstacle | null {
    return this.#obstacle;
  }

  /** Ends without placing. Harmless when it has ended. */
  cancel(reason: PlacementCancelReason = 'host'): void {
    if (!this.#end()) return;
    this.#listener.cancelled(this.item.id, reason);
  }

  /** Places the device where it is shown, as one undo step. @returns false, and goes on, when it cannot stand there. */
  place(): boolean {
    if (!this.#isActive || !this.#place || this.#obstacle) return false;
    const { parentId, point } = this.#place;
    const { x, y, z } = this.host.frameOf(parentId).worldToLocal(_local.copy(point));
    const transform: Transform = { position: { x, y, z }, rotation: NO_TURN, scale: NATURAL_SIZE };
    // First the end, so that our own change is not taken for somebody else's.
    this.#end();
    const { id, name, equipment } = this.item;
    this.host.document.execute(
      this.isScene
        ? addChildScene({ id, name, ...transform, extra: {} }, equipment)
        : addEquipment({ id, parentId, ...transform, extra: {} }),
    );
    this.#listener.placed(id, parentId, transform);
    return true;
  }

  /** @internal Whether a scene is being placed, and not a device. */
  protected get isScene(): boolean {
    return this.item.kind === 'scene';
  }

  /** @internal Why it cannot stand beside what it belongs on. */
  protected get beside(): PlacementObstacle {
    return this.isScene ? 'off-plot' : 'off-base';
  }

  /** @internal The place on the ray, drawn to the grid as the person wants it. */
  protected find(ray: Ray, keys: HeldKeys): FloorPlace | null {
    const found = this.isScene ? findPlot(this.host, ray) : findFloor(this.host, ray);
    if (!found || !this.#snapping.isOnFor(keys)) return found;
    const { grid } = this.#snapping.options;
    return this.findAt(roundTo(found.point.x, grid), roundTo(found.point.z, grid)) ?? found;
  }

  /** @internal The place straight below or above. */
  protected findAt(x: number, z: number): FloorPlace | null {
    if (!this.isScene) return findFloorAt(this.host, this.ray, x, z);
    const { plot } = this.host;
    return plot?.contains(x, z) ? { point: new Vector3(x, plot.y, z), parentId: null } : null;
  }

  /** @internal Length of a step by key, metres. */
  protected get gridStep(): number | null {
    const { isOn, grid } = this.#snapping.options;
    return isOn ? grid : null;
  }

  /** @internal Where the ghost stands now, world metres; null while it is hidden. */
  protected get point(): Vector3 | null {
    return this.#place?.point ?? null;
  }

  /** @internal Shows the ghost. `shownAt` is where it floats when the place is no floor (null: nowhere). */
  protected show(
    place: FloorPlace | null,
    obstacle: PlacementObstacle | null,
    shownAt: Vector3 | null = place?.point ?? null,
  ): void {
    if (!this.#isActive) return;
    this.#place = place;
    this.#obstacle = obstacle;
    this.#ghost.setValid(obstacle === null);
    this.#ghost.moveTo(shownAt);
    this.host.requestRender('placement');
    this.#listener.preview(this.item.id, shownAt && { x: shownAt.x, y: shownAt.y, z: shownAt.z }, obstacle);
  }

  #end(): boolean {
    if (!this.#isActive) return false;
    this.#isActive = false;
    this.disposer.dispose();
    return true;
  }
}

function isPlaced({ document }: ToolHost, id: string): boolean {
  return document.get(id) !== undefined || document.childScene(id) !== undefined;
}
