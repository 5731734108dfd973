import { Fog, Frustum, Matrix4, type PerspectiveCamera, Scene, Vector2 } from 'three';
import { Disposer, type Disposable } from '../core/disposer.ts';
import { BaseView } from './base-view.ts';
import { Environment } from './environment.ts';
import { EquipmentView } from './equipment-view.ts';
import { Ground } from './ground.ts';
import { GroundMarks } from './ground-marks.ts';
import { Lights, SUN_DIRECTION } from './lights.ts';
import { MORNING, Sky } from './sky.ts';
import { Surroundings } from './surroundings.ts';

const _projection = new Matrix4();

/** Everything that is drawn, without saying when. */
export class SceneView implements Disposable {
  readonly scene = new Scene();
  readonly base: BaseView;
  readonly equipment: EquipmentView;
  readonly lights: Lights;
  readonly environment: Environment;
  readonly sky: Sky;
  readonly ground: Ground;
  readonly #marks: GroundMarks;
  #markedRevision = -1;
  readonly #frustum = new Frustum();
  readonly #lastProjection = new Matrix4();
  readonly #disposer = new Disposer();

  /** @param seed of everything scattered by chance */
  constructor(seed: number) {
    this.sky = this.#disposer.own(new Sky(MORNING, SUN_DIRECTION));
    this.ground = this.#disposer.own(new Ground());
    this.#marks = this.#disposer.own(new GroundMarks());
    const surroundings = this.#disposer.own(new Surroundings(seed, this.sky.hazeColor));
    this.lights = this.#disposer.own(new Lights());
    this.base = this.#disposer.own(new BaseView());
    this.equipment = this.#disposer.own(new EquipmentView());
    this.scene.matrixWorldAutoUpdate = true;
    this.environment = this.#disposer.own(new Environment(this.scene, this.sky));
    this.scene.fog = new Fog(this.sky.hazeColor, 60, 420);
    this.scene.add(
      this.sky.mesh,
      this.ground.mesh,
      this.#marks.mesh,
      surroundings.group,
      this.lights.group,
      this.base.group,
      this.equipment.group,
    );
  }

  /** After the base model has changed: light and land follow it. */
  fitToBase(): void {
    this.ground.setBase(this.base.box);
    if (!this.base.box.isEmpty()) this.lights.fit(this.base.box);
  }

  /** @param mapSize side of the sun's shadow map in texels; 0 paints soft shades on the ground instead. */
  setShadows(mapSize: number): void {
    this.lights.setShadows(mapSize);
    const cast = new Vector2(-SUN_DIRECTION.x, -SUN_DIRECTION.z).divideScalar(SUN_DIRECTION.y);
    if (mapSize > 0) cast.set(0, 0);
    this.ground.setPaintedShade(cast);
    this.#marks.setPaintedShade(cast);
    this.#markedRevision = -1;
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
    if (this.#markedRevision !== this.equipment.revision) {
      this.#markedRevision = this.equipment.revision;
      this.equipment.mark(this.#marks);
    }
    this.equipment.cull(this.#frustum, hasCameraMoved);
  }

  dispose(): void {
    this.#disposer.dispose();
    this.scene.clear();
  }
}
