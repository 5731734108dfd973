import { DoubleSide, type Material, Mesh, type PerspectiveCamera, Scene, ShaderMaterial } from 'three';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { asBackdrop } from './backdrop.ts';
import { BaseView } from './base-view.ts';
import { ChildBases } from './child-bases.ts';
import { CullCamera } from './cull-camera.ts';
import { EquipmentView } from './equipment-view.ts';
import { GroundMarks } from './ground-marks.ts';
import { Surroundings } from './surroundings.ts';

/** Everything that is drawn: base, equipment, marks and surroundings. Does not schedule frames. */
export class SceneView implements IDisposable {
  readonly scene = new Scene();
  readonly base: BaseView;
  readonly equipment: EquipmentView;
  /** Ray tests for the base models of child scenes. */
  readonly children: ChildBases;
  readonly surroundings: Surroundings;
  readonly #marks: GroundMarks;
  readonly #cullCamera = new CullCamera();
  readonly #disposer = new Disposer();

  /** @param seed of all random placement */
  constructor(seed: number) {
    this.equipment = this.#disposer.own(new EquipmentView());
    this.children = new ChildBases((id) => this.equipment.frameOf(id));
    this.#marks = this.#disposer.own(new GroundMarks(this.equipment.uniforms));
    this.surroundings = this.#disposer.own(new Surroundings(this.scene, seed, this.#marks));
    this.base = this.#disposer.own(new BaseView());
    this.scene.matrixWorldAutoUpdate = true;
    this.scene.add(asBackdrop(this.#marks.group), this.base.group, this.equipment.group);
  }

  /** Fits light and ground to a new base model. */
  fitToBase(): void {
    this.surroundings.setBase(this.base.box, this.base.lane);
  }

  /**
   * Call after the tier or a model changed. Film is double-sided: drawn back faces first, then front faces, or both in one
   * pass, which needs half the draws and one shader instead of two.
   */
  setPasses(isSingle: boolean): void {
    this.scene.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      const { material } = object as { material: Material | Material[] };
      if (Array.isArray(material) || !material.transparent || material.side !== DoubleSide) return;
      // Effects have one flat side to show: with two passes, each would get two more shaders with its first frame.
      if (material instanceof ShaderMaterial) return;
      material.forceSinglePass = isSingle;
    });
  }

  /** Call after the context was restored: uploads everything again. */
  invalidate(): void {
    this.equipment.invalidate();
  }

  /**
   * Culls for this camera.
   * @param height of the viewport, CSS px
   * @returns whether other objects are drawn than before
   */
  prepare(camera: PerspectiveCamera, height: number): boolean {
    const hasCameraMoved = this.#cullCamera.follow(camera, height);
    this.surroundings.beforeFrame(camera);
    const isChanged = this.equipment.cull(this.#cullCamera.view, hasCameraMoved, this.#marks.lists);
    this.#marks.show();
    this.equipment.flush();
    return isChanged;
  }

  dispose(): void {
    this.#disposer.dispose();
    this.scene.clear();
  }
}
