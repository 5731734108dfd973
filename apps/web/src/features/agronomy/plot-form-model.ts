import { createModel, signal, type Signal } from '@preact/signals-react';
import type { Device, GrowthModel, PlantConfigurationDraft, PlotSoil, PlotState, Scene } from '@farm3d/api';
import { createImageUpload } from '../../kit/images/image-upload.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { devicesInForm, devicesToStore, curveText, readCurve } from './plot-values.ts';
import { t } from './zh-CN.ts';

const NUMBERS = [
  'area',
  'flow',
  'latitude',
  'longitude',
  'fieldCapacity',
  'wiltingPoint',
  'sand',
  'clay',
  'organicMatter',
  'windHeight',
  'mulchCover',
  'curveNumber',
  'waterTable',
  'waterEc',
  'soilEc',
  'irrigatedShare',
  'efficiency',
  'elevation',
  'transmissivity',
] as const;
export type NumberName = (typeof NUMBERS)[number];
export type TextName = 'name' | 'plantDate' | 'curve' | NumberName;
const CHOICES = [
  'crop',
  'probe',
  'station',
  'valve',
  'meter',
  'scene',
  'environment',
  'texture',
  'method',
  'mulch',
] as const;
export type ChoiceName = (typeof CHOICES)[number];
const NONE = '';

/** A fraction as a percentage with at most one decimal. */
const percent = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : Math.round(1000 * share) / 10;

