import { Group } from 'three';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import { FEATURE_HOST, type FeatureHost } from '../engine/feature-host.ts';
import type { ModelHandle } from '../resources/model-library.ts';
import { toolHostOf } from '../engine/viewer-tool-host.ts';
import type { ToolHost } from '../tools/tool-host.ts';
import { ChildBases } from './child-bases.ts';
import { buildNodes, cloneBays, ROLLING_FILM_NODE } from '../view/base-view.ts';

/** Options of {@link ChildScenes}. */
export interface ChildScenesOptions {
  /** Path of a child scene's base model; null: none. */
  readonly modelPathOf: (id: string) => string | null;
  /** Called when a model cannot be loaded; the equipment is shown without it. */
  readonly onError?: (id: string, error: FarmError) => void;
}

interface Child {
  readonly path: string;
  readonly abort: AbortController;
  /** Contains the base model. */
  readonly group: Group;
  handle?: ModelHandle;
}

/** Shows the base models of child scenes, such as the greenhouses on a plot, with the transforms of the document. */
export class ChildScenes implements IDisposable {
  readonly #host: FeatureHost;
  readonly #tools: ToolHost;
  readonly #options: ChildScenesOptions;
  readonly #disposer = new Disposer();
  readonly #children = new Map<string, Child>();
  readonly #bases: ChildBases;
  #pending: Promise<unknown> = Promise.resolve();

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer, options: ChildScenesOptions) {
    if (viewer.isDisposed) throw new FarmError('disposed');
    this.#host = viewer[FEATURE_HOST];
    this.#tools = toolHostOf(viewer);
    this.#options = options;
    this.#bases = new ChildBases((id) => this.#tools.frameOf(id));
    this.#tools.setChildBases(this.#bases);
    this.#disposer.add(() => {
      this.#tools.setChildBases(undefined);
      for (const id of this.#children.keys()) this.#remove(id);
    });
    this.#disposer.add(this.#host.own(() => this.dispose()));
    this.#disposer.add(viewer.document.on('change', () => this.#sync()));
    this.#sync();
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#disposer.isDisposed;
  }

  /** Resolves when all models requested so far are loaded or have failed. */
  get ready(): Promise<unknown> {
    return this.#pending;
  }

  /** Removes models and equipment of the child scenes from the view. A second call has no effect. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#disposer.dispose();
    if (this.#host.isDisposed) return;
    this.#host.refreshShadows();
    this.#host.requestRender('child-scenes');
  }

  #sync(): void {
    const wanted = new Set<string>();
    for (const { id } of this.#tools.document.childScenes()) {
      const path = this.#options.modelPathOf(id);
      if (path === null) continue;
      wanted.add(id);
      const known = this.#children.get(id);
      if (known?.path === path) {
        // Its frame may be a new object.
        this.#tools.frameOf(id).add(known.group);
        continue;
      }
      if (known) this.#remove(id);
      this.#pending = Promise.all([this.#pending, this.#add(id, path)]);
    }
    for (const id of this.#children.keys()) if (!wanted.has(id)) this.#remove(id);
  }

  async #add(id: string, path: string): Promise<void> {
    const child: Child = { path, abort: new AbortController(), group: new Group() };
    this.#children.set(id, child);
    try {
      const handle = await this.#host.models.acquire(path, { signal: child.abort.signal });
      if (this.#children.get(id) !== child) {
        handle.release();
        return;
      }
      child.handle = handle;
      const { model } = handle;
      const objects = buildNodes(model);
      for (const [i, object] of objects.entries()) {
        const { parent } = model.nodes[i]!;
        (parent >= 0 ? objects[parent]! : child.group).add(object);
      }
      const bay = objects.find(({ name }) => name === ROLLING_FILM_NODE);
      if (bay) cloneBays(bay);
      this.#tools.frameOf(id).add(child.group);
      this.#tools.frameOf(id).updateMatrixWorld(true);
      this.#bases.set(id, model);
      this.#host.refreshShadows();
      this.#host.requestRender('child-scenes');
    } catch (error) {
      if (this.#children.get(id) === child)
        this.#options.onError?.(id, FarmError.from(error, 'model-network', { path }));
    }
  }

  #remove(id: string): void {
    const child = this.#children.get(id);
    if (!child) return;
    this.#children.delete(id);
    child.abort.abort();
    child.group.removeFromParent();
    this.#bases.set(id, null);
    child.handle?.release();
    if (this.#host.isDisposed) return;
    this.#host.refreshShadows();
    this.#host.requestRender('child-scenes');
  }
}
