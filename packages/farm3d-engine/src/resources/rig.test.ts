import {
  AnimationMixer,
  BufferAttribute,
  BufferGeometry,
  MeshBasicMaterial,
  SkinnedMesh,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import type { NodeData, TrackData } from '../workers/model.contract.ts';
import { ModelRig, type RigSource } from './rig.ts';

const node = (name: string, parent: number, more: Partial<NodeData> = {}): NodeData => ({
  name,
  parent,
  position: [0, 0, 0],
  quaternion: [0, 0, 0, 1],
  scale: [1, 1, 1],
  primitives: [],
  ...more,
});
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Two joints of the same name, the second one metre above the first; a triangle bound to the second. */
function source(tracks: TrackData[], more: Partial<RigSource> = {}): RigSource {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.of(0, 1, 0, 1, 1, 0, 0, 2, 0), 3));
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(12).fill(1), 4));
  geometry.setAttribute(
    'skinWeight',
    new BufferAttribute(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 4),
  );
  const inverse = new Float32Array([...IDENTITY, ...IDENTITY]);
  inverse[16 + 13] = -1;
  return {
    nodes: [
      node('root', -1),
      node('bone', 0),
      node('bone', 1, { position: [0, 1, 0] }),
      node('body', 0, { primitives: [0], skin: 0, position: [50, 0, 0] }),
    ],
    skins: [{ joints: [1, 2], inverseBindMatrices: inverse, bindMatrix: IDENTITY }],
    clips: [{ name: 'wave', duration: 2, tracks }],
    primitives: [{ material: 0, triangles: 1 }],
    geometries: [geometry],
    material: () => new MeshBasicMaterial(),
    ...more,
  };
}

const track = (more: Partial<TrackData>): TrackData => ({
  node: 2,
  path: 'position',
  times: Float32Array.of(0, 2),
  values: Float32Array.of(0, 1, 0, 4, 1, 0),
  interpolation: 'linear',
  ...more,
});

function at(rig: ModelRig, seconds: number) {
  const copy = rig.build();
  const mixer = new AnimationMixer(copy.root);
  mixer.clipAction(rig.clips[0]!).play();
  mixer.update(seconds);
  copy.root.updateMatrixWorld(true);
  return copy;
}

describe('ModelRig', () => {
  it('makes copies with independent joints, matched by node and not by name', () => {
    const rig = new ModelRig(source([track({})]));
    const moved = at(rig, 1);
    const other = rig.build();
    expect(moved.nodes[2]!.position.toArray()).toEqual([2, 1, 0]);
    expect(moved.nodes[1]!.position.toArray()).toEqual([0, 0, 0]);
    expect(other.nodes[2]!.position.toArray()).toEqual([0, 1, 0]);
    const mesh = moved.nodes[3]!.children[0] as SkinnedMesh;
    expect(mesh).toBeInstanceOf(SkinnedMesh);
    // The position of the joint counts, not that of the node that contains the mesh.
    const corner = mesh.getVertexPosition(1, new Vector3()).applyMatrix4(mesh.matrixWorld);
    expect(corner.toArray().map((value) => Math.round(value * 1e6) / 1e6)).toEqual([3, 1, 0]);
    moved.dispose();
  });

  it('holds a stepped value until the next key', () => {
    const rig = new ModelRig(source([track({ interpolation: 'step' })]));
    expect(at(rig, 1.9).nodes[2]!.position.x).toBe(0);
  });

  it('follows the tangents of a cubic spline', () => {
    // From 0 to 1 in 2 s with tangents of 3 and 0 a second: at half the way 0.5 + 0.125 · 3 · 2.
    const values = Float32Array.of(0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0);
    const rig = new ModelRig(source([track({ values, interpolation: 'spline' })]));
    expect(at(rig, 1).nodes[2]!.position.x).toBeCloseTo(1.25, 6);
  });

  it('drives every morph target of every primitive of the node', () => {
    const given = source([
      track({
        node: 1,
        path: 'morphWeights',
        values: Float32Array.of(0, 0, 1, 0.5),
        times: Float32Array.of(0, 2),
      }),
    ]);
    const geometry = given.geometries[0]!;
    geometry.morphTargetsRelative = true;
    geometry.morphAttributes.position = [0, 1].map(() => new BufferAttribute(new Float32Array(9).fill(1), 3));
    const target = { name: 'grow', attributes: [] };
    const rig = new ModelRig({
      ...given,
      primitives: [{ material: 0, triangles: 1, morphTargets: [target, target] }],
      nodes: [node('root', -1), node('leaf', 0, { primitives: [0, 0], morphWeights: [0.25, 0] })],
      skins: [],
    });
    const weights = (copy: ReturnType<ModelRig['build']>) =>
      copy.nodes[1]!.children.map((mesh) => [...(mesh as SkinnedMesh).morphTargetInfluences!]);
    expect(weights(rig.build())).toEqual([
      [0.25, 0],
      [0.25, 0],
    ]);
    expect(weights(at(rig, 1))).toEqual([
      [0.5, 0.25],
      [0.5, 0.25],
    ]);
  });
});
