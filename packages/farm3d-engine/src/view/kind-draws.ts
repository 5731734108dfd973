import { DynamicDrawUsage, InstancedBufferAttribute, type InstancedBufferGeometry, Mesh } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import type { Model } from '../resources/model.ts';
import type { InstanceMaterials } from './instance-materials.ts';
import type { InstanceVariant } from './instance-shader.ts';
import type { KindJoints } from './kind-joints.ts';
import { mergedMaterial, mergeGeometry, type PartGroup, sharedGeometry } from './merge-parts.ts';

/** The visible instances of a draw, as an attribute of which only the used part is uploaded. */
export class VisibleList {
  ids = new Uint32Array(0);
  attribute = new InstancedBufferAttribute(this.ids, 1);
  readonly #geometries: InstancedBufferGeometry[] = [];
  #count = 0;
  #next = 0;
  #isSame = true;

  get count(): number {
    return this.#count;
  }

  use(geometry: InstancedBufferGeometry): void {
    this.#geometries.push(geometry);
    geometry.setAttribute('farmId', this.attribute);
    geometry.instanceCount = this.#count;
  }

  /** Starts a new list of at most `maxCount` instances. */
  begin(maxCount: number): void {
    this.#next = 0;
    this.#isSame = true;
    if (this.ids.length >= maxCount) return;
    this.ids = new Uint32Array(Math.max(16, maxCount, this.ids.length * 2));
    this.attribute = new InstancedBufferAttribute(this.ids, 1);
    this.attribute.setUsage(DynamicDrawUsage);
    this.#isSame = false;
    for (const geometry of this.#geometries) {
      // Disposing the geometry frees the old buffer; three recreates its record at the next draw.
      geometry.dispose();
      geometry.setAttribute('farmId', this.attribute);
    }
  }

  push(id: number): void {
    const at = this.#next++;
    if (this.ids[at] === id) return;
    this.ids[at] = id;
    this.#isSame = false;
  }

  /** Whether the last list differs from the previous one. */
  isChanged = false;

  /** @returns whether any instance is visible */
  end(): boolean {
    const count = this.#next;
    this.isChanged = !this.#isSame || count !== this.#count;
    if (!this.#isSame && count > 0) {
      this.attribute.clearUpdateRanges();
      this.attribute.addUpdateRange(0, count);
      this.attribute.needsUpdate = true;
    }
    if (count !== this.#count) for (const geometry of this.#geometries) geometry.instanceCount = count;
    this.#count = count;
    this.#isSame = true;
    return count > 0;
  }
}

/** The meshes of one model's opaque or transparent parts, for the instances of a list. */
export class KindDraws implements IDisposable {
  readonly meshes: readonly Mesh[];
  readonly #releases: (() => void)[] = [];
  readonly #geometries: InstancedBufferGeometry[] = [];

  constructor(
    model: Model,
    groups: readonly PartGroup[],
    list: VisibleList,
    materials: InstanceMaterials,
    joints: KindJoints,
  ) {
    this.meshes = groups.map((group) => {
      const variant = variantOf(model, group, joints);
      const source = model.materials[group.material]!;
      const { material, depth, release } = materials.acquire(
        model,
        variant.isMerged ? mergedMaterial(source) : source,
        variant,
      );
      this.#releases.push(release);
      const [part] = group.parts;
      const geometry = variant.isMerged
        ? mergeGeometry(model, group, joints.jointOf)
        : sharedGeometry(part!.geometry);
      list.use(geometry);
      this.#geometries.push(geometry);
      const mesh = new Mesh(geometry, material);
      mesh.name = part!.nodeName;
      mesh.matrixAutoUpdate = false;
      mesh.matrixWorldAutoUpdate = false;
      if (!variant.isMerged && !variant.deformed) mesh.matrix.copy(part!.matrix);
      mesh.matrixWorld.copy(mesh.matrix);
      mesh.frustumCulled = false;
      mesh.castShadow = !material.transparent;
      mesh.receiveShadow = true;
      mesh.customDepthMaterial = depth;
      mesh.raycast = () => {};
      // three reads the targets from the geometry; their weights are per instance.
      mesh.updateMorphTargets();
      return mesh;
    });
  }

  set isVisible(isVisible: boolean) {
    for (const mesh of this.meshes) mesh.visible = isVisible;
  }

  get drawCount(): number {
    return this.#geometries.length;
  }

  dispose(): void {
    for (const mesh of this.meshes) mesh.removeFromParent();
    // The model owns the shared attributes: only these geometries are freed.
    for (const geometry of this.#geometries) geometry.dispose();
    for (const release of this.#releases) release();
  }
}

/** How the vertices of a group are drawn. */
function variantOf(model: Model, group: PartGroup, joints: KindJoints): InstanceVariant {
  const deformed = joints.deformed.find(({ part }) => part === group.parts[0]);
  return {
    isMerged: group.isMerged,
    deformed: deformed && {
      jointTexel: deformed.jointTexel,
      isWeighted: deformed.skin >= 0,
      morphCount: deformed.morphCount,
      morphTexel: deformed.morphTexel,
    },
  };
}
