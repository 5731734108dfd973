import { BufferAttribute, type BufferGeometry } from 'three';
import type {
  AttributeData,
  BoxArray,
  MorphTargetData,
  NumericArray,
  PrimitiveData,
} from './model.contract.ts';

/** Larger coordinates are invalid: half of float32's range already breaks bounds and shaders. Metres. */
export const MAX_COORDINATE = 1e9;

/** Attributes that materials, skins and morph targets use; others only take memory. */
const KNOWN_ATTRIBUTES = new Set([
  'position',
  'normal',
  'tangent',
  'uv',
  'uv1',
  'uv2',
  'uv3',
  'color',
  'skinIndex',
  'skinWeight',
]);

/**
 * Converts a geometry to plain arrays: repaired, with normals and bounds.
 * @param isFlat the material is flat shaded: no normals are computed
 */
export function flattenGeometry(
  geometry: BufferGeometry,
  material: number,
  transfer: Set<Transferable>,
  morphNames: readonly string[] = [],
  isFlat = false,
): PrimitiveData {
  const filePosition = geometry.getAttribute('position') as BufferAttribute | undefined;
  const empty = {
    attributes: [],
    index: null,
    material,
    box: [0, 0, 0, 0, 0, 0],
    triangles: 0,
  } as const;
  if (!filePosition || filePosition.count === 0 || filePosition.itemSize !== 3) return empty;
  // Ray trees are fast with plain float positions.
  const position = asFloats(filePosition);
  geometry.setAttribute('position', position);
  const box = repair(geometry, position);
  const isDrawable = (geometry.index?.count ?? position.count) >= 3;
  if (!isDrawable) return empty;

  const index = indexOf(geometry, position.count);
  transfer.add(index.buffer);
  if (!isFlat && !geometry.getAttribute('normal'))
    geometry.setAttribute('normal', new BufferAttribute(normals(geometry, position, index), 3));

  const attributes: AttributeData[] = [];
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    if (!KNOWN_ATTRIBUTES.has(name)) continue;
    attributes.push(attributeData(name, plain(attribute as BufferAttribute), transfer));
  }
  const morphTargets = flattenMorphs(geometry, position.count, morphNames, transfer);
  return {
    attributes,
    index,
    material,
    box,
    triangles: index.length / 3,
    ...(morphTargets.length > 0 && { morphTargets }),
  };
}

function attributeData(
  name: string,
  { array, itemSize, normalized }: BufferAttribute,
  transfer: Set<Transferable>,
): AttributeData {
  transfer.add((array as NumericArray).buffer);
  return { name, array: array as NumericArray, itemSize, normalized };
}

/** Always relative: the base shape is subtracted from absolute targets (in none of our formats). */
function flattenMorphs(
  geometry: BufferGeometry,
  count: number,
  names: readonly string[],
  transfer: Set<Transferable>,
): MorphTargetData[] {
  const { position = [], normal = [] } = geometry.morphAttributes;
  return position.map((target, i) => {
    const attributes: AttributeData[] = [];
    for (const [name, source] of [
      ['position', target],
      ['normal', normal[i]],
    ] as const) {
      if (!source || source.count !== count || source.itemSize !== 3) continue;
      const floats = asFloats(source as BufferAttribute);
      const array = floats.array as Float32Array<ArrayBuffer>;
      const rest = geometry.getAttribute(name) as BufferAttribute | undefined;
      for (let at = 0; at < array.length; at++) {
        if (!geometry.morphTargetsRelative && rest)
          array[at]! -= rest.getComponent(Math.floor(at / 3), at % 3);
        if (!isValidCoordinate(array[at]!)) array[at] = 0;
      }
      attributes.push(attributeData(name, floats, transfer));
    }
    return { name: names[i] ?? (target.name || `${i}`), attributes };
  });
}

