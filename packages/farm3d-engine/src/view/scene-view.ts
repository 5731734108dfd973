import { Fog, Frustum, Matrix4, type PerspectiveCamera, Scene } from 'three';
import { Disposer, type Disposable } from '../core/disposer.ts';
import { BaseView } from './base-view.ts';
import { EquipmentView } from './equipment-view.ts';
import { Ground } from './ground.ts';
import { Lights, SUN_DIRECTION } from './lights.ts';
import { MORNING, Sky } from './sky.ts';

const _projection = new Matrix4();

/** Everything that is drawn, without saying when. */
export class SceneView implements Disposable {
  readonly scene = new Scene();
  readonly base: BaseView;
  readonly equipment: EquipmentView;
  readonly lights: Lights;
  readonly #sky: Sky;
  readonly #frustum = new Frustum();
  readonly #lastProjection = new Matrix4();
  readonly #disposer = new Disposer();

  constructor() {
    this.#sky = this.#disposer.own(new Sky(MORNING, SUN_DIRECTION));
    const ground = this.#disposer.own(new Ground());
    this.lights = this.#disposer.own(new Lights());
    this.base = this.#disposer.own(new BaseView());
    this.equipment = this.#disposer.own(new EquipmentView());
    this.scene.matrixWorldAutoUpdate = true;
    this.scene.fog = new Fog(this.#sky.hazeColor, 60, 420);
    this.scene.add(this.#sky.mesh, ground.mesh, this.lights.group, this.base.group, this.equipment.group);
  }

  /** Chooses what is drawn from this camera. */
  prepare(camera: PerspectiveCamera): void {
    camera.updateMatrixWorld();
    _projection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const hasCameraMoved = !_projection.equals(this.#lastProjection);
    if (hasCameraMoved) {
      this.#lastProjection.copy(_projection);
      this.#frustum.setFromProjectionMatrix(_projection, camera.coordinateSystem, camera.reversedDepth);
    }
    this.equipment.cull(this.#frustum, hasCameraMoved);
  }

  dispose(): void {
    this.#disposer.dispose();
    this.scene.clear();
  }
}
