import type { IDisposable } from '../core/disposer.ts';
import type { ModelHandle, ModelLibrary } from '../resources/model-library.ts';
import type { Model } from '../resources/model.ts';
import type { EquipmentView } from '../view/equipment-view.ts';

/** A simpler model (level of detail) of an object. */
export interface ModelLevelSource {
  /** Path of the simpler model. */
  readonly path: string;
  /** Used when the bounding sphere of the object is smaller than this on the screen, CSS px. */
  readonly belowPixels: number;
}

interface Loaded {
  readonly sources: readonly ModelLevelSource[];
  readonly controller: AbortController;
  /** Undefined until an object is small enough. */
  handles: (ModelHandle | null)[] | undefined;
}

/** Loads simpler models (levels of detail) when an object is small enough, and keeps them while the full model is used. */
export class ModelLevels implements IDisposable {
  readonly #library: ModelLibrary;
  readonly #equipment: EquipmentView;
  readonly #levelsOf: (path: string) => readonly ModelLevelSource[];
  readonly #onChange: () => void;
  readonly #loaded = new Map<Model, Loaded>();

  constructor(options: {
    readonly library: ModelLibrary;
    readonly equipment: EquipmentView;
    readonly levelsOf: (path: string) => readonly ModelLevelSource[];
    readonly onChange: () => void;
  }) {
    this.#library = options.library;
    this.#equipment = options.equipment;
    this.#levelsOf = options.levelsOf;
    this.#onChange = options.onChange;
  }

  /** The first object with this model was added. */
  shown(model: Model, path: string): void {
    this.#forgetUnused();
    const existing = this.#loaded.get(model);
    const sources = (existing?.sources ?? this.#levelsOf(path)).toSorted(
      (a, b) => b.belowPixels - a.belowPixels,
    );
    if (sources.length === 0) return;
    if (!existing)
      this.#loaded.set(model, { sources, controller: new AbortController(), handles: undefined });
    this.#applyLevels(model);
  }

  update(): void {
    this.#forgetUnused();
    for (const model of this.#equipment.wanted()) {
      const loaded = this.#loaded.get(model);
      if (loaded && !loaded.handles) void this.#load(model, loaded);
    }
  }

  dispose(): void {
    for (const loaded of this.#loaded.values()) release(loaded);
    this.#loaded.clear();
  }

  async #load(model: Model, loaded: Loaded): Promise<void> {
    loaded.handles = [];
    const { signal } = loaded.controller;
    const handles = await Promise.all(
      // A level that cannot be loaded is left out; the finer one is used.
      loaded.sources.map(({ path }) => this.#library.acquire(path, { signal }).catch(() => null)),
    );
    loaded.handles = handles;
    if (signal.aborted) {
      release(loaded);
      return;
    }
    this.#applyLevels(model);
    this.#onChange();
  }

  #applyLevels(model: Model): void {
    const { sources, handles } = this.#loaded.get(model)!;
    const isLoaded = handles !== undefined && handles.length > 0;
    this.#equipment.setLevels(
      model,
      sources.flatMap(({ belowPixels }, i) => {
        const level = handles?.[i]?.model ?? null;
        return isLoaded && level === null ? [] : [{ belowPixels, model: level }];
      }),
    );
  }

  #forgetUnused(): void {
    for (const [model, loaded] of this.#loaded) {
      if (this.#equipment.isShown(model)) continue;
      this.#loaded.delete(model);
      release(loaded);
    }
  }
}

function release({ controller, handles }: Loaded): void {
  controller.abort();
  for (const handle of handles ?? []) handle?.release();
}
