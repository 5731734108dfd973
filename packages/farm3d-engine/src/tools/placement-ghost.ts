import {
  Box3,
  type BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  RingGeometry,
  type Object3D,
  Vector3,
} from 'three';
import type { PreviewModel } from './tool-host.ts';

/** May be dropped here, may not: told by colour and, for eyes that cannot tell these apart, by the broken ring. */
const VALID_COLOUR = 0x2e9e5b;
const INVALID_COLOUR = 0xd93a3a;
/** Ring on the floor: radii in metres. */
const RING_INNER = 0.42;
const RING_OUTER = 0.5;
/** The pin that stands in until the model is there, metres. */
const PIN_HEIGHT = 1;
const TINT_STRENGTH = 0.45;
/** Radius of the ring for a large model, of its longer side. */
const RING_SHARE = 0.55;

const _box = new Box3();
const _size = new Vector3();

/** What follows the pointer while a device is placed: its model, see-through and tinted, on a ring on the floor. */
export class PlacementGhost {
  readonly object = new Group();
  readonly #cue = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.9,
    side: DoubleSide,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  readonly #full = ring(0, Math.PI * 2);
  readonly #broken = ring(0, Math.PI / 2.6);
  readonly #rings: Mesh[];
  readonly #pin: Mesh;
  readonly #tinted: { material: MeshLambertMaterial; colour: Color }[] = [];
  #model: PreviewModel | undefined;
  #isValid: boolean | undefined;
  #disposed = false;

  constructor() {
    this.object.userData['isTool'] = true;
    this.object.visible = false;
    this.#rings = [0, 1, 2].map((turn) => {
      const mesh = new Mesh(this.#full, this.#cue);
      mesh.rotation.y = (turn * Math.PI * 2) / 3;
      mesh.renderOrder = 10;
      return mesh;
    });
    this.#pin = new Mesh(
      new CylinderGeometry(0.02, 0.02, PIN_HEIGHT, 8).translate(0, PIN_HEIGHT / 2, 0),
      this.#cue,
    );
    this.#pin.renderOrder = 10;
    this.object.add(...this.#rings, this.#pin);
    this.setValid(false);
  }

  /** Puts the model in the place of the pin. The ghost releases it. */
  setModel(model: PreviewModel): void {
    if (this.#disposed) {
      model.release();
      return;
    }
    this.#model = model;
    model.object.traverse((node) => this.#tint(node));
    this.object.remove(this.#pin);
    this.object.add(model.object);
    this.#surround(model.object);
    this.#colour();
  }

  /** Shows the ghost at a place on the floor; null hides it. */
  moveTo(point: Vector3 | null): void {
    this.object.visible = point !== null;
    if (point) this.object.position.copy(point);
  }

  setValid(isValid: boolean): void {
    if (this.#isValid === isValid) return;
    this.#isValid = isValid;
    for (const mesh of this.#rings) mesh.geometry = isValid ? this.#full : this.#broken;
    this.#colour();
  }

  /** Takes the ghost out of the scene and gives everything back. Harmless when called twice. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.object.removeFromParent();
    if (this.#model) {
      this.object.remove(this.#model.object);
      this.#model.release();
    }
    for (const { material } of this.#tinted) material.dispose();
    this.#full.dispose();
    this.#broken.dispose();
    this.#pin.geometry.dispose();
    this.#cue.dispose();
  }

  /** A greenhouse needs a larger ring than a probe; none is smaller than the one that waits for the model. */
  #surround(model: Object3D): void {
    model.updateWorldMatrix(true, true);
    const size = _box.setFromObject(model).getSize(_size);
    const factor = Math.max(1, (Math.max(size.x, size.z) * RING_SHARE) / RING_OUTER);
    for (const mesh of this.#rings) mesh.scale.setScalar(factor);
  }

  #tint(node: Object3D): void {
    if (!(node instanceof Mesh)) return;
    const given: unknown = Array.isArray(node.material) ? node.material[0] : node.material;
    const { color, map, vertexColors } = (given ?? {}) as Partial<MeshLambertMaterial>;
    const material = new MeshLambertMaterial({
      transparent: true,
      opacity: 0.85,
      vertexColors: vertexColors === true,
      ...(map ? { map } : {}),
    });
    this.#tinted.push({ material, colour: color instanceof Color ? color.clone() : new Color(0xffffff) });
    node.material = material;
    // After the film of a greenhouse, which would veil it.
    node.renderOrder = 9;
    node.castShadow = false;
  }

  #colour(): void {
    const cue = this.#isValid ? VALID_COLOUR : INVALID_COLOUR;
    this.#cue.color.setHex(cue);
    for (const { material, colour } of this.#tinted) {
      material.color.copy(colour).lerp(this.#cue.color, TINT_STRENGTH);
      material.emissive.copy(this.#cue.color).multiplyScalar(TINT_STRENGTH / 2);
    }
  }
}

/** A third of a full ring flat on the floor, or less of it where the ring is broken. */
function ring(from: number, length: number): BufferGeometry {
  return new RingGeometry(RING_INNER, RING_OUTER, 24, 1, from, Math.min(length, (Math.PI * 2) / 3)).rotateX(
    -Math.PI / 2,
  );
}
