import { Frustum, Matrix4, type PerspectiveCamera, Scene } from 'three';
import { Disposer, type Disposable } from '../core/disposer.ts';
import { BaseView } from './base-view.ts';
import { EquipmentView } from './equipment-view.ts';
import { GroundMarks } from './ground-marks.ts';
import type { CullView } from './kind-batch.ts';
import { Setting } from './setting.ts';

const _projection = new Matrix4();

/** Everything that is drawn, without saying when. */
export class SceneView implements Disposable {
  readonly scene = new Scene();
  readonly base: BaseView;
  readonly equipment: EquipmentView;
  readonly setting: Setting;
  readonly #marks: GroundMarks;
  readonly #frustum = new Frustum();
  readonly #lastProjection = new Matrix4();
  readonly #view: CullView = { planes: new Float32Array(24), x: 0, y: 0, z: 0, pixels: 1 };
  #height = 0;
  readonly #disposer = new Disposer();

  /** @param seed of everything scattered by chance */
  constructor(seed: number) {
    this.equipment = this.#disposer.own(new EquipmentView());
    this.#marks = this.#disposer.own(new GroundMarks(this.equipment.uniforms));
    this.setting = this.#disposer.own(new Setting(this.scene, seed, this.#marks));
    this.base = this.#disposer.own(new BaseView());
    this.scene.matrixWorldAutoUpdate = true;
    this.scene.add(this.#marks.group, this.base.group, this.equipment.group);
  }

  /** After the base model has changed: light and land follow it. */
  fitToBase(): void {
    this.setting.setBase(this.base.box);
  }

  /** After the context came back: what was written while it was gone. */
  invalidate(): void {
    this.equipment.invalidate();
  }

  /**
   * Chooses what is drawn from this camera.
   * @param height of the picture, CSS px
   * @returns whether other things are drawn than before
   */
  prepare(camera: PerspectiveCamera, height: number): boolean {
    camera.updateMatrixWorld();
    _projection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const hasCameraMoved = !_projection.equals(this.#lastProjection) || height !== this.#height;
    if (hasCameraMoved) {
      this.#height = height;
      this.#lastProjection.copy(_projection);
      this.#look(camera, height);
    }
    this.setting.use(camera);
    const isChanged = this.equipment.cull(this.#view, hasCameraMoved, this.#marks.lists);
    this.#marks.show();
    this.equipment.flush();
    return isChanged;
  }

  dispose(): void {
    this.#disposer.dispose();
    this.scene.clear();
  }

  #look(camera: PerspectiveCamera, height: number): void {
    this.#frustum.setFromProjectionMatrix(_projection, camera.coordinateSystem, camera.reversedDepth);
    const view = this.#view;
    for (const [i, { normal, constant }] of this.#frustum.planes.entries()) {
      normal.toArray(view.planes, i * 4);
      view.planes[i * 4 + 3] = constant;
    }
    const { elements: m } = camera.matrixWorld;
    view.x = m[12]!;
    view.y = m[13]!;
    view.z = m[14]!;
    view.pixels = height / (2 * Math.tan((camera.fov * Math.PI) / 360));
  }
}
