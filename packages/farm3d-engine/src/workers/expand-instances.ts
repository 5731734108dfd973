import { BufferAttribute, BufferGeometry, Matrix3, Matrix4, Vector3 } from 'three';

const _matrix = new Matrix4();
const _normalMatrix = new Matrix3();
const _vector = new Vector3();

/** Above this number of vertices instances are kept: copies would take more memory than they save in draws. */
export const MAX_EXPANDED_VERTICES = 500_000;

/**
 * Expands instances of a file (`EXT_mesh_gpu_instancing`) into one geometry, in the space of the mesh: a small download,
 * then one draw call, with one ray tree.
 * @param matrices column-major, 16 per instance
 */
export function expandInstances(geometry: BufferGeometry, matrices: Float32Array): BufferGeometry {
  const count = matrices.length / 16;
  const expanded = new BufferGeometry();
  const vertices = geometry.getAttribute('position').count;
  for (const [name, source] of Object.entries(geometry.attributes)) {
    const { itemSize } = source;
    const values = new Float32Array(count * vertices * itemSize);
    for (let v = 0; v < vertices; v++)
      for (let c = 0; c < itemSize; c++) values[v * itemSize + c] = source.getComponent(v, c);
    const one = values.subarray(0, vertices * itemSize);
    for (let i = 1; i < count; i++) values.set(one, i * one.length);
    expanded.setAttribute(name, new BufferAttribute(values, itemSize));
  }
  const position = expanded.getAttribute('position') as BufferAttribute;
  const normal = expanded.getAttribute('normal') as BufferAttribute | undefined;
  for (let i = 0; i < count; i++) {
    _matrix.fromArray(matrices, i * 16);
    _normalMatrix.getNormalMatrix(_matrix);
    for (let v = i * vertices; v < (i + 1) * vertices; v++) {
      _vector.fromBufferAttribute(position, v).applyMatrix4(_matrix);
      position.setXYZ(v, _vector.x, _vector.y, _vector.z);
      if (!normal) continue;
      _vector.fromBufferAttribute(normal, v).applyMatrix3(_normalMatrix).normalize();
      normal.setXYZ(v, _vector.x, _vector.y, _vector.z);
    }
  }
  const index = geometry.index?.array ?? Uint32Array.from({ length: vertices }, (_, v) => v);
  const indices = new Uint32Array(count * index.length);
  for (let i = 0; i < count; i++)
    for (let at = 0; at < index.length; at++) indices[i * index.length + at] = index[at]! + i * vertices;
  expanded.setIndex(new BufferAttribute(indices, 1));
  return expanded;
}
