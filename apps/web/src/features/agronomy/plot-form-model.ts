import { createModel, signal, type Signal } from '@preact/signals-react';
import type { Device, GrowthModel, PlantConfigurationDraft, PlotState, Scene } from '@farm3d/api';
import { createPictureUpload } from '../../parts/pictures/picture-upload.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './words.ts';

type TextName = 'name' | 'plantDate' | 'area' | 'flow' | 'latitude' | 'longitude';
type ChoiceName = 'crop' | 'probe' | 'station' | 'valve' | 'scene' | 'environment' | 'texture' | 'method';

const NUMBERS = ['area', 'flow', 'latitude', 'longitude'] as const;
const NONE = '';

/** Registers a plot, or changes one. */
export const PlotFormModel = createModel((onSaved: (id: string) => void) => {
  const open = signal(false);
  const busy = signal(false);
  const picture = createPictureUpload();
  const problem = signal<string | null>(null);
  const errors = signal<Partial<Record<TextName | ChoiceName, string>>>({});
  const id = signal<string | null>(null);
  const texts = Object.fromEntries(
    ['name', 'plantDate', 'area', 'flow', 'latitude', 'longitude'].map((name) => [name, signal('')]),
  ) as Record<TextName, Signal<string>>;
  const choices = Object.fromEntries(
    ['crop', 'probe', 'station', 'valve', 'scene', 'environment', 'texture', 'method'].map((name) => [
      name,
      signal(NONE),
    ]),
  ) as Record<ChoiceName, Signal<string>>;

  const options = loadable<{ devices: Device[]; crops: GrowthModel[]; scenes: Scene[] }>(async (abort) => {
    const [devices, crops, scenes] = await Promise.all([
      api.devices.list({ pageSize: 200 }, { signal: abort }),
      api.crops.growthModels({}, { signal: abort }),
      api.scenes.list({ pageSize: 100 }, { signal: abort }),
    ]);
    return { devices: devices.items, crops: crops.items, scenes: scenes.items };
  });

  const number = (name: (typeof NUMBERS)[number]): number | null => {
    const text = texts[name].peek().trim();
    return text === '' ? null : Number(text);
  };
  const check = (): boolean => {
    const wrong: Partial<Record<TextName | ChoiceName, string>> = {};
    if (choices.crop.peek() === NONE) wrong.crop = t('agronomy.form.cropRequired');
    for (const name of NUMBERS) {
      const value = number(name);
      if (value !== null && !Number.isFinite(value)) wrong[name] = t('agronomy.form.number');
    }
    errors.value = wrong;
    return Object.keys(wrong).length === 0;
  };
  const chosen = (name: ChoiceName): string | null => choices[name].peek() || null;
  const draft = (): PlantConfigurationDraft => {
    const model = options.value.peek()?.crops.find((one) => one.id === choices.crop.peek());
    return {
      crop: model?.crop ?? choices.crop.peek(),
      growthModelId: model?.id ?? null,
      // Untouched it stays as it is.
      ...(picture.path.peek() === undefined ? {} : { picture: picture.path.peek() ?? null }),
      name: texts.name.peek().trim() || null,
      growTime: texts.plantDate.peek() || null,
      deviceIds: [chosen('probe'), chosen('station')].flatMap((one) => one ?? []),
      valveId: chosen('valve'),
      sceneId: chosen('scene'),
      environment: chosen('environment') as 'field' | 'greenhouse' | null,
      soilTexture: chosen('texture'),
      irrigationMethod: chosen('method') as 'drip' | null,
      area: number('area'),
      irrigationFlow: number('flow'),
      latitude: number('latitude'),
      longitude: number('longitude'),
    };
  };

  return {
    open,
    busy,
    picture,
    problem,
    errors,
    texts,
    choices,
    options,
    setText: (name: TextName, text: string): void => {
      texts[name].value = text;
    },
    setChoice: (name: ChoiceName, value: string): void => {
      choices[name].value = value;
    },
    isNew: (): boolean => id.value === null,
    close: (): void => {
      open.value = false;
    },
    begin: async (plot: PlotState | null): Promise<void> => {
      for (const value of Object.values(texts)) value.value = '';
      for (const value of Object.values(choices)) value.value = NONE;
      errors.value = {};
      problem.value = null;
      id.value = null;
      picture.reset(null);
      open.value = true;
      await options.load();
      if (!plot) return;
      try {
        const plant = await api.crops.plant(plot.id);
        id.value = plant.id;
        picture.reset(plant.picture);
        const known = options.value.peek();
        const isStation = (one: string): boolean =>
          known?.devices.some((device) => device.id === one && device.productTypeCode === 'QX') ?? false;
        texts.name.value = plant.name ?? '';
        texts.plantDate.value = plant.growTime ?? '';
        texts.area.value = plant.area === null ? '' : String(plant.area);
        texts.flow.value = plant.irrigationFlow === null ? '' : String(plant.irrigationFlow);
        texts.latitude.value = plant.latitude === null ? '' : String(plant.latitude);
        texts.longitude.value = plant.longitude === null ? '' : String(plant.longitude);
        choices.crop.value =
          plant.growthModelId ?? known?.crops.find(({ crop }) => crop === plant.crop)?.id ?? NONE;
        choices.probe.value = plant.deviceIds.find((one) => !isStation(one)) ?? NONE;
        choices.station.value = plant.deviceIds.find(isStation) ?? NONE;
        choices.valve.value = plant.valveId ?? NONE;
        choices.scene.value = plant.sceneId ?? NONE;
        choices.environment.value = plant.environment ?? NONE;
        choices.texture.value = plant.soilTexture ?? NONE;
        choices.method.value = plant.irrigationMethod ?? NONE;
      } catch {
        // What grows in a scene without a configuration gets one now.
        choices.scene.value = plot.sceneId ?? NONE;
        choices.crop.value = plot.cropId ?? NONE;
        texts.plantDate.value = plot.plantDate ?? '';
      }
    },
    submit: async (): Promise<void> => {
      // A picture on its way belongs to the plot.
      if (!check() || busy.peek() || picture.progress.peek() !== null) return;
      busy.value = true;
      problem.value = null;
      try {
        const existing = id.peek();
        const saved = existing
          ? await api.crops.updatePlant(existing, draft())
          : (await api.crops.createPlants([draft()])).items[0];
        showToast('success', t('agronomy.saved'));
        open.value = false;
        if (saved) onSaved(saved.id);
      } catch (error) {
        problem.value = problemText(error);
      } finally {
        busy.value = false;
      }
    },
  };
});

export type PlotForm = InstanceType<typeof PlotFormModel>;
