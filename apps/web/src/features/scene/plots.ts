import { batch, computed, effect, signal } from '@preact/signals-react';
import type { ApiClient, GrowthModel, PlotSkin, PlotState } from '@farm3d/api';
import { t } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { showToast } from '../../platform/toasts.ts';
import type { PlotColouring } from '../agronomy/plot-colour.ts';
import type { SceneData } from './scene-data.ts';
import type { Stage } from './stage.ts';

const TOPIC = 'scene.plots';

interface PlotsHost {
  readonly api: ApiClient;
  readonly sceneId: string;
  readonly data: SceneData;
  readonly stage: Stage;
}

type PlotDialog = 'crop' | 'skin';

/** Today where the person is, yyyy-MM-dd. */
export function today(now = new Date()): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

interface CropErrors {
  readonly crop?: string;
  readonly date?: string;
}

/** Crop and planting date are required, the date not in the future (Spec §8). */
export function checkCrop(crop: string | null, date: string, now = new Date()): CropErrors {
  const dateError =
    date === '' ? t('plots.date.required') : date > today(now) ? t('plots.date.future') : undefined;
  return {
    ...(crop === null ? { crop: t('plots.crop.required') } : {}),
    ...(dateError === undefined ? {} : { date: dateError }),
  };
}

/** Plots of one scene: what they are coloured by, what grows on them, what they are covered with. */
export function createPlots({ api, sceneId, data, stage }: PlotsHost) {
  const lifetime = new AbortController();
  const options = { signal: lifetime.signal };
  const plots = signal<readonly PlotState[]>([]);
  const state = signal<'idle' | 'loading' | 'ready' | 'failed'>('idle');
  const colouring = signal<PlotColouring | null>(null);
  const dialog = signal<PlotDialog | null>(null);
  const crops = signal<readonly GrowthModel[] | null>(null);
  const skins = signal<readonly PlotSkin[] | null>(null);
  /** Why the choices of the open dialog could not be had. */
  const choicesFailed = signal<string | null>(null);
  const crop = signal<string | null>(null);
  const date = signal('');
  const skin = signal<string | null>(null);
  const errors = signal<CropErrors & { skin?: string }>({});
  const saving = signal(false);
  /** Plot and plants of the newest wish are in the picture. */
  const isShown = signal(false);
  /** The plot that the scene shows: its own, else the first that belongs to it. */
  const plot = computed(() => plots.value.find(({ id }) => id === sceneId) ?? plots.value[0] ?? null);

  const tell = (error: unknown): void => {
    if (!lifetime.signal.aborted) {
      showToast('error', t('plots.failed', { reason: problemText(error) }), TOPIC);
    }
  };

  const load = async (): Promise<void> => {
    state.value = 'loading';
    try {
      const [found, models] = await Promise.all([
        api.agronomy.plots({ sceneId }, options),
        crops.peek() ?? api.crops.growthModels({}, options).then(({ items }) => items),
      ]);
      batch(() => {
        plots.value = found.items;
        crops.value = models;
        state.value = 'ready';
      });
    } catch {
      if (!lifetime.signal.aborted) state.value = 'failed';
    }
  };

  const stopShowing = effect(() => {
    const scene = data.scene.value;
    if (!stage.loaded.value || !scene || state.value !== 'ready') return;
    const model = crops.value?.find((one) => one.crop === scene.growCrop || one.id === scene.growCrop);
    isShown.value = false;
    stage
      .showFarm({ scene, plot: plot.value, by: colouring.value, model: model ?? null })
      .then(() => (isShown.value = true), tell);
  });

  const save = async (patch: Parameters<ApiClient['scenes']['update']>[1]): Promise<void> => {
    saving.value = true;
    try {
      const saved = await api.scenes.update(sceneId, patch, options);
      batch(() => {
        data.scene.value = saved;
        dialog.value = null;
      });
      showToast('success', t('plots.saved'), TOPIC);
      void load();
    } catch (error) {
      tell(error);
    } finally {
      saving.value = false;
    }
  };

  const open = (which: PlotDialog): void => {
    const scene = data.scene.peek();
    batch(() => {
      errors.value = {};
      choicesFailed.value = null;
      crop.value = scene?.growCrop ?? null;
      date.value = scene?.growTime?.slice(0, 10) ?? '';
      skin.value = scene?.plotSkin ?? null;
      dialog.value = which;
    });
    const wanted =
      which === 'crop'
        ? api.crops.growthModels({}, options).then(({ items }) => void (crops.value = items))
        : api.organisation.plotSkins(options).then(({ items }) => void (skins.value = items));
    wanted.catch((error: unknown) => {
      if (!lifetime.signal.aborted) choicesFailed.value = problemText(error);
    });
  };

  return {
    plot,
    state,
    colouring,
    dialog,
    crops,
    skins,
    choicesFailed,
    crop,
    date,
    skin,
    errors,
    saving,
    isShown,
    load,
    open,
    close: (): void => {
      dialog.value = null;
    },
    colourBy: (by: PlotColouring | null): void => {
      colouring.value = by;
    },
    chooseCrop: (name: string): void => {
      crop.value = name;
    },
    setDate: (day: string): void => {
      date.value = day;
    },
    chooseSkin: (url: string): void => {
      skin.value = url;
    },
    saveCrop: (): void => {
      errors.value = checkCrop(crop.peek(), date.peek());
      if (Object.keys(errors.peek()).length > 0) return;
      void save({ growCrop: crop.peek(), growTime: date.peek() });
    },
    saveSkin: (): void => {
      errors.value = skin.peek() === null ? { skin: t('plots.skin.required') } : {};
      if (skin.peek() !== null) void save({ plotSkin: skin.peek() });
    },
    dispose: (): void => {
      stopShowing();
      lifetime.abort();
    },
  };
}
