import {
  Color,
  Group,
  Mesh,
  type MeshBasicMaterial,
  MeshLambertMaterial,
  Object3D,
  Texture,
  Vector3,
} from 'three';
import { describe, expect, test, vi } from 'vitest';
import { PlacementGhost } from './placement-ghost.ts';
import { testPreview } from './test-placement.ts';

const GREEN = 0x2e9e5b;
const RED = 0xd93a3a;

/** The parts that are drawn: of the ring, the pin, and of the model. */
const partsOf = ({ object }: PlacementGhost) => object.children as Mesh[];
const ringOf = (ghost: PlacementGhost) => partsOf(ghost).slice(0, 3);
const colourOf = ({ material }: Mesh) => (material as MeshBasicMaterial).color.getHex();
/** Share of the circle around it that the ring covers. */
const coverOf = (ghost: PlacementGhost) =>
  ringOf(ghost).reduce((sum, { geometry }) => {
    const { thetaLength } = (geometry as Mesh['geometry'] & { parameters: { thetaLength: number } })
      .parameters;
    return sum + thetaLength / (2 * Math.PI);
  }, 0);

describe('the ring', () => {
  test('is not shown before it has a place', () => {
    const { object } = new PlacementGhost();
    expect([object.visible, object.userData]).toEqual([false, { isTool: true }]);
  });

  test('moves to a point, and is hidden without one', () => {
    const ghost = new PlacementGhost();
    const point = new Vector3(1, 2, 3);
    ghost.moveTo(point);
    expect([ghost.object.visible, ghost.object.position.toArray()]).toEqual([true, [1, 2, 3]]);
    point.x = 9;
    expect(ghost.object.position.x).toBe(1);
    ghost.moveTo(null);
    expect(ghost.object.visible).toBe(false);
  });

  test('is red and broken where nothing can be placed, else green and whole', () => {
    const ghost = new PlacementGhost();
    expect(partsOf(ghost).map(colourOf)).toEqual([RED, RED, RED, RED]);
    expect(coverOf(ghost)).toBeLessThan(0.7);
    ghost.setValid(true);
    expect(partsOf(ghost).map(colourOf)).toEqual([GREEN, GREEN, GREEN, GREEN]);
    expect(coverOf(ghost)).toBeCloseTo(1, 9);
    ghost.setValid(false);
    expect([colourOf(partsOf(ghost)[0]!), coverOf(ghost) < 0.7]).toEqual([RED, true]);
  });

  test('lies flat on the floor around the place, and is seen through what is before it', () => {
    const [first, second, third] = ringOf(new PlacementGhost());
    first?.geometry.computeBoundingBox();
    const { min, max } = first!.geometry.boundingBox!;
    expect([min.y, max.y, max.x]).toEqual([
      expect.closeTo(0, 9),
      expect.closeTo(0, 9),
      expect.closeTo(0.5, 9),
    ]);
    // Towards the north and the west of the first third; the others follow.
    expect([second?.rotation.y, third?.rotation.y]).toEqual([
      expect.closeTo((2 * Math.PI) / 3, 9),
      expect.closeTo((4 * Math.PI) / 3, 9),
    ]);
    expect(first?.material).toMatchObject({
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
    expect(first?.renderOrder).toBeGreaterThan(9);
  });

  test('has a pin of one metre until the model is there', () => {
    const ghost = new PlacementGhost();
    const pin = partsOf(ghost)[3]!;
    pin.geometry.computeBoundingBox();
    const { min, max } = pin.geometry.boundingBox!;
    expect([min.y, max.y, pin.renderOrder > 9]).toEqual([0, 1, true]);
    const { model } = testPreview();
    ghost.setModel(model);
    expect(partsOf(ghost)).toHaveLength(4);
    expect(partsOf(ghost)[3]).toBe(model.object);
  });

  test.each([
    ['small', 0.2, 0.2, 0.5],
    ['long', 4, 1, 2.2],
    ['deep', 1, 6, 3.3],
  ])('around a %s model has a radius of more than half of it', (_, x, z, radius) => {
    const ghost = new PlacementGhost();
    const { model, mesh } = testPreview();
    // Its box is 2 × 1 × 1.
    mesh.scale.set(x / 2, 1, z);
    ghost.setModel(model);
    for (const { scale } of ringOf(ghost)) {
      expect(scale.x * 0.5).toBeCloseTo(radius, 9);
      expect([scale.y, scale.z]).toEqual([scale.x, scale.x]);
    }
  });
});

describe('the model', () => {
  test('is translucent, in its own colour with that of the ring', () => {
    const ghost = new PlacementGhost();
    const { model, mesh, material } = testPreview();
    ghost.setModel(model);
    const tinted = mesh.material;
    expect(tinted).not.toBe(material);
    expect(tinted).toMatchObject({ transparent: true, vertexColors: false, map: null });
    expect(tinted.opacity).toBeLessThan(1);
    for (const [isValid, cue] of [
      [false, RED],
      [true, GREEN],
    ] as const) {
      ghost.setValid(isValid);
      expect(tinted.color.getHex()).toBe(new Color(0xff0000).lerp(new Color(cue), 0.45).getHex());
      expect(tinted.emissive.getHex()).toBe(new Color(cue).multiplyScalar(0.225).getHex());
    }
    // The viewer's own material is as it was.
    expect(material.color.getHex()).toBe(0xff0000);
    expect([mesh.castShadow, mesh.renderOrder]).toEqual([false, 9]);
  });

  test('keeps texture and colours of corners, and has a colour where its material has none', () => {
    const map = new Texture();
    const materials = [
      new MeshLambertMaterial({ map, vertexColors: true }),
      [new MeshLambertMaterial({ color: 0x00ff00 }), new MeshLambertMaterial()],
      {},
      [],
    ];
    const ghost = new PlacementGhost();
    ghost.setValid(true);
    const meshes = materials.map((material) => new Mesh(undefined, material as MeshLambertMaterial));
    for (const mesh of meshes) mesh.castShadow = true;
    ghost.setModel({ object: new Group().add(new Object3D(), ...meshes), release: () => {} });
    const tinted = meshes.map(({ material }) => material);
    const white = new Color(0xffffff).lerp(new Color(GREEN), 0.45).getHex();
    expect(tinted.map(({ color }) => color.getHex())).toEqual([
      white,
      new Color(0x00ff00).lerp(new Color(GREEN), 0.45).getHex(),
      white,
      white,
    ]);
    expect(tinted[0]).toMatchObject({ map, vertexColors: true });
    expect(meshes.map(({ castShadow }) => castShadow)).toEqual([false, false, false, false]);
  });

  test('that comes after the end is given back', () => {
    const ghost = new PlacementGhost();
    ghost.dispose();
    const { model, state } = testPreview();
    ghost.setModel(model);
    expect([state.released, model.object.parent]).toEqual([1, null]);
  });
});

describe('its end', () => {
  test('removes it from the scene, and frees what it made, once', () => {
    const ghost = new PlacementGhost();
    const scene = new Group().add(ghost.object);
    const freed = vi.fn<() => void>();
    const note = (part: { addEventListener: (type: 'dispose', listener: () => void) => void }) =>
      part.addEventListener('dispose', freed);
    const [ring, , , pin] = partsOf(ghost);
    note(ring!.geometry);
    note(pin!.geometry);
    note(ring!.material as MeshBasicMaterial);
    ghost.setValid(true);
    note(ring!.geometry);
    const { model, mesh, state } = testPreview();
    ghost.setModel(model);
    note(mesh.material);
    const kept = vi.fn<() => void>();
    mesh.geometry.addEventListener('dispose', kept);
    ghost.dispose();
    ghost.dispose();
    expect([scene.children, freed.mock.calls.length, state.released]).toEqual([[], 5, 1]);
    // The geometry is the viewer's.
    expect([kept.mock.calls.length, model.object.parent]).toEqual([0, null]);
  });

  test('without a model frees the rest', () => {
    const ghost = new PlacementGhost();
    const scene = new Group().add(ghost.object);
    ghost.dispose();
    expect(scene.children).toEqual([]);
  });
});
