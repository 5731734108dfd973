import type { Group } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { LoadedModelHandle } from '../context/context-parts.ts';

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
  /** Contains the base model, once it is loaded. */
  group?: Group;
  handle?: LoadedModelHandle;
}

/** Shows the base models of child scenes, such as the greenhouses on a plot, with the transforms of the document. */
export class ChildScenes implements IDisposable {
  readonly #context: ViewerContext;
  readonly #options: ChildScenesOptions;
  readonly #children = new Map<string, Child>();
  #pending: Promise<unknown> = Promise.resolve();

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer, options: ChildScenesOptions) {
    this.#options = options;
    const context = viewer.use({});
    this.#context = context;
    context.own(() => {
      for (const id of this.#children.keys()) this.#remove(id);
    });
    context.own(context.document.on('change', () => this.#sync()));
    this.#sync();
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
  }

  /** Resolves when all models requested so far are loaded or have failed. */
  get ready(): Promise<unknown> {
    return this.#pending;
  }

  /** Removes models and equipment of the child scenes from the view. A second call has no effect. */
  dispose(): void {
    this.#context.detach();
  }

  #sync(): void {
    const presentIds = new Set<string>();
    for (const { id } of this.#context.document.childScenes()) {
      const path = this.#options.modelPathOf(id);
      if (path === null) continue;
      presentIds.add(id);
      const existing = this.#children.get(id);
      if (existing?.path === path) {
        // Its frame may be a new object.
        if (existing.group) this.#context.frameOf(id).add(existing.group);
        continue;
      }
      if (existing) this.#remove(id);
      this.#pending = Promise.all([this.#pending, this.#add(id, path)]);
    }
    for (const id of this.#children.keys()) if (!presentIds.has(id)) this.#remove(id);
  }

  async #add(id: string, path: string): Promise<void> {
    const child: Child = { path, abort: new AbortController() };
    this.#children.set(id, child);
    try {
      const handle = await this.#context.models.acquire(path, { signal: child.abort.signal });
      if (this.#children.get(id) !== child) {
        handle.release();
        return;
      }
      child.handle = handle;
      child.group = this.#context.createObject(handle.model);
      this.#context.frameOf(id).add(child.group);
      this.#context.frameOf(id).updateMatrixWorld(true);
      this.#context.setChildBase(id, handle.model);
      this.#context.refreshShadows();
      this.#context.requestRender('child-scenes');
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
    child.group?.removeFromParent();
    this.#context.setChildBase(id, null);
    child.handle?.release();
    this.#context.refreshShadows();
    this.#context.requestRender('child-scenes');
  }
}
