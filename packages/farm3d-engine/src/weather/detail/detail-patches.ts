import {
  type BufferAttribute,
  Group,
  InstancedBufferGeometry,
  type IUniform,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import type { ViewerContext } from '../../context/viewer-context.ts';
import { DEFINES, definesOf, type DetailTier } from './detail-defines.ts';
import type { DetailOptions } from './detail-options.ts';
import { leafShape } from './leaf-shape.ts';
import { type DetailKind, patchDetail, patchSway } from './patch-shader.ts';

type Lit = MeshStandardMaterial | MeshLambertMaterial;

type Defines = Record<string, string | number>;

/** What is set on a material, and on a copy of it that compiles the same shader. */
interface Change {
  readonly onBeforeCompile: Material['onBeforeCompile'];
  readonly customProgramCacheKey: () => string;
  readonly definesAt: (tier: DetailTier) => Defines;
}

/** A material that has the detail. */
interface Patch extends Change {
  /** Removes the detail from its shader. */
  readonly restore: () => void;
}

const LEAFY = new Set(['leaf', 'foliage']);

/** Of models of plants, by their positions. */
const shapes = new WeakMap<object, BufferAttribute>();

/** The detail in the shaders of a scene's materials, which belong to others: set from outside, and taken out again. */
export class DetailPatches {
  readonly #context: ViewerContext;
  readonly #uniforms: Record<string, IUniform>;
  readonly #options: Required<DetailOptions>;
  readonly #patches = new Map<Lit, Patch>();
  #tier: DetailTier = 'high';

  constructor(context: ViewerContext, uniforms: Record<string, IUniform>, options: Required<DetailOptions>) {
    this.#context = context;
    this.#uniforms = uniforms;
    this.#options = options;
  }

  /** How finely all materials are drawn. */
  set tier(tier: DetailTier) {
    if (tier === this.#tier) return;
    this.#tier = tier;
    for (const [material, { definesAt }] of this.#patches) {
      material.defines = definesAt(tier);
      material.needsUpdate = true;
    }
  }

  /** Patches what is new in the scene: materials come with models, plots and crops. */
  apply(): void {
    this.#context.scene.traverse(this.#visit);
  }

  /** Takes the detail out of all materials. */
  remove(): void {
    for (const { restore } of this.#patches.values()) restore();
    this.#patches.clear();
  }

  /**
   * Compiles the shaders that a tier will need while the present ones are drawn.
   * @param others to be compiled as they are
   */
  async prepare(tier: DetailTier, others: readonly Object3D[]): Promise<void> {
    const copies = new Map<Material, Material>();
    const rehearsal = new Group();
    rehearsal.children.push(...others);
    this.#context.scene.traverse((mesh) => {
      const material = litMaterial(mesh);
      const patch = material && this.#patches.get(material);
      if (!material || (patch && tier === this.#tier)) return;
      let copy = copies.get(material);
      if (!copy) {
        const { onBeforeCompile, customProgramCacheKey, definesAt } = patch ?? this.#changeOf(material, mesh);
        const change = { onBeforeCompile, customProgramCacheKey, defines: definesAt(tier) };
        copy = Object.assign(material.clone(), change);
        copies.set(material, copy);
      }
      // What three asks of an object (instances, attributes, shadows) is the mesh's own.
      rehearsal.children.push(Object.create(mesh, { material: { value: copy }, children: { value: [] } }));
    });
    await this.#context.compile(rehearsal);
    this.#disposeLater([...copies.values()]);
  }

  /** With the second frame from now: the materials themselves have taken over the shaders in the first. */
  #disposeLater(copies: readonly Material[]): void {
    let frames = 0;
    const stop = this.#context.onBeforeRender(() => {
      frames++;
      if (frames === 2) end();
    });
    const end = this.#context.own(() => {
      stop();
      for (const copy of copies) copy.dispose();
    });
  }

  readonly #visit = (object: Object3D): void => {
    const material = litMaterial(object);
    if (material && !this.#patches.has(material)) this.#patch(material, object);
  };

  #patch(material: Lit, mesh: Object3D): void {
    if (LEAFY.has(material.name)) shapeLeaves(mesh);
    const own = ownCompile(material);
    let isOn = true;
    const change = this.#changeOf(material, mesh, () => isOn);
    const { onBeforeCompile, customProgramCacheKey } = change;
    // three's own key is the text of the function, and that is the same for all materials now.
    const hasKey = Object.hasOwn(material, 'customProgramCacheKey');
    material.onBeforeCompile = onBeforeCompile;
    if (!hasKey) material.customProgramCacheKey = customProgramCacheKey;
    material.defines = change.definesAt(this.#tier);
    material.needsUpdate = true;
    const forget = () => void this.#patches.delete(material);
    material.addEventListener('dispose', forget);
    const restore = () => {
      material.removeEventListener('dispose', forget);
      isOn = false;
      // Somebody else may have changed it since.
      if (material.onBeforeCompile === onBeforeCompile) material.onBeforeCompile = own;
      if (material.customProgramCacheKey === customProgramCacheKey)
        Reflect.deleteProperty(material, 'customProgramCacheKey');
      for (const name of DEFINES) Reflect.deleteProperty(material.defines ?? {}, name);
      material.needsUpdate = true;
    };
    this.#patches.set(material, { ...change, restore });
  }

  #changeOf(material: Lit, mesh: Object3D, isOn = () => true): Change {
    const { base, surroundings } = this.#context;
    const options = this.#options;
    const kind = kindOf(material, mesh, surroundings.land);
    const isLeafy = options.leaves && (kind === 'leafy' || kind === 'tree');
    const isBase = isPartOf(mesh, base.group);
    const traits = { isLeafy, isBase, isStill: isBase || material.name === 'plot', options };
    const own = ownCompile(material);
    const key = Object.hasOwn(material, 'customProgramCacheKey')
      ? () => material.customProgramCacheKey()
      : () => String(own);
    const others = { ...(material.defines as Defines | undefined) };
    return {
      onBeforeCompile: (shader, renderer) => {
        own.call(material, shader, renderer);
        if (!isOn()) return;
        patchDetail(shader, kind, this.#uniforms, options);
        if (isLeafy && traits.isBase) patchSway(shader);
      },
      customProgramCacheKey: key,
      definesAt: (tier) => ({ ...others, ...definesOf(kind, tier, traits) }),
    };
  }
}

