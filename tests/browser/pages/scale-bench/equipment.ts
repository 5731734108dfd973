import type { PerspectiveCamera } from 'three';
import { CullCamera } from '../../../../packages/farm3d-engine/src/view/cull-camera.ts';
import { EquipmentView } from '../../../../packages/farm3d-engine/src/view/equipment-view.ts';
import type { MarkLists } from '../../../../packages/farm3d-engine/src/view/kind-batch.ts';
import { VisibleList } from '../../../../packages/farm3d-engine/src/view/kind-draws.ts';
import type { Model } from '../../../../packages/farm3d-engine/src/resources/model.ts';
import type { Placement } from './kinds.ts';

/** The engine's EquipmentView of these devices, without a viewer. */
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

/** Culling as in a viewer before each frame. */
export class Chooser {
  readonly #camera = new CullCamera();
  readonly #marks: MarkLists = {
    contacts: new VisibleList(),
    rings: new VisibleList(),
    ringBits: 0,
    alarmBit: 0,
    alarms: 0,
  };

  choose(equipment: EquipmentView, camera: PerspectiveCamera, height: number): void {
    const hasMoved = this.#camera.follow(camera, height);
    equipment.cull(this.#camera.view, hasMoved, this.#marks);
    equipment.flush();
  }

  /** Culls exactly, without the tolerance outside the viewport, for comparing images. */
  exact(): void {
    this.#camera.view.slack = this.#camera.view.slackPerMetre = 0;
  }
}
