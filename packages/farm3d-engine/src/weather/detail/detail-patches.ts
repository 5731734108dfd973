import {
  Group,
  type IUniform,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import type { ViewerContext } from '../../context/viewer-context.ts';
import { type DetailKind, patchDetail, patchSway } from './patch-shader.ts';
import type { DetailOptions } from './detail-options.ts';

type Lit = MeshStandardMaterial | MeshLambertMaterial;

/** What is set on a material, and on a copy of it that compiles the same shader. */
interface Change {
  readonly onBeforeCompile: Material['onBeforeCompile'];
  readonly customProgramCacheKey: () => string;
  readonly defines: Record<string, string | number>;
}

const LEAFY = new Set(['leaf', 'foliage']);
const KINDS: Readonly<Record<DetailKind, number>> = { solid: 0, leafy: 1, grass: 2, ground: 3, tree: 4 };
const DEFINES = ['FARM_DETAIL', 'DETAIL_LEAFY', 'DETAIL_TREE', 'DETAIL_SWAY'];

/** The detail in the shaders of a scene's materials, which belong to others: set from outside, and taken out again. */
export class DetailPatches {
  readonly #context: ViewerContext;
  readonly #uniforms: Record<string, IUniform>;
  readonly #options: Required<DetailOptions>;
  /** By material: removes the detail from its shader. */
  readonly #restore = new Map<Material, () => void>();

  constructor(context: ViewerContext, uniforms: Record<string, IUniform>, options: Required<DetailOptions>) {
    this.#context = context;
    this.#uniforms = uniforms;
    this.#options = options;
  }

  /** Patches what is new in the scene: materials come with models, plots and crops. */
  apply(): void {
    this.#context.scene.traverse(this.#visit);
  }

  /** Takes the detail out of all materials. */
  remove(): void {
    for (const restore of this.#restore.values()) restore();
    this.#restore.clear();
  }

  /**
   * Compiles the shaders that `apply` will need while the present ones are drawn.
   * @param others to be compiled as they are
   */
  async prepare(others: readonly Object3D[]): Promise<void> {
    const copies = new Map<Material, Material>();
    const rehearsal = new Group();
    rehearsal.children.push(...others);
    this.#context.scene.traverse((mesh) => {
      const material = litMaterial(mesh);
      if (!material || this.#restore.has(material)) return;
      let copy = copies.get(material);
      if (!copy) {
        copy = Object.assign(material.clone(), this.#changeOf(material, mesh));
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
    if (material && !this.#restore.has(material)) this.#patch(material, object);
  };

  #patch(material: Lit, mesh: Object3D): void {
    const own = ownCompile(material);
    let isOn = true;
    const { onBeforeCompile, customProgramCacheKey, defines } = this.#changeOf(material, mesh, () => isOn);
    // three's own key is the text of the function, and that is the same for all materials now.
    const hasKey = Object.hasOwn(material, 'customProgramCacheKey');
    material.onBeforeCompile = onBeforeCompile;
    if (!hasKey) material.customProgramCacheKey = customProgramCacheKey;
    material.defines = defines;
    material.needsUpdate = true;
    const forget = () => void this.#restore.delete(material);
    material.addEventListener('dispose', forget);
    this.#restore.set(material, () => {
      material.removeEventListener('dispose', forget);
      isOn = false;
      // Somebody else may have changed it since.
      if (material.onBeforeCompile === onBeforeCompile) material.onBeforeCompile = own;
      if (material.customProgramCacheKey === customProgramCacheKey)
        Reflect.deleteProperty(material, 'customProgramCacheKey');
      for (const name of DEFINES) Reflect.deleteProperty(material.defines ?? {}, name);
      material.needsUpdate = true;
    });
  }

  #changeOf(material: Lit, mesh: Object3D, isOn = () => true): Change {
    const { base, surroundings } = this.#context;
    const options = this.#options;
    const kind = kindOf(material, mesh, surroundings.land);
    const isLeafy = options.leaves && (kind === 'leafy' || kind === 'tree');
    const sways = isLeafy && isPartOf(mesh, base.group);
    const own = ownCompile(material);
    const key = Object.hasOwn(material, 'customProgramCacheKey')
      ? () => material.customProgramCacheKey()
      : () => String(own);
    return {
      onBeforeCompile: (shader, renderer) => {
        own.call(material, shader, renderer);
        if (!isOn()) return;
        patchDetail(shader, kind, this.#uniforms, options);
        if (sways) patchSway(shader);
      },
      customProgramCacheKey: key,
      defines: {
        ...material.defines,
        FARM_DETAIL: KINDS[kind],
        ...(isLeafy && { DETAIL_LEAFY: '' }),
        ...(kind === 'tree' && { DETAIL_TREE: '' }),
        ...(sways && { DETAIL_SWAY: '' }),
      },
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

function isPartOf(object: Object3D, group: Object3D): boolean {
  for (let at: Object3D | null = object; at; at = at.parent) if (at === group) return true;
  return false;
}

function kindOf(material: Material, mesh: Object3D, land: readonly Object3D[]): DetailKind {
  const [ground, trees, grass] = land;
  if (mesh === ground) return 'ground';
  if (mesh === grass) return 'grass';
  if (trees && isPartOf(mesh, trees)) return 'tree';
  return LEAFY.has(material.name) ? 'leafy' : 'solid';
}
