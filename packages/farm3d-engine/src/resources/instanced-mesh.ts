import {
  type BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  type ShaderMaterialParameters,
} from 'three';
import { createRandom } from '../core/random.ts';

/** One instanced draw that its vertex shader places: nothing is uploaded after the first frame. */
export type InstancedMesh = Mesh<InstancedBufferGeometry, ShaderMaterial>;

export interface InstancedMeshParts {
  /** Shape of an instance. Default: a square from −1 to 1 in x and y. */
  readonly shape?: BufferAttribute;
  /** By name, four numbers an instance. */
  readonly each: Readonly<Record<string, Float32Array>>;
  /** Not tone mapped, and without writing depth; blended by default. */
  readonly material: ShaderMaterialParameters;
  /** Drawn after things with a smaller number. */
  readonly order: number;
}

/** Draws no instance yet. Not for picking, and never culled. */
export function instancedMesh({ shape, each, material, order }: InstancedMeshParts): InstancedMesh {
  const geometry = new InstancedBufferGeometry();
  if (shape) geometry.setAttribute('position', shape);
  else {
    const plane = new PlaneGeometry(2, 2);
    geometry.setAttribute('position', plane.getAttribute('position'));
    geometry.setIndex(plane.index);
    plane.dispose();
  }
  for (const [name, values] of Object.entries(each))
    geometry.setAttribute(name, new InstancedBufferAttribute(values, 4));
  geometry.instanceCount = 0;
  const mesh = new Mesh(
    geometry,
    new ShaderMaterial({ transparent: true, depthWrite: false, toneMapped: false, ...material }),
  );
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  mesh.renderOrder = order;
  mesh.raycast = () => {};
  return mesh;
}

/** Four random numbers an instance. */
export const seeds = (seed: number, count: number): Float32Array =>
  Float32Array.from({ length: count * 4 }, createRandom(seed));
