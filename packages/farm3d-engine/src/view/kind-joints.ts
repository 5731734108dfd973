import { Matrix4 } from 'three';
import type { Model, ModelPart } from '../resources/model.ts';
import { restMatrices } from '../workers/rest-pose.ts';
import { POSE_TEXELS } from './instance-shader.ts';
import { isDeformed } from './merge-parts.ts';

/** Nodes that are moved by telemetry or commands. */
const MOVING_NODE = /^(spin|open)_/;

/** A skin or the morph targets of a deformed part, in the pose of an instance. */
export interface DeformedPart {
  readonly part: ModelPart;
  /** Index in the model's skins; -1: none. */
  readonly skin: number;
  /** First texel of the skin's joints in the pose. */
  readonly jointTexel: number;
  readonly morphCount: number;
  readonly morphTexel: number;
}

/**
 * Layout of a model's pose: first the nodes that move as a whole, then the joints of skins, then the weights of morph
 * targets.
 */
export class KindJoints {
  /** Nodes of parts, by their index in the pose. */
  readonly nodes: readonly number[];
  readonly deformed: readonly DeformedPart[];
  /** Length of a pose. */
  readonly texels: number;
  readonly #model: Model;
  readonly #byName = new Map<string, number>();

  constructor(model: Model) {
    this.#model = model;
    const moving = movingNodes(model);
    const nodes = new Set<number>();
    for (const part of model.parts) if (moving.has(part.node) && !isDeformed(part)) nodes.add(part.node);
    this.nodes = [...nodes];
    for (const [i, node] of this.nodes.entries()) this.#byName.set(model.nodes[node]!.name, i + 1);
    let texels = this.nodes.length * POSE_TEXELS;
    this.deformed = model.parts.filter(isDeformed).map((part) => {
      const skin = model.nodes[part.node]!.skin ?? -1;
      const jointTexel = texels;
      // Without a skin it follows its node: a skin of one joint.
      texels += (skin < 0 ? 1 : model.skins[skin]!.joints.length) * POSE_TEXELS;
      const morphCount = part.geometry.morphAttributes.position?.length ?? 0;
      const morphTexel = texels;
      texels += Math.ceil(morphCount / 4);
      return { part, skin, jointTexel, morphCount, morphTexel };
    });
    this.texels = texels;
  }

  /** Index of a part's node in the pose, from 1; 0: it does not move. The part may be of another level. */
  readonly jointOf = (part: ModelPart): number => this.#byName.get(part.nodeName) ?? 0;

  /** The rest pose. */
  rest(): Float32Array {
    const pose = new Float32Array(this.texels * 4);
    const matrices = restMatrices(this.#model.nodes);
    this.write(
      pose,
      (node) => matrices[node]!,
      ({ part }) => this.#model.nodes[part.node]!.morphWeights ?? [],
    );
    return pose;
  }

  /**
   * @param matrixOf node → model space
   * @param weightsOf of the morph targets of a part
   */
  write(
    pose: Float32Array,
    matrixOf: (node: number) => Matrix4,
    weightsOf: (deformed: DeformedPart) => readonly number[],
  ): void {
    for (const [i, node] of this.nodes.entries()) writeMatrix(pose, i * POSE_TEXELS * 4, matrixOf(node));
    for (const deformed of this.deformed) {
      const { part, skin: skinIndex, jointTexel, morphCount, morphTexel } = deformed;
      const skin = this.#model.skins[skinIndex];
      if (skin) {
        _bind.fromArray(skin.bindMatrix);
        for (const [j, node] of skin.joints.entries()) {
          _joint
            .fromArray(skin.inverseBindMatrices, j * 16)
            .multiply(_bind)
            .premultiply(matrixOf(node));
          writeMatrix(pose, (jointTexel + j * POSE_TEXELS) * 4, _joint);
        }
      } else writeMatrix(pose, jointTexel * 4, matrixOf(part.node));
      if (morphCount === 0) continue;
      const weights = weightsOf(deformed);
      for (let i = 0; i < morphCount; i++) pose[morphTexel * 4 + i] = weights[i] ?? 0;
    }
  }
}

const _bind = new Matrix4();
const _joint = new Matrix4();

/** Nodes that are moved by a clip, by their name, or by a parent. */
function movingNodes(model: Model): Set<number> {
  const moving = new Set<number>();
  for (const clip of model.clips) for (const { node } of clip.tracks) moving.add(node);
  for (const [i, node] of model.nodes.entries()) {
    if (MOVING_NODE.test(node.name) || moving.has(node.parent)) moving.add(i);
  }
  return moving;
}

/** Three texels: the rows. */
function writeMatrix(pose: Float32Array, at: number, { elements: m }: Matrix4): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) pose[at + row * 4 + column] = m[column * 4 + row]!;
  }
}
