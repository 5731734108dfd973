import { type AnimationClip, type Mesh, Object3D } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import type { Model } from '../resources/model.ts';
import type { RigCopy } from '../resources/rig.ts';
import type { DeformedPart, KindJoints } from '../view/kind-joints.ts';

const NO_WEIGHTS: readonly number[] = [];

/**
 * The nodes of one instance as three objects, while a clip or a drive moves them. They are in no scene: their matrices are
 * written to the instance's pose, and the instance stays in the batch of its kind.
 */
export class AnimatedModel implements IDisposable {
  readonly model: Model;
  /** Root for an AnimationMixer. */
  readonly root: Object3D;
  /** In the order of the model's nodes. */
  readonly nodes: readonly Object3D[];
  readonly clips: readonly AnimationClip[];
  readonly #copy: RigCopy | undefined;
  readonly #weights = new Map<DeformedPart, readonly number[]>();

  constructor(model: Model) {
    this.model = model;
    this.#copy = model.rig?.build();
    this.clips = model.rig?.clips ?? [];
    if (this.#copy) {
      this.root = this.#copy.root;
      this.nodes = this.#copy.nodes;
      return;
    }
    this.root = new Object3D();
    const nodes: Object3D[] = [];
    for (const { parent } of model.nodes) {
      const node = new Object3D();
      (nodes[parent] ?? this.root).add(node);
      nodes.push(node);
    }
    this.nodes = nodes;
    this.rest();
  }

  /** Resets every node to its transform in the file. */
  rest(): void {
    for (const [i, node] of this.model.nodes.entries()) {
      const object = this.nodes[i]!;
      object.position.fromArray(node.position);
      object.quaternion.fromArray(node.quaternion);
      object.scale.fromArray(node.scale);
    }
  }

  /** Writes the present joint matrices and morph weights. */
  write(joints: KindJoints, pose: Float32Array): void {
    this.root.updateMatrixWorld(true);
    joints.write(
      pose,
      (node) => this.nodes[node]!.matrixWorld,
      (deformed) => this.#weightsOf(deformed),
    );
  }

  dispose(): void {
    this.#copy?.dispose();
  }

  #weightsOf(deformed: DeformedPart): readonly number[] {
    let weights = this.#weights.get(deformed);
    if (!weights) {
      const { node, geometry } = deformed.part;
      const mesh = this.nodes[node]!.children.find((child) => (child as Mesh).geometry === geometry) as
        | Mesh
        | undefined;
      weights = mesh?.morphTargetInfluences ?? NO_WEIGHTS;
      this.#weights.set(deformed, weights);
    }
    return weights;
  }
}