const ownCompile = (material: Lit): Change['onBeforeCompile'] => Reflect.get(material, 'onBeforeCompile');

function litMaterial(object: Object3D): Lit | undefined {
  if (!(object instanceof Mesh)) return undefined;
  const { material } = object as Mesh;
  const isLit = material instanceof MeshStandardMaterial || material instanceof MeshLambertMaterial;
  return isLit ? material : undefined;
}

/** Gives the plants of a field what their shader has to know of blades. */
function shapeLeaves(mesh: Object3D): void {
  const { geometry } = mesh as Mesh;
  const { position } = geometry.attributes;
  if (!(geometry instanceof InstancedBufferGeometry) || !position) return;
  const shape = shapes.get(position) ?? leafShape(geometry);
  shapes.set(position, shape);
  geometry.setAttribute('detailShape', shape);
}

function isPartOf(object: Object3D, group: Object3D): boolean {
  for (let at: Object3D | null = object; at; at = at.parent) if (at === group) return true;
  return false;
}

function kindOf(material: Material, mesh: Object3D, land: readonly Object3D[]): DetailKind {
  const [ground, trees, grass] = land;
  if (mesh === ground) return 'ground';
  if (mesh === grass) return 'grass';
  if (trees && isPartOf(mesh, trees)) return 'tree';
  if (material.transparent) return 'sheer';
  return LEAFY.has(material.name) ? 'leafy' : 'solid';
}
