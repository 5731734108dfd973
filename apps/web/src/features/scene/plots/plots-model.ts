import { batch, computed, effect, signal } from '@preact/signals-react';
import type { GrowthModel, PlotState, Scene } from '@farm3d/api';
import { t } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { PlotColouring } from '../../agronomy/plot-colour.ts';
import type { SceneData } from '../loading/scene-records.ts';
import type { Stage } from '../viewer/scene-viewer.ts';
import type { Api } from '../../../platform/services.ts';

/** Of the toasts about plots. */
export const PLOT_TOPIC = 'scene.plots';

interface PlotsHost {
  readonly api: Api;
  readonly sceneId: string;
  readonly data: SceneData;
  readonly stage: Stage;
}

export type PlotDialog = 'crop' | 'skin';

/** Plots of one scene: what they are coloured by, what grows on them, what they are covered with. */
export function createPlots({ api, sceneId, data, stage }: PlotsHost) {
  const lifetime = new AbortController();
  const options = { signal: lifetime.signal };
  const plots = signal<readonly PlotState[]>([]);
  const state = signal<'idle' | 'loading' | 'ready' | 'failed'>('idle');
  const colouring = signal<PlotColouring | null>(null);
  const dialog = signal<PlotDialog | null>(null);
  const crops = signal<readonly GrowthModel[] | null>(null);
  const saving = signal(false);
  /** Plot and plants of the newest wish are in the picture. */
  const isShown = signal(false);
  /** The plot that the scene shows: its own, else the first that belongs to it. */
  const plot = computed(() => plots.value.find(({ id }) => id === sceneId) ?? plots.value[0] ?? null);

  const tell = (error: unknown): void => {
    if (!lifetime.signal.aborted) {
      showToast('error', t('plots.failed', { reason: problemText(error) }), PLOT_TOPIC);
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

  return {
    plot,
    state,
    colouring,
    dialog,
    saving,
    isShown,
    load,
    open: (which: PlotDialog): void => {
      dialog.value = which;
    },
    close: (): void => {
      dialog.value = null;
    },
    /** Another state of the scene has been saved. */
    saved: (scene: Scene): void => {
      const shown = data.scene.peek();
      const { plotSkin, growCrop, growTime } = scene;
      // Somebody else has saved in between: their layout is not what stands here, and the next save must meet it.
      const isOurs = !shown || scene.version <= shown.version + 1;
      batch(() => {
        data.scene.value = isOurs ? scene : { ...shown, plotSkin, growCrop, growTime };
        dialog.value = null;
      });
      void load();
    },
    colourBy: (by: PlotColouring | null): void => {
      colouring.value = by;
    },
    dispose: (): void => {
      stopShowing();
      lifetime.abort();
    },
  };
}
