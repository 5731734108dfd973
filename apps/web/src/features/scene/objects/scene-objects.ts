import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react';
import type {
  ChildSceneRecord,
  DocumentDiff,
  EquipmentKind,
  FarmViewer,
  FarmViewerEvents,
  SceneDocument,
} from 'farm3d-engine';
import { t, type MessageKey } from '../../../platform/locale.ts';
import type { Preferences } from '../../../platform/storage.ts';

/** The part of the FarmViewer that {@link SceneObjects} uses. */
export interface ObjectsViewer {
  readonly on: FarmViewer['on'];
  readonly document: Pick<SceneDocument, 'on' | 'get' | 'equipment' | 'childScenes'>;
  select(ids: readonly string[]): void;
  setCatalogue(kinds: readonly EquipmentKind[]): void;
}

/** Why the fallback model is shown. */
export interface Fallback {
  /** Address of the file that could not be shown. */
  readonly path: string;
  readonly reason: FarmViewerEvents['model-fallback']['reason'];
}

/** The objects of a scene (devices and child scenes) as signals: which are placed, selected, hovered, shown by a fallback. */
export class SceneObjects {
  /** Ids of the placed devices, in the order of the layout. */
  readonly equipmentIds = signal<readonly string[]>([]);
  readonly childScenes = signal<readonly ChildSceneRecord[]>([]);
  /** Ids of all placed objects. */
  readonly placedIds = computed(
    (): ReadonlySet<string> =>
      new Set([...this.equipmentIds.value, ...this.childScenes.value.map(({ id }) => id)]),
  );
  /** By object id; `base` is the base model. */
  readonly fallbacks = signal<ReadonlyMap<string, Fallback>>(new Map());
  readonly hoveredId = signal<string | null>(null);
  readonly selection = signal<readonly string[]>([]);
  #viewer: ObjectsViewer | undefined;

  readonly attach = (viewer: ObjectsViewer): (() => void) => {
    const attached = new AbortController();
    const { signal: lifetime } = attached;
    this.#viewer = viewer;
    viewer.on(
      'model-fallback',
      ({ id, path, reason }) => {
        this.fallbacks.value = new Map(this.fallbacks.peek()).set(id, { path, reason });
      },
      { signal: lifetime },
    );
    viewer.on('hover', ({ id }) => (this.hoveredId.value = id), { signal: lifetime });
    viewer.on('select', ({ ids }) => (this.selection.value = ids), { signal: lifetime });
    viewer.document.on('change', ({ diff }) => this.#documentChanged(viewer, diff), { signal: lifetime });
    return () => {
      attached.abort();
      this.#viewer = undefined;
    };
  };

  /** Selects one object, or none. */
  select(id: string | null): void {
    this.#viewer?.select(id === null ? [] : [id]);
  }

  /** The child scene in which a device stands; null: none. */
  parentOf(id: string): string | null {
    return this.#viewer?.document.get(id)?.parentId ?? null;
  }

  /** Removes the fallbacks of the previous scene. */
  clearFallbacks(): void {
    this.fallbacks.value = new Map();
  }

  /** Passes names and models of devices on to the viewer. */
  setCatalogue(kinds: readonly EquipmentKind[]): void {
    // A device that has another model now is tried again; the viewer reports it if that fails too.
    const paths = new Map(kinds.map(({ equipmentId, modelPath }) => [equipmentId, modelPath]));
    const kept = [...this.fallbacks.peek()].filter(
      ([id, { path }]) => !paths.has(id) || paths.get(id) === path,
    );
    if (kept.length < this.fallbacks.peek().size) this.fallbacks.value = new Map(kept);
    this.#viewer?.setCatalogue(kinds);
  }

  #documentChanged({ document }: ObjectsViewer, { added, removed, childScenes }: DocumentDiff): void {
    batch(() => {
      if (added.length > 0 || removed.length > 0) {
        this.equipmentIds.value = document.equipment().map(({ id }) => id);
      }
      if (childScenes) this.childScenes.value = document.childScenes();
      const fallbacks = new Map(this.fallbacks.peek());
      for (const { id } of removed) fallbacks.delete(id);
      if (fallbacks.size < this.fallbacks.peek().size) this.fallbacks.value = fallbacks;
    });
  }
}

const REASONS: Partial<Record<Fallback['reason'], MessageKey>> = {
  'model-missing': 'fallback.missing',
  'model-network': 'fallback.network',
  'model-truncated': 'fallback.truncated',
  'model-wrong-type': 'fallback.wrongType',
};

/** Which file could not be shown and why, in the present language. */
export function fallbackText({ path, reason }: Fallback): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return t('objects.fallback.title', { file, reason: t(REASONS[reason] ?? 'fallback.invalid') });
}

/** Whether the object list is open: on wide screens as stored in this browser, on a phone until an object is chosen. */
export class ObjectListState {
  readonly isOpen = computed(() =>
    this.#isNarrow.value ? this.#isSheetOpen.value : this.#isPanelOpen.value,
  );
  readonly #isPanelOpen: Signal<boolean>;
  /** A phone's list covers the scene. */
  readonly #isSheetOpen = signal(false);
  readonly #isNarrow: ReadonlySignal<boolean>;
  readonly #preferences: Preferences;

  constructor(isNarrow: ReadonlySignal<boolean>, preferences: Preferences) {
    this.#preferences = preferences;
    this.#isPanelOpen = signal(preferences.read('objects') !== 'closed');
    this.#isNarrow = isNarrow;
  }

  readonly toggle = (): void => {
    if (this.#isNarrow.peek()) this.#isSheetOpen.value = !this.#isSheetOpen.peek();
    else {
      this.#isPanelOpen.value = !this.#isPanelOpen.peek();
      this.#preferences.write('objects', this.#isPanelOpen.peek() ? 'open' : 'closed');
    }
  };

  /** Closes a phone's list, which covers the scene and its tools. */
  readonly closeSheet = (): void => {
    this.#isSheetOpen.value = false;
  };
}
