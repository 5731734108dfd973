import {
  BufferAttribute,
  type BufferGeometry,
  InstancedBufferGeometry,
  Matrix3,
  Matrix4,
  Vector3,
} from 'three';
import type { Model, ModelPart } from '../resources/model.ts';
import type { MaterialData } from '../workers/model.contract.ts';
import { PartLight } from './instance-shader.ts';

/** Node of a device's status lamp. */
const LAMP_NODE = 'glow_status';
const GLOW_NODE = 'glow_';
/** Larger double-sided parts are not duplicated for their backs: they get their own draw. */
const MAX_DUPLICATED_TRIANGLES = 20_000;
const SHORT = 65_535;

/** Parts of a model that are drawn together. */
export interface PartGroup {
  readonly parts: readonly ModelPart[];
  /** Index in the model's materials of the base of the draw's material. */
  readonly material: number;
  /** Whether the values of the parts are vertex attributes. */
  readonly isMerged: boolean;
  readonly isTransparent: boolean;
}

/** The joint of a part, from 1; 0 for a part that does not move. */
export type JointOf = (part: ModelPart) => number;

/**
 * Groups the parts of a model into as few draws as possible: all opaque parts with the same textures, and one per
 * transparent material.
 */
export function groupParts(model: Model, jointOf: JointOf): PartGroup[] {
  const byKey = new Map<string, ModelPart[]>();
  for (const part of model.parts) {
    const key = keyOf(model.materials[part.material]!, part);
    const group = byKey.get(key);
    if (group) group.push(part);
    else byKey.set(key, [part]);
  }
  joinPlain(byKey);
  return [...byKey.values()].map((parts) => {
    const first = parts.find(({ material }) => isMapped(model.materials[material]!)) ?? parts[0]!;
    const { transparent } = model.materials[first.material]!;
    // So that it uses the same shader program as others.
    const isTranslucent = transparent && !isMapped(model.materials[first.material]!);
    const isMerged =
      !isDeformed(first) &&
      !model.materials[first.material]!.unlit &&
      (parts.length > 1 || jointOf(first) > 0 || lightOf(first) !== PartLight.none || isTranslucent);
    return { parts, material: first.material, isMerged, isTransparent: transparent };
  });
}

/** How a part emits light. */
function lightOf({ nodeName }: ModelPart): number {
  if (nodeName.startsWith(LAMP_NODE)) return PartLight.status;
  return nodeName.startsWith(GLOW_NODE) ? PartLight.glow : PartLight.none;
}

/** Skinned and morphing parts keep their own vertices. */
export function isDeformed({ geometry }: ModelPart): boolean {
  return geometry.hasAttribute('skinIndex') || Object.keys(geometry.morphAttributes).length > 0;
}

/** Geometry of a group with one part: it shares the model's buffers. */
export function sharedGeometry(from: BufferGeometry): InstancedBufferGeometry {
  const to = new InstancedBufferGeometry();
  for (const [name, attribute] of Object.entries(from.attributes)) to.setAttribute(name, attribute);
  Object.assign(to.morphAttributes, from.morphAttributes);
  to.morphTargetsRelative = from.morphTargetsRelative;
  to.setIndex(from.index);
  to.boundingBox = from.boundingBox;
  to.boundingSphere = from.boundingSphere;
  return to;
}

/** Material of a merged group, neutral in the values that are vertex attributes. */
export function mergedMaterial(source: MaterialData): MaterialData {
  return {
    ...source,
    color: [1, 1, 1],
    roughness: 1,
    metalness: 1,
    emissive: [0, 0, 0],
    vertexColors: true,
    doubleSided: source.transparent && source.doubleSided,
  };
}

function hasEmission(model: Model, parts: readonly ModelPart[]): boolean {
  return parts.some(
    (part) =>
      lightOf(part) !== PartLight.status &&
      model.materials[part.material]!.emissive.some((value) => value > 0),
  );
}

const _point = new Vector3();
const _identity = new Matrix4();
const _normals = new Matrix3();

