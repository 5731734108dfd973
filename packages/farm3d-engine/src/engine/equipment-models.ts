import { check, invalidArgument } from '../core/check.ts';
import { FarmError } from '../core/errors.ts';
import type { IDisposable } from '../core/disposer.ts';
import type { SkippedRecord } from '../document/validate-layout.ts';
import type { ProgressSum } from '../resources/load-progress.ts';
import { type ModelHandle, type ModelLibrary, PLAIN_BOX_PATH } from '../resources/model-library.ts';
import type { BaseView } from '../view/base-view.ts';
import type { EquipmentView } from '../view/equipment-view.ts';
import { kindFault } from './check-options.ts';
import type { DeviceKinds } from './device-kinds.ts';
import type { DeviceKind } from './kind-types.ts';
import type { EquipmentKind } from './equipment-kind.ts';
import type { ModelFallback } from './events.ts';
import { ModelLevels, type ModelLevelSource } from './model-levels.ts';

/** Id of the base model in events. */
const BASE_ID = 'base';

interface AcquiredModel extends ModelHandle {
  /** Path of the loaded model: the fallback's, if that was used. */
  readonly path: string;
}

interface Held {
  /** The requested path. */
  readonly path: string;
  readonly controller: AbortController;
  handle?: ModelHandle;
}

/** Assigns models to equipment and to the base, or the fallback model if one cannot be loaded. */
export class EquipmentModels implements IDisposable {
  readonly #library: ModelLibrary;
  readonly #equipment: EquipmentView;
  readonly #base: BaseView;
  readonly #fallbackPath: string;
  readonly #onFallback: (event: ModelFallback) => void;
  readonly #textOf: (error: FarmError) => string;
  readonly #kindOf: (id: string) => string;
  readonly #ownNameOf: (id: string) => string | undefined;
  readonly #onChange: () => void;
  readonly #onShown: (id: string) => void;
  readonly #levels: ModelLevels;
  readonly #held = new Map<string, Held>();
  readonly #deviceKinds: DeviceKinds;
  #kinds = new Map<string, EquipmentKind>();
  readonly #levelsOf: (path: string) => readonly ModelLevelSource[];
  #basePath: string | null = null;
  #isBaseSimple = false;

  constructor(options: {
    readonly library: ModelLibrary;
    readonly equipment: EquipmentView;
    readonly base: BaseView;
    readonly fallbackPath: string;
    readonly onFallback: (event: ModelFallback) => void;
    readonly textOf: (error: FarmError) => string;
    /** The catalogue key of placed equipment. */
    readonly kindOf: (id: string) => string;
    /** Its own name, if it has one. */
    readonly ownNameOf: (id: string) => string | undefined;
    readonly onChange: () => void;
    /** Called when an object has a new model. */
    readonly onShown: (id: string) => void;
    readonly levelsOf: (path: string) => readonly ModelLevelSource[];
    readonly kinds: DeviceKinds;
  }) {
    this.#library = options.library;
    this.#equipment = options.equipment;
    this.#base = options.base;
    this.#fallbackPath = options.fallbackPath;
    this.#onFallback = options.onFallback;
    this.#textOf = options.textOf;
    this.#kindOf = options.kindOf;
    this.#ownNameOf = options.ownNameOf;
    this.#onChange = options.onChange;
    this.#onShown = options.onShown;
    this.#levelsOf = (path) => options.kinds.levelsOf(path) ?? options.levelsOf(path);
    this.#deviceKinds = options.kinds;
    this.#levels = new ModelLevels({ ...options, levelsOf: this.#levelsOf });
  }

  /** @returns invalid rows, which are left out */
  setCatalogue(kinds: readonly EquipmentKind[]): SkippedRecord[] {
    check(Array.isArray(kinds), 'catalogue', kinds);
    const skipped: SkippedRecord[] = [];
    this.#kinds = new Map();
    this.#deviceKinds.keysChanged();
    for (const kind of kinds) {
      const fault = kindFault(kind);
      if (!fault) {
        this.#kinds.set(kind.equipmentId, kind);
        continue;
      }
      const id = typeof kind?.equipmentId === 'string' && kind.equipmentId !== '' ? kind.equipmentId : null;
      const error = invalidArgument(...fault, id ?? undefined);
      skipped.push({ kind: 'catalogue', id, field: fault[0], error });
    }
    return skipped;
  }

  pathOf(id: string): string {
    return this.#rowOf(id)?.modelPath ?? this.#deviceKindOf(id)?.model ?? this.#fallbackPath;
  }

  nameOf(id: string): string {
    return this.#ownNameOf(id) ?? this.#rowOf(id)?.name ?? this.#deviceKindOf(id)?.name ?? id;
  }

  /** Whether the catalogue has a row for it. */
  isKnown(id: string): boolean {
    return this.#rowOf(id) !== undefined || this.#deviceKindOf(id) !== undefined;
  }

