import { batch, computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import type { GrowthModel, PlantConfiguration, PlotSkin } from '@farm3d/api';
import { createImageUpload } from '../../../kit/images/image-upload.ts';
import { problemText } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { SceneRecords } from '../loading/scene-records.ts';
import { PLOT_TOPIC, type PlotDialog, type Plots } from './plots-model.ts';
import { t } from '../texts/zh-CN.ts';
import { cropNamed } from '../../../platform/names.ts';

/** Today in the local time zone, yyyy-MM-dd. */
export function today(now = new Date()): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Maximum length of a skin's name, characters. */
const SKIN_NAME_MAX = 64;

interface CropErrors {
  readonly crop?: string;
  readonly date?: string;
}

/** Maximum number of crops in one response of the list call. */
const OWN_LIMIT = 200;

const pathOf = (address: string): string | undefined => address.split('?', 1)[0];

/** Compares dates; date fields accept years of more than four digits. */
const isAfter = (day: string, otherDay: string): boolean =>
  day.length === otherDay.length ? day > otherDay : day.length > otherDay.length;

/** Crop and planting date are required, the date not in the future (Spec §8). */
function checkCrop(crop: string | null, date: string, now = new Date()): CropErrors {
  const dateError =
    date === '' ? t('plots.date.required') : isAfter(date, today(now)) ? t('plots.date.future') : undefined;
  return {
    ...(crop === null ? { crop: t('plots.crop.required') } : {}),
    ...(dateError === undefined ? {} : { date: dateError }),
  };
}

/** Form of the crop dialog or of the skin dialog of a plot. */
export const PlotFormModel = createModel(
  (services: Services, plots: Plots, records: Pick<SceneRecords, 'scene'>, which: PlotDialog) => {
    const { api, session } = services;
    const lifetime = new AbortController();
    effect(() => () => lifetime.abort());
    const options = { signal: lifetime.signal };
    const scene = records.scene.peek();
    const crops = signal<readonly GrowthModel[]>([]);
    /** Crops that the user created (Spec §6: 'Created crops are listed by createBy equal to the current user id'). */
    const own = signal<readonly PlantConfiguration[]>([]);
    const skins = signal<readonly PlotSkin[]>([]);
    const state = signal<'loading' | 'ready' | { failed: string }>('loading');
    const crop = signal<string | null>(scene?.growCrop ?? null);
    const date = signal(scene?.growTime?.slice(0, 10) ?? '');
    const skin = signal<string | null>(scene?.plotSkin || null);
    /** Errors are shown after the first attempt to submit. */
    const wasSubmitted = signal(false);
    const errors = computed((): CropErrors & { skin?: string } => {
      if (!wasSubmitted.value) return {};
      if (which === 'crop') return checkCrop(crop.value, date.value);
      return skin.value === null ? { skin: t('plots.skin.required') } : {};
    });
    /** Upload of an image as a new skin, which is then selected. */
    const upload = createImageUpload(services, {
      store: async (file, abort) => {
        if (!file) return;
        const skinName = file.originalName.replace(/\.\w+$/, '').slice(0, SKIN_NAME_MAX);
        const created = await api.organisation.createPlotSkin(
          { name: skinName, url: file.path },
          { signal: abort },
        );
        batch(() => {
          skins.value = [...skins.peek(), created];
          skin.value = created.url;
        });
      },
    });
    effect(() => {
      const chosen = skin.value;
      untracked(() => upload.follow(chosen));
    });

    const load = async (): Promise<void> => {
      state.value = 'loading';
      try {
        if (which === 'crop') {
          const createdBy = session.user.peek()?.userId;
          const [models, planted] = await Promise.all([
            api.crops.growthModels({}, options),
            createdBy === undefined ? null : api.crops.plants({ createdBy, pageSize: OWN_LIMIT }, options),
          ]);
          batch(() => {
            crops.value = models.items;
            own.value = planted?.items ?? [];
          });
        } else {
          skins.value = (await api.organisation.plotSkins(options)).items;
          // The same image with another signature.
          const chosen = skins.peek().find(({ url }) => pathOf(url) === pathOf(skin.peek() ?? ''));
          if (chosen) skin.value = chosen.url;
        }
        state.value = 'ready';
      } catch (error) {
        if (!lifetime.signal.aborted) state.value = { failed: problemText(error) };
      }
    };
    void load();

    const save = async (patch: Parameters<typeof api.scenes.update>[1]): Promise<void> => {
      if (!scene) return;
      plots.saving.value = true;
      try {
        const saved = await api.scenes.update(scene.id, patch);
        // A plot registered in the scene has the crop of the scene.
        const plot = plots.plot.peek();
        const { growCrop, growTime } = patch;
        if (plot && plot.id !== scene.id && growCrop && growTime) {
          const growthModelId = crops.peek().find((one) => one.crop === growCrop)?.id ?? null;
          await api.crops.updatePlant(plot.id, { crop: growCrop, growTime, growthModelId });
        }
        batch(() => {
          plots.saved(saved);
          showToast('success', t('plots.saved'), PLOT_TOPIC);
        });
      } catch (error) {
        showToast('error', t('plots.failed', { reason: problemText(error) }), PLOT_TOPIC);
      } finally {
        plots.saving.value = false;
      }
    };

    return {
      choices: computed(() => cropChoices(crops.value, own.value, crop.value)),
      skins,
      state,
      crop,
      date,
      skin,
      errors,
      upload,
      load,
      chooseCrop: (name: string): void => {
        crop.value = name;
      },
      setDate: (day: string): void => {
        date.value = day;
      },
      chooseSkin: (url: string): void => {
        skin.value = url;
      },
      save: (): void => {
        wasSubmitted.value = true;
        if (Object.keys(errors.peek()).length > 0) return;
        void save(
          which === 'crop' ? { growCrop: crop.peek(), growTime: date.peek() } : { plotSkin: skin.peek() },
        );
      },
    };
  },
);

export type PlotForm = InstanceType<typeof PlotFormModel>;

export interface CropChoice {
  readonly crop: string;
  /** In the present language. */
  readonly name: string;
  readonly isOwn: boolean;
}

/** Crops to select from: the user's own first, then those with a growth model; the present crop is always included. */
export function cropChoices(
  models: readonly Pick<GrowthModel, 'crop' | 'cropEn'>[],
  own: readonly Pick<PlantConfiguration, 'crop'>[],
  growing: string | null,
): CropChoice[] {
  const ownNames = new Set(own.map(({ crop }) => crop));
  const names = new Set([...ownNames, ...models.map((one) => one.crop), ...(growing ? [growing] : [])]);
  return [...names].map((crop) => ({
    crop,
    name: cropNamed(crop, models),
    isOwn: ownNames.has(crop),
  }));
}
