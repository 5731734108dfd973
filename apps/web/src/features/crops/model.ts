import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { DiseaseOrPest, GrowthModel, PlantConfiguration, PlotState, Scene } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { cropName } from '../../platform/crop-name.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live } from '../../platform/services.ts';
import { user } from '../../platform/session.ts';
import { presentTime } from '../../platform/time-text.ts';
import { showToast } from '../../platform/toasts.ts';
import { calendarOf } from './calendar.ts';
import { t } from './zh-CN.ts';

export const TABS = ['plan', 'plants', 'models', 'library', 'skins'] as const;
export type Tab = (typeof TABS)[number];

/** Plants of a call; an organisation's are fetched page by page. */
const PAGE_PLANTS = 200;

async function allPlants(createdBy: string | undefined, abort: AbortSignal): Promise<PlantConfiguration[]> {
  const found: PlantConfiguration[] = [];
  const whose = createdBy === undefined ? {} : { createdBy };
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.crops.plants(
      { ...whose, page, pageSize: PAGE_PLANTS },
      { signal: abort },
    );
    found.push(...items);
    if (items.length < PAGE_PLANTS || found.length >= total) return found;
  }
}

/** Name of a plant's crop: of the tables in the present language, else as it was entered. */
export function plantedName(plant: PlantConfiguration, model: GrowthModel | null): string {
  return model?.crop === plant.crop ? cropName(model) : plant.crop;
}

/** Diseases and pests of one crop, or of a plot with the risk of now. */
export const LibraryModel = createModel((models: () => readonly GrowthModel[]) => {
  const chosen = signal<string | null>(null);
  const crop = computed(() => chosen.value ?? models()[0]?.id ?? null);
  const records = loadable<readonly DiseaseOrPest[]>(async (abort) => {
    const id = crop.peek();
    return id === null ? [] : (await api.crops.diseasesAndPests(id, { signal: abort })).items;
  });
  effect(() => {
    if (crop.value !== null) void records.load();
  });
  return {
    crop,
    records,
    choose: (id: string): void => {
      chosen.value = id;
    },
  };
});

/** Plants, growth models and diseases of the organisation. */
export const CropsModel = createModel((search: string) => {
  const given = new URLSearchParams(search);
  const tab = signal<Tab>(TABS.find((one) => one === given.get('tab')) ?? 'plan');
  const isOwnOnly = signal(given.has('own'));
  const plants = loadable<readonly PlantConfiguration[]>((abort) =>
    allPlants(isOwnOnly.peek() ? user.peek()?.userId : undefined, abort),
  );
  const models = loadable<readonly GrowthModel[]>(
    async (abort) => (await api.crops.growthModels({}, { signal: abort })).items,
  );
  const scenes = loadable<readonly Scene[]>(
    async (abort) => (await api.scenes.list({}, { signal: abort })).items,
  );
  const plots = loadable<readonly PlotState[]>(
    async (abort) => (await api.agronomy.plots({}, { signal: abort })).items,
  );
  /** The opened form: 'new', a plant, or none. */
  const editing = signal<PlantConfiguration | 'new' | null>(null);
  const asked = signal<PlantConfiguration | null>(null);
  const busy = signal(false);
  const refresh = (): void => {
    for (const part of [plants, models, scenes, plots]) void part.load();
  };
  refresh();
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  return {
    tab,
    isOwnOnly,
    plants,
    models,
    scenes,
    editing,
    asked,
    busy,
    refresh,
    address: computed(() => {
      const now = new URLSearchParams();
      if (tab.value !== 'plan') now.set('tab', tab.value);
      if (isOwnOnly.value) now.set('own', '1');
      return now.toString();
    }),
    calendar: computed(() => calendarOf(plants.value.value ?? [], models.value.value ?? [], presentTime())),
    /** What the calculations say of each plot now, by id. */
    states: computed(() => new Map((plots.value.value ?? []).map((plot) => [plot.id, plot]))),
    sceneName: (id: string | null): string | null =>
      (scenes.value.value ?? []).find((scene) => scene.id === id)?.name ?? null,
    show: (next: string): void => {
      tab.value = TABS.find((one) => one === next) ?? 'plan';
    },
    setOwnOnly: (only: boolean): void => {
      isOwnOnly.value = only;
      void plants.load();
    },
    edit: (plant: PlantConfiguration | 'new' | null): void => {
      editing.value = plant;
    },
    saved: (count: number): void => {
      editing.value = null;
      showToast('success', t('crops.saved', { n: count }));
      void plants.load();
      void plots.load();
    },
    ask: (plant: PlantConfiguration | null): void => {
      asked.value = plant;
    },
    remove: async (): Promise<void> => {
      const plant = asked.peek();
      if (!plant) return;
      busy.value = true;
      try {
        await api.crops.removePlant(plant.id);
        showToast('success', t('crops.removed', { crop: plant.crop }));
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        asked.value = null;
        void plants.load();
      }
    },
  };
});

export type Crops = InstanceType<typeof CropsModel>;
