import {
  BoxGeometry,
  type BufferAttribute,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Ray,
  Raycaster,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random.ts';
import type { EquipmentRecord } from '../document/records.ts';
import { FrameBudget } from '../resources/frame-budget.ts';
import { ModelLibrary } from '../resources/model-library.ts';
import { plainBox } from '../resources/plain-box.ts';
import { EquipmentView } from './equipment-view.ts';
import { InstanceState } from './instance-shader.ts';

async function boxModel() {
  const library = new ModelLibrary(
    { load: () => Promise.resolve(plainBox()) },
    { budget: new FrameBudget(1e9, () => 0) },
  );
  return (await library.acquire('/box.glb')).model;
}

function record(id: string, x: number, y: number, z: number, random = () => 0): EquipmentRecord {
  return {
    id,
    parentId: null,
    position: { x, y, z },
    rotation: { x: random() * 6, y: random() * 6, z: random() * 6 },
    scale: { x: 0.5 + random() * 2, y: 0.5 + random() * 2, z: 0.5 + random() * 2 },
    extra: {},
  };
}

/** The plain box at a record's place as an ordinary three mesh. */
function meshOf({ id, position: p, rotation: r, scale: s }: EquipmentRecord): Object3D {
  const mesh = new Mesh(
    new BoxGeometry(0.4, 0.8, 0.4).translate(0, 0.4, 0),
    new MeshBasicMaterial({ side: DoubleSide }),
  );
  mesh.name = id;
  mesh.position.set(p.x, p.y, p.z);
  mesh.rotation.set(r.x, r.y, r.z);
  mesh.scale.set(s.x, s.y, s.z);
  mesh.updateMatrixWorld(true);
  return mesh;
}

describe('EquipmentView', () => {
  it("finds with 500 rays the same objects as three's test of every triangle", async () => {
    const random = createRandom(7);
    const model = await boxModel();
    const view = new EquipmentView();
    const around = () => (random() - 0.5) * 12;
    const records = Array.from({ length: 120 }, (_, i) =>
      record(`t${i}`, around(), around(), around(), random),
    );
    for (const item of records) {
      view.set(item);
      view.setModel(item.id, model);
    }
    const meshes = records.map(meshOf);
    const raycaster = new Raycaster();
    let hits = 0;
    for (let i = 0; i < 500; i++) {
      const origin = new Vector3(around() * 2, around() * 2, 20);
      const ray = new Ray(origin, new Vector3(around(), around(), 0).sub(origin).normalize());
      raycaster.ray.copy(ray);
      const expected = raycaster.intersectObjects(meshes)[0];
      const found = view.raycast(ray);
      expect(found?.id).toBe(expected?.object.name);
      if (found) expect(found.distance).toBeCloseTo(expected!.distance, 4);
      hits += found ? 1 : 0;
    }
    expect(hits).toBeGreaterThan(100);
  });

  it('keeps the position of every object while others are removed', async () => {
    const random = createRandom(3);
    const model = await boxModel();
    const view = new EquipmentView();
    const left = new Map<string, EquipmentRecord>();
    for (let i = 0; i < 80; i++) {
      const item = record(`t${i}`, i * 3, 0, 0);
      left.set(item.id, item);
      view.set(item);
      view.setModel(item.id, model);
      view.changeState(item.id, i % 2 ? InstanceState.selected : 0, 0);
    }
    const down = (x: number) => new Ray(new Vector3(x, 9, 0), new Vector3(0, -1, 0));
    while (left.size > 0) {
      const id = [...left.keys()][Math.floor(random() * left.size)]!;
      left.delete(id);
      view.remove(id);
      for (const [other, { position }] of left) {
        expect(view.raycast(down(position.x))?.id).toBe(other);
        expect(view.state(other)).toBe(Number(other.slice(1)) % 2 ? InstanceState.selected : 0);
      }
    }
    expect(view.raycast(down(0))).toBeNull();
    expect(view.group.children).toHaveLength(0);
  });

  it('draws an object at the matrix of a tool until the tool resets it', async () => {
    const model = await boxModel();
    const view = new EquipmentView();
    const item = record('a', 0, 0, 0);
    view.set(item);
    view.setModel('a', model);
    const moved = new Object3D();
    moved.position.set(5, 0, 0);
    moved.updateMatrix();
    view.setMoved('a', moved.matrix);
    view.set({ ...item, position: { x: 9, y: 0, z: 0 } });
    expect(view.boxOf('a')!.getCenter(new Vector3()).x).toBeCloseTo(5);
    view.setMoved('a', null);
    expect(view.boxOf('a')!.getCenter(new Vector3()).x).toBeCloseTo(9);
  });

  it('keeps live states set before placement and after removal', () => {
    const view = new EquipmentView();
    expect(view.changeLiveState('a', InstanceState.online, InstanceState.offline)).toBe(false);
    view.set(record('a', 0, 0, 0));
    expect(view.state('a')).toBe(InstanceState.online);
    view.changeState('a', InstanceState.selected, 0);
    view.remove('a');
    view.set(record('a', 1, 0, 0));
    expect(view.state('a')).toBe(InstanceState.online);
  });

  it('places the objects of a child scene in its coordinate system', async () => {
    const model = await boxModel();
    const view = new EquipmentView();
    const half = Math.PI / 2;
    view.setChildScenes([
      {
        id: 'child',
        name: '二号棚',
        position: { x: 10, y: 0, z: 0 },
        rotation: { x: 0, y: half, z: 0 },
        scale: { x: 2, y: 2, z: 2 },
        extra: {},
      },
    ]);
    view.set({ ...record('a', 1, 0, 0), parentId: 'child', scale: { x: 1, y: 1, z: 1 } });
    view.setModel('a', model);
    // One metre along the child's x, which points along −z after a quarter turn, at twice the size.
    const center = view.boxOf('a')!.getCenter(new Vector3());
    expect([center.x, center.y, center.z].map((n) => Math.round(n * 1e6) / 1e6)).toEqual([10, 0.8, -2]);
  });

  it('shares the vertices of its model instead of copying them', async () => {
    const model = await boxModel();
    const view = new EquipmentView();
    view.set(record('a', 0, 0, 0));
    view.setModel('a', model);
    const mesh = view.group.getObjectByName('box') as Mesh;
    const own = mesh.geometry.getAttribute('position') as BufferAttribute;
    expect(own.array).toBe((model.parts[0]!.geometry.getAttribute('position') as BufferAttribute).array);
  });
});