/** One geometry for all parts of a group; static parts are in model space. */
export function mergeGeometry(model: Model, group: PartGroup, jointOf: JointOf): InstancedBufferGeometry {
  const pieces = group.parts.flatMap((part) => {
    const isTwoSided = model.materials[part.material]!.doubleSided && !group.isTransparent;
    return isTwoSided
      ? [
          { part, isBack: false },
          { part, isBack: true },
        ]
      : [{ part, isBack: false }];
  });
  const count = (part: ModelPart) => part.geometry.getAttribute('position').count;
  const vertices = pieces.reduce((sum, { part }) => sum + count(part), 0);
  const indices = pieces.reduce((sum, { part }) => sum + (part.geometry.index?.count ?? count(part)), 0);
  const position = new Float32Array(vertices * 3);
  const hasNormals = group.parts.some(({ geometry }) => geometry.hasAttribute('normal'));
  const normal = hasNormals ? new Float32Array(vertices * 3) : null;
  const color = new Uint16Array(vertices * 4);
  const surface = new Uint8Array(vertices * 4);
  const kind = new Uint8Array(vertices * 4);
  const uv = isMapped(model.materials[group.material]!) ? new Float32Array(vertices * 2) : null;
  const emission = hasEmission(model, group.parts) ? new Float32Array(vertices * 3) : null;
  const index = vertices < SHORT ? new Uint16Array(indices) : new Uint32Array(indices);
  let vertex = 0;
  let at = 0;
  for (const { part, isBack } of pieces) {
    const material = model.materials[part.material]!;
    const { attributes, index: own } = part.geometry;
    const joint = jointOf(part);
    const matrix = joint > 0 ? _identity : part.matrix;
    _normals.getNormalMatrix(matrix);
    const isMirrored = matrix.determinant() < 0 !== isBack;
    const tint = attributes['color'];
    const mapped = isMapped(material) ? 255 : 0;
    const glows = lightOf(part) === PartLight.status ? [0, 0, 0] : material.emissive;
    const total = count(part);
    for (let i = 0; i < total; i++) {
      const v = vertex + i;
      _point.fromBufferAttribute(attributes['position']!, i).applyMatrix4(matrix);
      _point.toArray(position, v * 3);
      if (normal && attributes['normal']) {
        _point.fromBufferAttribute(attributes['normal'], i).applyMatrix3(_normals);
        _point
          .normalize()
          .multiplyScalar(isBack ? -1 : 1)
          .toArray(normal, v * 3);
      }
      for (let c = 0; c < 3; c++) {
        color[v * 4 + c] = Math.round(unit((tint?.getComponent(i, c) ?? 1) * material.color[c]!) * SHORT);
        if (emission) emission[v * 3 + c] = glows[c]! * material.emissiveIntensity;
      }
      color[v * 4 + 3] = tint && tint.itemSize === 4 ? Math.round(unit(tint.getW(i)) * SHORT) : SHORT;
      surface[v * 4] = Math.round(unit(material.roughness) * 255);
      surface[v * 4 + 1] = Math.round(unit(material.metalness) * 255);
      surface[v * 4 + 2] = mapped;
      kind[v * 4] = joint;
      kind[v * 4 + 1] = lightOf(part);
      if (uv && attributes['uv']) {
        uv[v * 2] = attributes['uv'].getX(i);
        uv[v * 2 + 1] = attributes['uv'].getY(i);
      }
    }
    const length = own?.count ?? total;
    for (let i = 0; i < length; i += 3) {
      const corner = (k: number) => vertex + (own ? own.getX(i + k) : i + k);
      index[at++] = corner(0);
      index[at++] = corner(isMirrored ? 2 : 1);
      index[at++] = corner(isMirrored ? 1 : 2);
    }
    vertex += total;
  }
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  // Flat-shaded faces compute their normals in the shader; zero normals would spoil their shadows.
  if (normal) geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  geometry.setAttribute('color', new BufferAttribute(color, 4, true));
  geometry.setAttribute('farmSurface', new BufferAttribute(surface, 4, true));
  geometry.setAttribute('farmPart', new BufferAttribute(kind, 4));
  if (uv) geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  if (emission) geometry.setAttribute('farmEmission', new BufferAttribute(emission, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Textures that the shader can skip per vertex. */
const OPTIONAL_SLOTS = new Set(['map', 'roughnessMap', 'metalnessMap']);

function isMapped({ textures }: MaterialData): boolean {
  return Object.keys(textures).length > 0;
}

/** Parts with equal keys may share a draw. */
function keyOf(material: MaterialData, part: ModelPart): string {
  const isSeparate =
    material.transparent ||
    material.alphaTest > 0 ||
    material.unlit ||
    isDeformed(part) ||
    (material.doubleSided && part.geometry.getAttribute('position').count > MAX_DUPLICATED_TRIANGLES);
  if (isSeparate) {
    // Skinned, morphing and unlit parts are drawn alone; two nodes with one film share a draw.
    return isDeformed(part) || material.unlit
      ? `${part.node}:${part.geometry.uuid}`
      : `material ${part.material}`;
  }
  const slots = Object.entries(material.textures);
  if (slots.length === 0) return `plain ${material.flatShading}`;
  const isOptional = slots.every(([slot]) => OPTIONAL_SLOTS.has(slot));
  // Other textures have values that are not vertex attributes.
  return isOptional
    ? `mapped ${material.flatShading} ${JSON.stringify(slots.toSorted(([a], [b]) => a.localeCompare(b)))}`
    : `material ${part.material}`;
}

/** Adds parts without textures to the first group that has some. */
function joinPlain(byKey: Map<string, ModelPart[]>): void {
  for (const isFlat of [true, false]) {
    const plain = byKey.get(`plain ${isFlat}`);
    const mapped = [...byKey].find(([key]) => key.startsWith(`mapped ${isFlat}`));
    if (!plain || !mapped) continue;
    mapped[1].push(...plain);
    byKey.delete(`plain ${isFlat}`);
  }
}
