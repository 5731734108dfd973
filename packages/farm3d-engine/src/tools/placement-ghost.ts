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
import type { PreviewModel } from '../context/viewer-context.ts';

/** Colours for valid and invalid positions; for colour-blind users the ring is broken too. */
const VALID_COLOUR = 0x2e9e5b;
const INVALID_COLOUR = 0xd93a3a;
/** Radii of the ring on the floor, metres. */
const RING_INNER = 0.42;
const RING_OUTER = 0.5;
/** Length of one of its parts, radians. */
const THIRD = (Math.PI * 2) / 3;
/** Height of the pin that is shown until the model is loaded, metres. */
const PIN_HEIGHT = 1;
const TINT_STRENGTH = 0.45;
/** Radius of the ring for a large model, as a share of its longer side. */
const RING_SHARE = 0.55;

const _box = new Box3();
const _size = new Vector3();

/** The preview of a placement: the translucent, tinted model on a ring on the floor. */
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
  readonly #full = ring(THIRD);
  readonly #broken = ring(Math.PI / 2.6);
  readonly #rings: Mesh[];
  readonly #pin: Mesh;
  readonly #tinted: { material: MeshLambertMaterial; colour: Color }[] = [];
  #model: PreviewModel | undefined;
  #isValid: boolean | undefined;
  #disposed = false;

  constructor() {
    this.object.userData['isTool'] = true;
    this.object.visible = false;
    this.#rings = [0, 1, 2].map((rotation) => {
      const mesh = new Mesh(this.#full, this.#cue);
      mesh.rotation.y = rotation * THIRD;
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

  /** Replaces the pin by the model. The ghost releases it. */
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

  /** Moves the ghost to a point on the floor; null hides it. */
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

  /** Removes the ghost and releases its resources. A second call has no effect. */
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

  /** A large model gets a larger ring; the ring never becomes smaller than the initial one. */
  #surround(model: Object3D): void {
    const size = _box.setFromObject(model).getSize(_size);
    const factor = Math.max(1, (Math.max(size.x, size.z) * RING_SHARE) / RING_OUTER);
    for (const mesh of this.#rings) mesh.scale.setScalar(factor);
  }

  #tint(node: Object3D): void {
    if (!(node instanceof Mesh)) return;
    const original: unknown = Array.isArray(node.material) ? node.material[0] : node.material;
    const { color, map, vertexColors } = (original ?? {}) as Partial<MeshLambertMaterial>;
    const material = new MeshLambertMaterial({
      transparent: true,
      opacity: 0.85,
      vertexColors: vertexColors === true,
      ...(map ? { map } : {}),
    });
    this.#tinted.push({ material, colour: color instanceof Color ? color.clone() : new Color(0xffffff) });
    node.material = material;
    // After the film of a greenhouse, which would cover it.
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

/** A part of a ring flat on the floor. */
function ring(length: number): BufferGeometry {
  return new RingGeometry(RING_INNER, RING_OUTER, 24, 1, 0, length).rotateX(-Math.PI / 2);
}