/** Form that creates or changes a plot. */
export const PlotFormModel = createModel((services: Services, onSaved: (id: string) => void) => {
  const { api } = services;
  const open = signal(false);
  const busy = signal(false);
  const image = createImageUpload(services);
  const problem = signal<string | null>(null);
  const errors = signal<Partial<Record<TextName | ChoiceName, string>>>({});
  const id = signal<string | null>(null);
  const texts = Object.fromEntries(
    ['name', 'plantDate', 'curve', ...NUMBERS].map((name) => [name, signal('')]),
  ) as Record<TextName, Signal<string>>;
  const choices = Object.fromEntries(CHOICES.map((name) => [name, signal(NONE)])) as Record<
    ChoiceName,
    Signal<string>
  >;

  const options = loadable<{ devices: Device[]; crops: GrowthModel[]; scenes: Scene[] }>(async (abort) => {
    const [devices, crops, scenes] = await Promise.all([
      api.devices.list({ pageSize: 200 }, { signal: abort }),
      api.crops.growthModels({}, { signal: abort }),
      api.scenes.list({ pageSize: 100 }, { signal: abort }),
    ]);
    return { devices: devices.items, crops: crops.items, scenes: scenes.items };
  });

  /** Devices of the plot without a field in the form: they are kept. */
  let otherDevices: readonly string[] = [];

  const number = (name: NumberName): number | null => {
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
    if (readCurve(texts.curve.peek()) === undefined) wrong.curve = t('agronomy.form.curve.invalid');
    errors.value = wrong;
    return Object.keys(wrong).length === 0;
  };
  /** A percentage field as a fraction. */
  const share = (name: NumberName): number | null => {
    const value = number(name);
    return value === null ? null : value / 100;
  };
  const soilDraft = (): PlotSoil | null => {
    const kind = choices.mulch.peek();
    const soil: PlotSoil = {
      sand: number('sand'),
      clay: number('clay'),
      organicMatter: number('organicMatter'),
      curve: readCurve(texts.curve.peek()) ?? null,
      mulch: kind === 'plastic' || kind === 'organic' ? { kind, cover: share('mulchCover') ?? 1 } : null,
      curveNumber: number('curveNumber'),
      waterTable: number('waterTable'),
      waterEc: number('waterEc'),
      soilEc: number('soilEc'),
      irrigatedShare: share('irrigatedShare'),
    };
    return Object.values(soil).every((value) => value === null) ? null : soil;
  };
  const chosen = (name: ChoiceName): string | null => choices[name].peek() || null;
  const draft = (): PlantConfigurationDraft => {
    const model = options.value.peek()?.crops.find((one) => one.id === choices.crop.peek());
    return {
      crop: model?.crop ?? choices.crop.peek(),
      growthModelId: model?.id ?? null,
      // Unchanged: not sent.
      ...(image.path.peek() === undefined ? {} : { picture: image.path.peek() ?? null }),
      name: texts.name.peek().trim() || null,
      growTime: texts.plantDate.peek() || null,
      deviceIds: devicesToStore({
        probe: chosen('probe'),
        station: chosen('station'),
        others: otherDevices,
      }),
      meterId: chosen('meter'),
      windHeight: number('windHeight'),
      fieldCapacity: share('fieldCapacity'),
      wiltingPoint: share('wiltingPoint'),
      soil: soilDraft(),
      valveId: chosen('valve'),
      sceneId: chosen('scene'),
      environment: chosen('environment') as 'field' | 'greenhouse' | null,
      soilTexture: chosen('texture'),
      irrigationMethod: chosen('method') as 'drip' | null,
      area: number('area'),
      irrigationFlow: number('flow'),
      irrigationEfficiency: share('efficiency'),
      elevation: number('elevation'),
      transmissivity: share('transmissivity'),
      latitude: number('latitude'),
      longitude: number('longitude'),
    };
  };

  return {
    open,
    busy,
    image,
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
      otherDevices = [];
      errors.value = {};
      problem.value = null;
      id.value = null;
      image.reset(null);
      open.value = true;
      await options.load();
      if (!plot) return;
      try {
        const plant = await api.crops.plant(plot.id);
        id.value = plant.id;
        image.reset(plant.picture);
        const known = options.value.peek();
        const isStation = (one: string): boolean =>
          known?.devices.some((device) => device.id === one && device.productTypeCode === 'QX') ?? false;
        texts.name.value = plant.name ?? '';
        texts.plantDate.value = plant.growTime ?? '';
        texts.area.value = plant.area === null ? '' : String(plant.area);
        texts.flow.value = plant.irrigationFlow === null ? '' : String(plant.irrigationFlow);
        const { soil } = plant;
        const numbers: Partial<Record<NumberName, number | null | undefined>> = {
          latitude: plant.latitude,
          longitude: plant.longitude,
          fieldCapacity: percent(plant.fieldCapacity),
          wiltingPoint: percent(plant.wiltingPoint),
          windHeight: plant.windHeight,
          sand: soil?.sand,
          clay: soil?.clay,
          organicMatter: soil?.organicMatter,
          mulchCover: percent(soil?.mulch?.cover),
          curveNumber: soil?.curveNumber,
          waterTable: soil?.waterTable,
          waterEc: soil?.waterEc,
          soilEc: soil?.soilEc,
          irrigatedShare: percent(soil?.irrigatedShare),
          efficiency: percent(plant.irrigationEfficiency),
          elevation: plant.elevation,
          transmissivity: percent(plant.transmissivity),
        };
        for (const [name, value] of Object.entries(numbers)) {
          texts[name as NumberName].value = value === null || value === undefined ? '' : String(value);
        }
        texts.curve.value = curveText(soil?.curve ?? null);
        choices.crop.value =
          plant.growthModelId ?? known?.crops.find(({ crop }) => crop === plant.crop)?.id ?? NONE;
        const shown = devicesInForm(plant.deviceIds, isStation);
        choices.probe.value = shown.probe ?? NONE;
        choices.station.value = shown.station ?? NONE;
        otherDevices = shown.others;
        choices.meter.value = plant.meterId ?? NONE;
        choices.mulch.value = soil?.mulch?.kind ?? NONE;
        choices.valve.value = plant.valveId ?? NONE;
        choices.scene.value = plant.sceneId ?? NONE;
        choices.environment.value = plant.environment ?? NONE;
        choices.texture.value = plant.soilTexture ?? NONE;
        choices.method.value = plant.irrigationMethod ?? NONE;
      } catch {
        // A crop of a scene without a configuration: saving creates one.
        choices.scene.value = plot.sceneId ?? NONE;
        choices.crop.value = plot.cropId ?? NONE;
        texts.plantDate.value = plot.plantDate ?? '';
      }
    },
    submit: async (): Promise<void> => {
      // An upload in progress belongs to the plot.
      if (!check() || busy.peek() || image.progress.peek() !== null) return;
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