  /** Key of the kind of an object: that of its record, else its product model's. */
  keyOf(id: string): string {
    return this.#rowOf(id)?.productModelCode ?? this.#kindOf(id);
  }

  #deviceKindOf(id: string): DeviceKind | undefined {
    return this.#deviceKinds.get(this.#kindOf(id)) ?? this.#deviceKinds.get(this.keyOf(id));
  }

  #rowOf(id: string): EquipmentKind | undefined {
    return this.#kinds.get(id) ?? this.#kinds.get(this.#kindOf(id));
  }

  /** Yields to the page if the time slice is used up. */
  yieldIfDue(): Promise<void> {
    return this.#library.yieldIfDue();
  }

  /** Resolves when the object is shown, with its model or the fallback. Rejects only with `aborted` or `disposed`. */
  async show(id: string, progress?: ProgressSum): Promise<void> {
    const path = this.pathOf(id);
    if (this.#held.get(id)?.path === path) return;
    await this.#hold(id, path, progress, (handle) => {
      const isFirst = this.#equipment.setModel(id, handle.model);
      if (isFirst) this.#levels.shown(handle.model, handle.path);
      this.#onShown(id);
    });
  }

  /** The same for the base model; null shows none. */
  async showBase(path: string | null, progress?: ProgressSum): Promise<void> {
    this.#basePath = path;
    if (path === null) {
      this.#base.setModel(null);
      this.drop(BASE_ID);
      return;
    }
    const simplest = this.#isBaseSimple
      ? this.#levelsOf(path).toSorted((a, b) => a.belowPixels - b.belowPixels)[0]?.path
      : undefined;
    await this.#hold(BASE_ID, path, progress, (handle) => this.#base.setModel(handle.model), simplest);
  }

  /**
   * Whether the base model uses its simplest level, if it has one: it fills the viewport, so the speed of the machine
   * decides and not its size on the screen. Default false. Resolves when it is shown.
   */
  async setBaseSimple(isSimple: boolean): Promise<void> {
    if (isSimple === this.#isBaseSimple) return;
    this.#isBaseSimple = isSimple;
    if (this.#basePath !== null) await this.showBase(this.#basePath);
  }

  /** Releases the model of an object that was removed from the view. */
  drop(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.delete(id);
    // Aborting costs more than everything else when thousands are removed: only a load under way needs it.
    if (held.handle) held.handle.release();
    else held.controller.abort();
  }

  /** After a frame: loads simpler models for objects that have become small. */
  update(): void {
    this.#levels.update();
  }

  dispose(): void {
    this.#levels.dispose();
    for (const id of this.#held.keys()) this.drop(id);
  }

  /** A model by its path, or the fallback model if it cannot be loaded, reported to `onFallback`. */
  async acquire(
    path: string,
    signal: AbortSignal,
    progress?: ProgressSum,
    id?: string,
  ): Promise<AcquiredModel> {
    try {
      const handle = await this.#library.acquire(path, {
        signal,
        onProgress: (loaded, total) => progress?.received(path, loaded, total),
      });
      return { ...handle, path };
    } catch (error) {
      const failure = FarmError.from(error, 'model-invalid', { path });
      if (failure.code === 'aborted' || failure.code === 'disposed') throw failure;
      if (id !== undefined)
        this.#onFallback({ id, path, reason: failure.code, message: this.#textOf(failure) });
      return path === this.#fallbackPath
        ? { ...(await this.#library.acquire(PLAIN_BOX_PATH, { signal })), path: PLAIN_BOX_PATH }
        : this.acquire(this.#fallbackPath, signal);
    } finally {
      progress?.settled(path);
    }
  }

  /** A level of a model; null if it cannot be loaded. */
  async #acquireInstead(
    level: string,
    path: string,
    signal: AbortSignal,
    progress: ProgressSum | undefined,
  ): Promise<AcquiredModel | null> {
    try {
      const handle = await this.#library.acquire(level, {
        signal,
        onProgress: (loaded, total) => progress?.received(path, loaded, total),
      });
      progress?.settled(path);
      return { ...handle, path: level };
    } catch {
      return null;
    }
  }

  async #hold(
    id: string,
    path: string,
    progress: ProgressSum | undefined,
    use: (handle: AcquiredModel) => void,
    instead?: string,
  ): Promise<void> {
    const before = this.#held.get(id);
    before?.controller.abort();
    const held: Held = { path, controller: new AbortController() };
    this.#held.set(id, held);
    try {
      const { signal } = held.controller;
      const handle =
        (instead === undefined ? null : await this.#acquireInstead(instead, path, signal, progress)) ??
        (await this.acquire(path, signal, progress, id));
      // A hundred objects may wait for the same model: they are not all added in one task.
      await this.#library.yieldIfDue();
      if (held.controller.signal.aborted || this.#held.get(id) !== held) {
        handle.release();
        return;
      }
      held.handle = handle;
      use(handle);
      this.#onChange();
    } finally {
      // The old model stays until the new one is shown.
      before?.handle?.release();
    }
  }
}
