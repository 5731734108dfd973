import { Frustum, Matrix4, type PerspectiveCamera } from 'three';
import { EquipmentView } from '../../../../packages/farm3d-engine/src/view/equipment-view.ts';
import type { CullView, MarkLists } from '../../../../packages/farm3d-engine/src/view/kind-batch.ts';
import { VisibleList } from '../../../../packages/farm3d-engine/src/view/kind-draws.ts';
import type { Model } from '../../../../packages/farm3d-engine/src/resources/model.ts';
import type { Placement } from './kinds.ts';

/** The engine's own view of these devices, without the rest of a viewer. */
export function makeEquipment(placements: readonly Placement[], models: readonly Model[]): EquipmentView {
  const view = new EquipmentView();
  for (const { id, kind, position, rotation, scale } of placements) {
    view.set({
      id,
      parentId: null,
      position,
      rotation,
      scale: { x: scale, y: scale, z: scale },
      extra: {},
    });
    view.setModel(id, models[kind]!);
  }
  return view;
}

/** What a viewer does before each frame. */
export class Chooser {
  readonly #frustum = new Frustum();
  readonly #projection = new Matrix4();
  readonly #last = new Matrix4();
  readonly #view: CullView = { planes: new Float32Array(24), x: 0, y: 0, z: 0, pixels: 1 };
  readonly #marks: MarkLists = {
    contacts: new VisibleList(),
    rings: new VisibleList(),
    ringBits: 0,
    alarmBit: 0,
    alarms: 0,
  };

  choose(equipment: EquipmentView, camera: PerspectiveCamera, height: number): void {
    camera.updateMatrixWorld();
    this.#projection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const hasMoved = !this.#projection.equals(this.#last);
    if (hasMoved) {
      this.#last.copy(this.#projection);
      this.#frustum.setFromProjectionMatrix(this.#projection, camera.coordinateSystem);
      for (const [i, { normal, constant }] of this.#frustum.planes.entries()) {
        normal.toArray(this.#view.planes, i * 4);
        this.#view.planes[i * 4 + 3] = constant;
      }
      this.#view.x = camera.position.x;
      this.#view.y = camera.position.y;
      this.#view.z = camera.position.z;
      this.#view.pixels = height / (2 * Math.tan((camera.fov * Math.PI) / 360));
    }
    equipment.cull(this.#view, hasMoved, this.#marks);
    equipment.flush();
  }
}
