import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import type { GrowthModel, PlotState, Scene } from '@farm3d/api';
import { cropNamed } from '../../../platform/names.ts';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { PlotColouring } from '../../../components/agronomy/plot-colour.ts';
import type { FarmEffects } from '../farm/farm-effects.ts';
import type { SceneRecords } from '../loading/scene-records.ts';
import type { Services } from '../../../platform/services.ts';
import { t } from '../texts/zh-CN.ts';

/** Topic of the toasts about plots. */
export const PLOT_TOPIC = 'scene.plots';

interface PlotsHost {
  readonly services: Services;
  readonly sceneId: string;
  readonly records: Pick<SceneRecords, 'scene'>;
  readonly farm: Pick<FarmEffects, 'showPlot'>;
  /** Whether the viewer shows the scene. */
  readonly isLoaded: ReadonlySignal<boolean>;
}

export type PlotDialog = 'crop' | 'skin';

/** The plots of one scene: colouring, crop and skin. */
export function createPlots({ services, sceneId, records, farm, isLoaded }: PlotsHost) {
  const { api, session } = services;
  const lifetime = new AbortController();
  const options = { signal: lifetime.signal };
  const plots = signal<readonly PlotState[]>([]);
  const state = signal<'idle' | 'loading' | 'ready' | 'failed'>('idle');
  const colouring = signal<PlotColouring | null>(null);
  const dialog = signal<PlotDialog | null>(null);
  const crops = signal<readonly GrowthModel[] | null>(null);
  const saving = signal(false);
  /** Plot and plants of the newest request are in the scene. */
  const isShown = signal(false);
  /** The plot of the scene: the one with its id, else the first that belongs to it. */
  const plot = computed(() => plots.value.find(({ id }) => id === sceneId) ?? plots.value[0] ?? null);

  /** What grows on the plot, in the present language, else the plot's name. */
  const plotText = computed(() => {
    const crop = plot.value?.crop;
    return crop ? cropNamed(crop, crops.value ?? []) : (plot.value?.name ?? null);
  });

  const reportError = (error: unknown): void => {
    if (!lifetime.signal.aborted) {
      showToast('error', t('plots.failed', { reason: problemText(error) }), PLOT_TOPIC);
    }
  };

  const load = async (): Promise<void> => {
    // Plots are of the whole organisation.
    if (session.seesByRules.peek()) {
      state.value = 'ready';
      return;
    }
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
    const scene = records.scene.value;
    if (!isLoaded.value || !scene || state.value !== 'ready') return;
    const model = crops.value?.find((one) => one.crop === scene.growCrop || one.id === scene.growCrop);
    isShown.value = false;
    farm
      .showPlot({ scene, plot: plot.value, by: colouring.value, model: model ?? null })
      .then(() => (isShown.value = true), reportError);
  });

  return {
    plot,
    plotText,
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
    /** Takes over the saved scene and closes the dialog. */
    saved: (scene: Scene): void => {
      const shown = records.scene.peek();
      const { plotSkin, growCrop, growTime } = scene;
      // Another user's save came in between: its layout is not the one shown, and the next save must report
      // the conflict.
      const isOurs = !shown || scene.version <= shown.version + 1;
      batch(() => {
        records.scene.value = isOurs ? scene : { ...shown, plotSkin, growCrop, growTime };
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

export type Plots = ReturnType<typeof createPlots>;
