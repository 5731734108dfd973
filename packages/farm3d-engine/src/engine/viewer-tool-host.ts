import { Group, Object3D, type Box3, type PerspectiveCamera, type Ray, type Scene } from 'three';
import { FarmError } from '../core/errors.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import type { CameraRig } from '../render/camera-rig.ts';
import {
  type BaseHit,
  type PlotGround,
  type PreviewModel,
  TOOL_PARTS,
  type ToolHost,
} from '../tools/tool-host.ts';
import type { ChildBaseRays } from '../view/child-bases.ts';
import { buildNodes } from '../view/base-view.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { EquipmentModels } from './equipment-models.ts';

/** The parts of a viewer that its tools use. */
export interface ToolParts {
  readonly document: SceneDocument;
  readonly view: SceneView;
  readonly rig: CameraRig;
  readonly models: EquipmentModels;
  readonly canvas: HTMLCanvasElement;
  readonly container: HTMLElement;
  readonly pickRectangle: ToolHost['pickRectangle'];
  readonly fallbackPath: string;
  /** Aborted when the viewer is disposed. */
  readonly lifetime: AbortSignal;
  readonly requestRender: (reason: string) => void;
}

const hosts = new WeakMap<ToolParts, ToolHost>();

/** The tool host of a viewer, created on first use: a page without an editor does not load the code. */
export function toolHostOf({ [TOOL_PARTS]: parts }: { readonly [TOOL_PARTS]: ToolParts }): ToolHost {
  let host = hosts.get(parts);
  if (!host) hosts.set(parts, (host = new ViewerToolHost(parts)));
  return host;
}

/** The viewer's implementation of {@link ToolHost}. */
class ViewerToolHost implements ToolHost {
  readonly document: SceneDocument;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly canvas: HTMLCanvasElement;
  readonly container: HTMLElement;
  readonly requestRender: (reason: string) => void;
  readonly pickRectangle: ToolHost['pickRectangle'];
  readonly #parts: ToolParts;
  readonly #promoted = new Map<string, Object3D>();
  readonly #plots = new Set<PlotGround>();

  constructor(parts: ToolParts) {
    this.#parts = parts;
    this.document = parts.document;
    this.scene = parts.view.scene;
    this.camera = parts.rig.three;
    this.canvas = parts.canvas;
    this.container = parts.container;
    this.pickRectangle = parts.pickRectangle;
    this.requestRender = parts.requestRender;
  }

  holdCamera(): () => void {
    return this.#parts.rig.hold();
  }

  /**
   * The object has no mesh: the equipment stays in its batch and its instance follows, one matrix per move. So marks, glow,
   * picking and labels work as usual.
   */
  promote(id: string): Object3D {
    const known = this.#promoted.get(id);
    if (known) return known;
    const record = this.document.get(id) ?? this.document.childScene(id);
    if (!record) throw new FarmError('unknown-equipment', { id });
    const { position, rotation, scale } = record;
    const object = new Object3D();
    object.position.copy(position);
    object.rotation.set(rotation.x, rotation.y, rotation.z, 'XYZ');
    object.scale.copy(scale);
    this.frameOf('parentId' in record ? record.parentId : null).add(object);
    object.updateWorldMatrix(true, false);
    this.#promoted.set(id, object);
    return object;
  }

  demote(id: string): void {
    const object = this.#promoted.get(id);
    if (!object) return;
    this.#promoted.delete(id);
    object.removeFromParent();
    const { equipment } = this.#parts.view;
    if (equipment.has(id)) equipment.setMoved(id, null);
    else equipment.setChildScenes(this.document.childScenes());
    this.requestRender('demote');
  }

  promotedMoved(id: string): void {
    const object = this.#promoted.get(id);
    if (!object) return;
    object.updateWorldMatrix(true, false);
    const { equipment } = this.#parts.view;
    if (equipment.has(id)) equipment.setMoved(id, object.matrixWorld);
    else equipment.moveChildScene(id, object.matrixWorld);
    this.requestRender('promoted');
  }

  baseBounds(target: Box3): Box3 | null {
    const { box } = this.#parts.view.base;
    return box.isEmpty() ? null : target.copy(box);
  }

  boundsOf(id: string, target: Box3): Box3 | null {
    const { equipment, children } = this.#parts.view;
    return equipment.has(id) ? equipment.boxOf(id, target) : (children?.boxOf(id, target) ?? null);
  }

  castBase(ray: Ray): readonly BaseHit[] {
    const { base, children } = this.#parts.view;
    const own = base.crossings(ray).map((hit) => ({ ...hit, parentId: null }));
    const others = children?.crossings(ray) ?? [];
    return others.length === 0 ? own : [...own, ...others].sort((a, b) => a.distance - b.distance);
  }

  get plot(): PlotGround | null {
    return this.#plots.values().next().value ?? null;
  }

  addPlot(plot: PlotGround): () => void {
    this.#plots.add(plot);
    return () => void this.#plots.delete(plot);
  }

  setChildBases(rays: ChildBaseRays | undefined): void {
    this.#parts.view.children = rays;
  }

  frameOf(parentId: string | null): Object3D {
    return this.#parts.view.equipment.frameOf(parentId);
  }

  async createPreview(modelPath: string | null, signal: AbortSignal): Promise<PreviewModel> {
    const { models, fallbackPath, lifetime } = this.#parts;
    const either = AbortSignal.any([signal, lifetime]);
    const handle = await models.acquire(modelPath ?? fallbackPath, either);
    if (either.aborted) {
      handle.release();
      throw new FarmError('aborted', {}, { cause: either.reason });
    }
    const object = new Group();
    const nodes = buildNodes(handle.model);
    for (const [i, node] of nodes.entries()) (nodes[handle.model.nodes[i]!.parent] ?? object).add(node);
    return { object, release: () => handle.release() };
  }
}