function normals(
  { index: sourceIndex }: BufferGeometry,
  { array }: BufferAttribute,
  index: Uint16Array | Uint32Array,
): Float32Array<ArrayBuffer> {
  return sourceIndex ? normalsOf(array as Float32Array, index) : flatNormalsOf(array as Float32Array);
}

/** Normals of triangles that share no vertices. */
function flatNormalsOf(p: Float32Array): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(p.length);
  for (let i = 0; i + 8 < p.length; i += 9) {
    const ux = p[i + 3]! - p[i]!;
    const uy = p[i + 4]! - p[i + 1]!;
    const uz = p[i + 5]! - p[i + 2]!;
    const vx = p[i + 6]! - p[i]!;
    const vy = p[i + 7]! - p[i + 1]!;
    const vz = p[i + 8]! - p[i + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[i] = normals[i + 3] = normals[i + 6] = x / length;
    normals[i + 1] = normals[i + 4] = normals[i + 7] = y / length;
    normals[i + 2] = normals[i + 5] = normals[i + 8] = z / length;
  }
  return normals;
}

/** Vertex normals: the area-weighted mean of the triangles' normals. */
function normalsOf(p: Float32Array, index: Uint16Array | Uint32Array): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(p.length);
  for (let i = 0; i < index.length; i += 3) {
    const a = index[i]! * 3;
    const b = index[i + 1]! * 3;
    const c = index[i + 2]! * 3;
    // Inlined: arrays would take most of the time of loading a model.
    const ux = p[b]! - p[a]!;
    const uy = p[b + 1]! - p[a + 1]!;
    const uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!;
    const vy = p[c + 1]! - p[a + 1]!;
    const vz = p[c + 2]! - p[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    normals[a]! += x;
    normals[a + 1]! += y;
    normals[a + 2]! += z;
    normals[b]! += x;
    normals[b + 1]! += y;
    normals[b + 2]! += z;
    normals[c]! += x;
    normals[c + 1]! += y;
    normals[c + 2]! += z;
  }
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i]!;
    const y = normals[i + 1]!;
    const z = normals[i + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[i] = x / length;
    normals[i + 1] = y / length;
    normals[i + 2] = z / length;
  }
  return normals;
}

const isValidCoordinate = (value: number) => Math.abs(value) <= MAX_COORDINATE;

/**
 * Ensures that every index has a vertex and every vertex a valid position: one NaN would make the model's bounds NaN and
 * hide the whole scene, and an index past the end is undefined. Invalid triangles are removed.
 * @returns bounds of the rest
 */
function repair(geometry: BufferGeometry, position: BufferAttribute): BoxArray {
  const array = position.array as Float32Array<ArrayBuffer>;
  const box = boundsOf(array);
  const isInvalid = box.every(isValidCoordinate) ? undefined : movedIn(array, geometry.index === null);
  repairIndex(geometry, position.count, isInvalid);
  return isInvalid ? boundsOf(array) : box;
}

/**
 * Moves every invalid vertex to the first valid one.
 * @returns which vertices were moved
 */
function movedIn(array: Float32Array<ArrayBuffer>, isUnindexed: boolean): Uint8Array {
  const count = array.length / 3;
  const isInvalid = new Uint8Array(count);
  let firstGood = -1;
  for (let v = 0, at = 0; v < count; v++, at += 3) {
    if (
      isValidCoordinate(array[at]!) &&
      isValidCoordinate(array[at + 1]!) &&
      isValidCoordinate(array[at + 2]!)
    ) {
      if (firstGood < 0) firstGood = v;
    } else isInvalid[v] = 1;
  }
  const position =
    firstGood < 0 ? [0, 0, 0] : [array[firstGood * 3]!, array[firstGood * 3 + 1]!, array[firstGood * 3 + 2]!];
  for (let v = 0; v < count; v++) {
    // Without an index the triangle's other two vertices get the same position, so it is not drawn.
    const t = v - (v % 3);
    if (isInvalid[v] || (isUnindexed && (isInvalid[t] || isInvalid[t + 1] || isInvalid[t + 2])))
      array.set(position, v * 3);
  }
  return isInvalid;
}

