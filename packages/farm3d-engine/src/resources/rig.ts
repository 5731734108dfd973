import {
  AnimationClip,
  Bone,
  type BufferGeometry,
  InterpolateDiscrete,
  InterpolateLinear,
  type KeyframeTrack,
  type Material,
  Matrix4,
  Mesh,
  NumberKeyframeTrack,
  Object3D,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  VectorKeyframeTrack,
} from 'three';
import type { ClipData, NodeData, PrimitiveData, SkinData, TrackData } from '../workers/model.contract.ts';
import { useTangents } from './cubic-spline.ts';

/** The parts of a model that {@link ModelRig} uses. */
export interface RigSource {
  readonly nodes: readonly NodeData[];
  readonly skins: readonly SkinData[];
  readonly clips: readonly ClipData[];
  readonly primitives: readonly Pick<PrimitiveData, 'material' | 'triangles' | 'morphTargets'>[];
  readonly geometries: readonly BufferGeometry[];
  readonly material: (index: number) => Material;
}

/** One animatable copy of a model. It shares geometries and materials with the model; `skeletons` are its own. */
export interface RigCopy {
  /** Add it to a scene, or pass it to an AnimationMixer with {@link ModelRig.clips}. */
  readonly root: Object3D;
  /** In the order of the model's nodes. Their three names are generated; the file's names are in `Model.nodes`. */
  readonly nodes: readonly Object3D[];
  readonly skeletons: readonly Skeleton[];
  /** Frees the bone textures, not the model. */
  dispose(): void;
}

/**
 * Joints, morph targets and clips of a model. `build()` makes independent copies; they share the clips, which refer to
 * nodes by index and not by their names in the file (names may repeat).
 *
 * @example
 * const copy = model.rig!.build();
 * const mixer = new AnimationMixer(copy.root);
 * mixer.clipAction(model.rig!.clips.find(({ name }) => name === 'walk')!).play();
 */
export class ModelRig {
  /** Named as in the file. Shared by all copies; read only. */
  readonly clips: readonly AnimationClip[];
  readonly #source: RigSource;

  constructor(source: RigSource) {
    this.#source = source;
    this.clips = source.clips.map(
      ({ name, duration, tracks }) =>
        new AnimationClip(
          name,
          duration,
          tracks.flatMap((track) => this.#tracksOf(track)),
        ),
    );
  }

  /** A new tree of Object3D, Bone, Mesh and SkinnedMesh at rest. */
  build(): RigCopy {
    const { nodes, skins } = this.#source;
    const joints = new Set(skins.flatMap((skin) => skin.joints));
    const root = new Object3D();
    root.name = 'rig';
    const objects: Object3D[] = [];
    const skinned: [SkinnedMesh, SkinData][] = [];
    for (const [n, node] of nodes.entries()) {
      const object = joints.has(n) ? new Bone() : new Object3D();
      object.name = nodeName(n);
      object.userData['name'] = node.name;
      object.position.fromArray(node.position);
      object.quaternion.fromArray(node.quaternion);
      object.scale.fromArray(node.scale);
      (objects[node.parent] ?? root).add(object);
      objects.push(object);
      for (const [p, id] of node.primitives.entries()) {
        if (this.#source.primitives[id]!.triangles === 0) continue;
        const skin = node.skin === undefined ? undefined : skins[node.skin];
        const mesh = this.#mesh(id, skin !== undefined);
        mesh.name = meshName(n, p);
        if (node.morphWeights && mesh.morphTargetInfluences) {
          for (const i of mesh.morphTargetInfluences.keys())
            mesh.morphTargetInfluences[i] = node.morphWeights[i] ?? 0;
        }
        object.add(mesh);
        if (skin) skinned.push([mesh as SkinnedMesh, skin]);
      }
    }
    root.updateMatrixWorld(true);
    const skeletons = new Map<SkinData, Skeleton>();
    for (const [mesh, skin] of skinned) {
      const skeleton = skeletons.get(skin) ?? skeletonOf(skin, objects);
      skeletons.set(skin, skeleton);
      mesh.bind(skeleton, new Matrix4().fromArray(skin.bindMatrix));
    }
    const own = [...skeletons.values()];
    return {
      root,
      nodes: objects,
      skeletons: own,
      dispose: () => {
        for (const skeleton of own) skeleton.dispose();
      },
    };
  }

  #mesh(id: number, isSkinned: boolean): Mesh {
    const { geometries, primitives, material } = this.#source;
    const geometry = geometries[id]!;
    const canBeSkinned =
      isSkinned && geometry.hasAttribute('skinIndex') && geometry.hasAttribute('skinWeight');
    const TrackClass = canBeSkinned ? SkinnedMesh : Mesh;
    const mesh = new TrackClass(geometry, material(primitives[id]!.material));
    // The bounds are those of the bind pose; limbs may leave them.
    if (canBeSkinned) mesh.frustumCulled = false;
    return mesh;
  }

  #tracksOf(track: TrackData): KeyframeTrack[] {
    const { node, path, times, values } = track;
    const interpolation = track.interpolation === 'step' ? InterpolateDiscrete : InterpolateLinear;
    const targets =
      path === 'morphWeights'
        ? this.#source.nodes[node]!.primitives.map(
            (id, p) => [id, `${meshName(node, p)}.morphTargetInfluences`] as const,
          )
            .filter(([id]) => (this.#source.primitives[id]!.morphTargets?.length ?? 0) > 0)
            .map(([, name]) => name)
        : [`${nodeName(node)}.${path}`];
    const TrackClass = {
      position: VectorKeyframeTrack,
      scale: VectorKeyframeTrack,
      quaternion: QuaternionKeyframeTrack,
      morphWeights: NumberKeyframeTrack,
    }[path];
    return targets.map((name) => {
      const keyframeTrack = new TrackClass(name, times, values, interpolation);
      if (track.interpolation === 'spline') useTangents(keyframeTrack, path === 'quaternion');
      return keyframeTrack;
    });
  }
}

/** Names of nodes for tracks, without characters that have a meaning in three's property paths. */
const nodeName = (node: number) => `node-${node}`;
const meshName = (node: number, primitive: number) => `node-${node}-${primitive}`;

function skeletonOf(skin: SkinData, objects: readonly Object3D[]): Skeleton {
  const inverses = skin.joints.map((_, j) => new Matrix4().fromArray(skin.inverseBindMatrices, j * 16));
  // A joint may be any node; a skeleton reads only its matrix.
  return new Skeleton(
    skin.joints.map((node) => objects[node] as Bone),
    inverses,
  );
}
