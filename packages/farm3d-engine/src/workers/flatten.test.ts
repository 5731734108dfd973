import {
  AnimationClip,
  Bone,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  VectorKeyframeTrack,
} from 'three';
import { describe, expect, it } from 'vitest';
import { flatten } from './flatten.ts';

describe('flatten', () => {
  it('keeps shared geometries and materials shared, and parents before children', () => {
    const geometry = new BoxGeometry(1, 1, 1);
    const material = new MeshStandardMaterial({ color: '#ff0000' });
    const root = new Group();
    const left = new Mesh(geometry, material);
    const right = new Mesh(geometry, material);
    left.position.x = -2;
    right.position.x = 2;
    root.add(left);
    left.add(right);
    const { model } = flatten(root, []);
    expect(model.primitives).toHaveLength(1);
    expect(model.materials).toHaveLength(1);
    expect(model.nodes.map(({ parent, primitives }) => [parent, primitives])).toEqual([
      [-1, []],
      [0, [0]],
      [1, [0]],
    ]);
    expect(model.box).toEqual([-2.5, -0.5, -0.5, 0.5, 0.5, 0.5]);
    expect(model.triangles).toBe(24);
    expect(model.materials[0]!.color).toEqual([1, 0, 0]);
  });

  it('stores the bind-pose transforms of the joints with a skin', () => {
    const geometry = new BoxGeometry(1, 1, 1);
    const { count } = geometry.getAttribute('position');
    geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(count * 4), 4));
    const weights = Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0));
    geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
    const bone = new Bone();
    bone.position.y = 3;
    const mesh = new SkinnedMesh(geometry, new MeshStandardMaterial());
    mesh.add(bone);
    mesh.updateMatrixWorld(true);
    mesh.bind(new Skeleton([bone]));
    // Since it was bound the joint has moved by a metre, and the skin with it.
    bone.position.y = 4;
    const { model } = flatten(mesh, []);
    expect(model.skins![0]!.inverseBindMatrices[13]).toBe(-3);
    expect(model.box).toEqual([-0.5, 0.5, -0.5, 0.5, 1.5, 0.5]);
  });

  it('lists every transferable buffer once', () => {
    const { model, transfer } = flatten(new Mesh(new BoxGeometry(1, 1, 1), new MeshStandardMaterial()), []);
    const primitive = model.primitives[0]!;
    const buffers = [...primitive.attributes.map(({ array }) => array.buffer), primitive.index!.buffer];
    expect(transfer).toEqual(new Set(buffers));
    for (const { array } of primitive.attributes) expect(array.byteLength).toBe(array.buffer.byteLength);
  });

  it('narrows the index type and keeps every triangle', () => {
    const geometry = new BoxGeometry(1, 1, 1, 3, 3, 3);
    const wide = Uint32Array.from(geometry.index!.array);
    geometry.setIndex(new BufferAttribute(wide.slice(), 1));
    const { model } = flatten(new Mesh(geometry, new MeshStandardMaterial()), []);
    const { index } = model.primitives[0]!;
    expect(index).toBeInstanceOf(Uint16Array);
    const triangles = (list: ArrayLike<number>) =>
      Array.from(
        { length: list.length / 3 },
        (_, t) => `${list[t * 3]} ${list[t * 3 + 1]} ${list[t * 3 + 2]}`,
      ).sort();
    expect(triangles(index!)).toEqual(triangles(wide));
  });

  it('unpacks interleaved attributes and three-byte colours', () => {
    const packed = new InterleavedBuffer(Float32Array.of(0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9), 4);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new InterleavedBufferAttribute(packed, 3, 0));
    geometry.setAttribute(
      'color',
      new BufferAttribute(Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255), 3, true),
    );
    const { model } = flatten(new Mesh(geometry, new MeshStandardMaterial()), []);
    const attribute = (name: string) => model.primitives[0]!.attributes.find((entry) => entry.name === name)!;
    expect([...attribute('position').array]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect([...attribute('color').array]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(attribute('color').normalized).toBe(false);
    expect(model.materials[0]!.vertexColors).toBe(true);
  });

  it('stores node indices in clips', () => {
    const root = new Group();
    const valve = new Group();
    valve.name = 'open_handle';
    root.add(valve);
    const clip = new AnimationClip('open', 2, [
      new VectorKeyframeTrack('open_handle.position', [0, 2], [0, 0, 0, 0, 1, 0]),
      new VectorKeyframeTrack('nobody.position', [0, 2], [0, 0, 0, 0, 1, 0]),
    ]);
    const { model } = flatten(root, [clip]);
    expect(model.clips).toHaveLength(1);
    expect(model.clips[0]).toMatchObject({ name: 'open', duration: 2 });
    expect(model.clips[0]!.tracks.map(({ node, path }) => [node, path])).toEqual([[1, 'position']]);
    expect([...model.clips[0]!.tracks[0]!.values]).toEqual([0, 0, 0, 0, 1, 0]);
  });

  it('accepts a mesh without vertices', () => {
    const { model } = flatten(new Mesh(new BufferGeometry(), new MeshStandardMaterial()), []);
    expect(model.triangles).toBe(0);
    expect(model.box).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
