import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { DiseaseOrPest, GrowthModel, PlantConfiguration, PlotState, Scene, PlotSkin } from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { createImageUpload } from '../../kit/images/image-upload.ts';
import { allPages } from '../../kit/list-model.ts';
import { cropName } from '../../platform/names.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { presentTime } from '../../platform/time-text.ts';
import { showToast } from '../../platform/toasts.ts';
import { calendarOf } from './growth.ts';
import { t } from './zh-CN.ts';

export const TABS = ['plan', 'plants', 'models', 'library', 'skins'] as const;
export type Tab = (typeof TABS)[number];

/** Name of a plant's crop: of the tables in the present language, else as it was entered. */
export function plantedName(plant: PlantConfiguration, model: GrowthModel | null): string {
  return model?.crop === plant.crop ? cropName(model) : plant.crop;
}

/** Diseases and pests of one crop, or of a plot with the risk of now. */
export const LibraryModel = createModel(({ api }: Services, models: () => readonly GrowthModel[]) => {
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
export const CropsModel = createModel(({ api, live, session }: Services, search: string) => {
  const given = new URLSearchParams(search);
  const tab = signal<Tab>(TABS.find((one) => one === given.get('tab')) ?? 'plan');
  const isOwnOnly = signal(given.has('own'));
  const plants = loadable<readonly PlantConfiguration[]>((abort) => {
    const createdBy = isOwnOnly.peek() ? session.user.peek()?.userId : undefined;
    const whose = createdBy === undefined ? {} : { createdBy };
    return allPages((page) => api.crops.plants({ ...whose, ...page }, { signal: abort }));
  });
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
  const editing = createOpening<PlantConfiguration | 'new'>();
  const refresh = (): void => {
    for (const part of [plants, models, scenes, plots]) void part.load();
  };
  refresh();
  whenResumed(live, refresh);
  const { attempt } = createAttempts(() => void plants.load());
  return {
    tab,
    isOwnOnly,
    plants,
    models,
    scenes,
    editing,
    asked: createQuestion<PlantConfiguration>((plant) =>
      attempt(async () => {
        await api.crops.removePlant(plant.id);
        return t('crops.removed', { crop: plant.crop });
      }),
    ),
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
    saved: (count: number): void => {
      editing.close();
      showToast('success', t('crops.saved', { n: count }));
      void plants.load();
      void plots.load();
    },
  };
});

export type Crops = InstanceType<typeof CropsModel>;

/** Maximum length of a skin's name, characters. */
const NAME_MAX = 64;

/** The images that plots can be covered with. */
export const SkinsModel = createModel((services: Services) => {
  const { api } = services;
  const skins = loadable<readonly PlotSkin[]>(
    async (abort) => (await api.organisation.plotSkins({ signal: abort })).items,
  );
  const { attempt } = createAttempts(() => void skins.load());
  void skins.load();
  /** Each uploaded image is a new skin, named like its file. */
  const upload = createImageUpload(services, {
    store: async (file, abort) => {
      if (!file) return;
      const name = file.originalName.replace(/\.\w+$/, '').slice(0, NAME_MAX);
      await api.organisation.createPlotSkin({ name, url: file.path }, { signal: abort });
      showToast('success', t('crops.skins.added', { name }));
      await skins.load();
      upload.reset(null);
    },
  });
  return {
    skins,
    upload,
    asked: createQuestion<PlotSkin>((skin) =>
      attempt(async () => {
        await api.organisation.removePlotSkin(skin.id);
        return t('crops.skins.removed', { name: skin.name });
      }),
    ),
  };
});

export type Skins = InstanceType<typeof SkinsModel>;
