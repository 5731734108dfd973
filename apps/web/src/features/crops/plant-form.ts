import { createModel } from '@preact/signals-react';
import {
  message,
  type GrowthModel,
  type PlantConfiguration,
  type PlantConfigurationDraft,
  type Scene,
} from '@farm3d/api';
import type { FormField, FormValues, UploadedFile } from '@farm3d/ui';
import { createForm } from '../../kit/forms/create-form.ts';
import { cropName } from '../../platform/names.ts';
import { locale } from '../../platform/locale.ts';
import type { Services } from '../../platform/services.ts';
import { periodsOf, periodText, readPeriods } from './growth.ts';
import { t } from './zh-CN.ts';

const TEXT_MAX = 64;
const PERIODS_MAX = 4096;
/** Scenes of one batch. */
const SCENES_MAX = 200;
/** Id of the saved picture in the form: it is not sent again. */
const STORED = 'stored';
/** Form keys by names of the call's body, where they differ. */
const BODY_FIELDS: Readonly<Record<string, string>> = {
  pic: 'cropPic',
  sceneId: 'scenes',
  period: 'periods',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Today in the local time zone, yyyy-MM-dd. */
const today = (): string => new Intl.DateTimeFormat('sv-SE').format(new Date());

interface PlantFormOptions {
  /** Null: a new one. */
  readonly plant: PlantConfiguration | null;
  readonly models: readonly GrowthModel[];
  readonly scenes: readonly Scene[];
  /** Receives the number of saved plants. */
  readonly onSaved: (count: number) => void;
}

const fields = ({ plant, models, scenes }: PlantFormOptions): readonly FormField[] => [
  {
    key: 'crop',
    type: 'text',
    label: t('crops.crop'),
    hint: t('crops.crop.hint'),
    required: true,
    maxLength: TEXT_MAX,
    isHalf: true,
  },
  {
    key: 'growthModel',
    type: 'select',
    label: t('crops.model'),
    placeholder: t('crops.model.byName'),
    options: models.map((model) => ({ value: model.id, label: cropName(model) })),
    isHalf: true,
  },
  {
    key: 'name',
    type: 'text',
    label: t('crops.plot'),
    hint: t('crops.plot.hint'),
    maxLength: TEXT_MAX,
    isHalf: true,
  },
  {
    key: 'growTime',
    type: 'date',
    label: t('crops.growTime'),
    required: true,
    latest: today(),
    isHalf: true,
    check: (value) => (textOf(value) > today() ? message('crop.growTime.future', locale.value) : null),
  },
  {
    key: 'scenes',
    type: 'select',
    multiple: plant === null,
    label: t('crops.scene'),
    placeholder: t('crops.scene.none'),
    hint: plant === null ? t('crops.scene.hint') : undefined,
    options: scenes.map(({ id, name }) => ({ value: id, label: name })),
    maxLength: SCENES_MAX,
  },
  { key: 'cropPic', type: 'image', label: t('crops.picture') },
  {
    key: 'periods',
    type: 'textarea',
    label: t('crops.periods'),
    hint: t('crops.periods.hint'),
    placeholder: t('crops.periods.placeholder'),
    maxLength: PERIODS_MAX,
    check: (value) => {
      const read = readPeriods(textOf(value));
      return typeof read === 'string' ? read : null;
    },
  },
];

function valuesOf(plant: PlantConfiguration): FormValues {
  const { crop, growthModelId, name, growTime, sceneId, picture, periods } = plant;
  return {
    crop,
    growthModel: growthModelId,
    name,
    growTime,
    scenes: sceneId,
    cropPic:
      picture === null
        ? []
        : [{ id: STORED, path: picture, url: picture, name: crop, sizeBytes: 0 } satisfies UploadedFile],
    periods: periodText(periodsOf(periods)),
  };
}

/** The values of the form as they are sent. Pictures and periods that were not changed are not. */
function draftOf(values: FormValues, plant: PlantConfiguration | null): PlantConfigurationDraft {
  const [picture] = (values['cropPic'] ?? []) as readonly UploadedFile[];
  const before = periodsOf(plant?.periods ?? []);
  const text = textOf(values['periods']);
  const read = readPeriods(text, before);
  return {
    crop: textOf(values['crop']),
    growthModelId: textOf(values['growthModel']) || null,
    name: textOf(values['name']) || null,
    growTime: textOf(values['growTime']) || null,
    ...(picture?.id === STORED ? {} : { picture: picture?.path ?? null }),
    ...(text === periodText(before)
      ? {}
      : { periods: typeof read === 'string' || read.length === 0 ? null : read }),
  };
}

/** Form of new plants, one for each chosen scene, or of an existing one. What was typed is kept until it is saved. */
export const PlantFormModel = createModel((services: Services, options: PlantFormOptions) => {
  const { plant, onSaved } = options;
  const { crops } = services.api;
  return createForm(services, {
    fields: () => fields(options),
    ...(plant ? { initial: valuesOf(plant) } : {}),
    draft: plant ? `plant.${plant.id}` : 'plant.new',
    bodyFields: BODY_FIELDS,
    send: async (values) => {
      const draft = draftOf(values, plant);
      if (plant) {
        await crops.updatePlant(plant.id, { ...draft, sceneId: textOf(values['scenes']) || null });
        return onSaved(1);
      }
      const chosen = (values['scenes'] ?? []) as readonly string[];
      const places = chosen.length === 0 ? [null] : chosen;
      const { items } = await crops.createPlants(places.map((sceneId) => ({ ...draft, sceneId })));
      onSaved(items.length);
    },
  });
});
