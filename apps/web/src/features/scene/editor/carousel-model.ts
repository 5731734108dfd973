import { computed, signal, type ReadonlySignal } from '@preact/signals-react';
import type { PlacementItem } from 'farm3d-engine/editor';
import type { SceneRecords } from '../loading/scene-records.ts';
import { carouselEntries, freeDevices, type CarouselEntry } from '../objects/catalogue.ts';
import type { SceneObjects } from '../objects/scene-objects.ts';

/** Devices on a page of the carousel: the specification's four (§9), two where a phone has room for no more. */
const CAROUSEL_PER_PAGE = 4;
const CAROUSEL_PER_PAGE_NARROW = 2;

export interface CarouselOptions {
  readonly records: Pick<
    SceneRecords,
    'scene' | 'devices' | 'childCandidates' | 'placedElsewhere' | 'baseModelPathOf'
  >;
  readonly objects: Pick<SceneObjects, 'equipmentIds' | 'childScenes' | 'placedIds'>;
  readonly isNarrow: ReadonlySignal<boolean>;
}

/** The devices and child scenes that edit mode offers for placement. */
export class CarouselModel {
  readonly page = signal(0);
  readonly perPage = computed(() =>
    this.#options.isNarrow.value ? CAROUSEL_PER_PAGE_NARROW : CAROUSEL_PER_PAGE,
  );
  readonly entries = computed(() => {
    const { records, objects } = this.#options;
    const placed = objects.equipmentIds.value;
    return carouselEntries(
      freeDevices(
        records.devices.value,
        // What was taken out since the last save can be placed again.
        [...placed, ...(records.scene.value?.layout.equipment.map(({ id }) => id) ?? [])],
        records.placedElsewhere.value,
      ),
      records.childCandidates.value,
      placed,
      objects.childScenes.value.map(({ id }) => id),
    );
  });
  readonly #options: CarouselOptions;

  constructor(options: CarouselOptions) {
    this.#options = options;
  }

  readonly setPage = (page: number): void => {
    this.page.value = page;
  };

  showFirstUnplaced(): void {
    const placed = this.#options.objects.placedIds.peek();
    const at = this.entries.peek().findIndex(({ id }) => !placed.has(id));
    this.page.value = Math.max(0, Math.floor(at / this.perPage.peek()));
  }

  /** What the engine places for an entry. */
  itemOf(entry: CarouselEntry): PlacementItem {
    const { id, name } = entry;
    if (entry.kind === 'device') return { id, name, modelPath: entry.device.modelPath };
    return {
      id,
      name,
      modelPath: this.#options.records.baseModelPathOf(entry.scene),
      kind: 'scene',
      equipment: entry.scene.layout.equipment.filter(({ parentId }) => parentId === null),
    };
  }
}