/** Removes triangles with invalid or missing vertices. */
function repairIndex(geometry: BufferGeometry, count: number, isInvalid: Uint8Array | undefined): void {
  const { index } = geometry;
  if (!index) return;
  const usableCount = index.count - (index.count % 3);
  let kept = 0;
  const source = index.array;
  let target: Uint32Array<ArrayBuffer> | undefined;
  for (let i = 0; i < usableCount; i += 3) {
    const a = source[i]!;
    const b = source[i + 1]!;
    const c = source[i + 2]!;
    const isGood =
      a < count && b < count && c < count && !(isInvalid && (isInvalid[a] || isInvalid[b] || isInvalid[c]));
    if (!isGood && !target) {
      target = new Uint32Array(usableCount);
      target.set(source.subarray(0, i));
    }
    if (isGood) {
      if (target) {
        target[kept] = a;
        target[kept + 1] = b;
        target[kept + 2] = c;
      }
      kept += 3;
    }
  }
  if (target || usableCount !== index.count) {
    geometry.setIndex(new BufferAttribute((target ?? Uint32Array.from(source)).slice(0, kept), 1));
  }
}

/** NaN if any coordinate is NaN. */
function boundsOf(array: Float32Array): BoxArray {
  let [x0, y0, z0, x1, y1, z1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  // A sum with NaN is NaN, whereas a comparison would ignore it.
  let sum = 0;
  for (let i = 0; i < array.length; i += 3) {
    const x = array[i]!;
    const y = array[i + 1]!;
    const z = array[i + 2]!;
    sum += x + y + z;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  return Number.isNaN(sum) ? [sum, sum, sum, sum, sum, sum] : [x0, y0, z0, x1, y1, z1];
}

function asFloats(attribute: BufferAttribute): BufferAttribute {
  const isPlain =
    !('isInterleavedBufferAttribute' in attribute) &&
    attribute.array instanceof Float32Array &&
    attribute.array.byteLength === attribute.array.buffer.byteLength;
  return isPlain ? attribute : toFloats(attribute);
}

/** Tightly packed and 4-byte aligned per vertex: interleaved, 8-bit ×3 and 16-bit ×3 attributes become floats. */
function plain(attribute: BufferAttribute): BufferAttribute {
  const { itemSize, normalized } = attribute;
  const isInterleaved = 'isInterleavedBufferAttribute' in attribute;
  const aligned = (itemSize * attribute.array.BYTES_PER_ELEMENT) % 4 === 0;
  const ownsBuffer = !isInterleaved && attribute.array.byteLength === attribute.array.buffer.byteLength;
  if (!isInterleaved && aligned && ownsBuffer) return attribute;
  if (!isInterleaved && aligned) return new BufferAttribute(attribute.array.slice(), itemSize, normalized);
  return toFloats(attribute);
}

/** getComponent denormalises the values. */
function toFloats(attribute: BufferAttribute): BufferAttribute {
  const { itemSize, count } = attribute;
  const floats = new Float32Array(count * itemSize);
  for (let i = 0, at = 0; i < count; i++) {
    for (let c = 0; c < itemSize; c++) floats[at++] = attribute.getComponent(i, c);
  }
  return new BufferAttribute(floats, itemSize);
}

/** Complete triangles, in 16 bits where possible. */
function indexOf(
  { index }: BufferGeometry,
  vertexCount: number,
): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
  const count = index?.count ?? vertexCount;
  const length = count - (count % 3);
  const Kind = vertexCount < 65_536 ? Uint16Array : Uint32Array;
  if (index) return new Kind(index.array.subarray(0, length));
  const sequence = new Kind(length);
  for (let i = 0; i < length; i++) sequence[i] = i;
  return sequence;
}
