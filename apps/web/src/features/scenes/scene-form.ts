import { createModel } from '@preact/signals-react';
import {
  checkSceneDescription,
  checkSceneName,
  message,
  SCENE_DESCRIPTION_MAX,
  SCENE_NAME_MAX,
  type Scene,
  type ScenePatch,
} from '@farm3d/api';
import type { FieldLngLat } from '@farm3d/api/validation';
import {
  createFormModel,
  type DrawnPlot,
  type FormField,
  type FormValues,
  type UploadedFile,
} from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { api } from '../../platform/services.ts';
import { boundaryOf, boundaryPlot, isOutline } from './scene-boundary.ts';
import { t } from './zh-CN.ts';

/** The checks of the specification have the word on lengths, with its own messages. */
const ANY_LENGTH = 4096;
/** Id of the saved cover in the form: it is not sent again. */
const STORED = 'stored';
/** Form keys by names of the call's body, where they differ. */
const BODY_FIELDS: Readonly<Record<string, string>> = {
  icon: 'cover',
  latitude: 'place',
  longitude: 'place',
};

const isPlot = ({ type }: FormValues): boolean => type === 'plot';
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const ruled =
  (check: (text: string) => Parameters<typeof message>[0] | null): NonNullable<FormField['check']> =>
  (value) => {
    const wrong = check(textOf(value));
    return wrong === null ? null : message(wrong, locale.value);
  };

/** Fields of a scene: a greenhouse, or a plot with its boundary. */
const sceneFields = (): readonly FormField[] => [
  {
    key: 'name',
    type: 'text',
    label: t('scenes.name'),
    required: true,
    maxLength: ANY_LENGTH,
    countTo: SCENE_NAME_MAX,
    check: ruled(checkSceneName),
  },
  {
    key: 'description',
    type: 'textarea',
    label: t('scenes.description'),
    placeholder: t('scenes.description.placeholder'),
    maxLength: ANY_LENGTH,
    countTo: SCENE_DESCRIPTION_MAX,
    check: ruled(checkSceneDescription),
  },
  {
    key: 'type',
    type: 'radio',
    label: t('scene.form.type'),
    required: true,
    options: (['greenhouse', 'plot'] as const).map((type) => ({
      value: type,
      label: t(`scene.form.type.${type}`),
    })),
  },
  {
    key: 'boundary',
    type: 'map',
    label: t('scene.form.boundary'),
    hint: t('scene.form.boundary.hint'),
    required: true,
    isVisible: isPlot,
    check: (value) =>
      value === null || isOutline(value as DrawnPlot) ? null : t('scene.form.boundary.line'),
  },
  {
    key: 'place',
    type: 'coordinate',
    label: t('scene.form.place'),
    hint: t('scene.form.place.hint'),
  },
  { key: 'cover', type: 'image', label: t('scene.form.cover'), hint: t('scene.form.cover.hint') },
];

/** The saved scene as values of the form; null: a new one. */
function sceneValues(scene: Scene | null): FormValues {
  if (scene === null) return { type: 'greenhouse' };
  const { name, description, type, boundary, latitude, longitude, icon } = scene;
  return {
    name,
    description,
    type,
    boundary: boundaryPlot(boundary),
    place: latitude === null || longitude === null ? null : { latitude, longitude },
    cover:
      icon === null ? [] : [{ id: STORED, path: icon, url: icon, name, sizeBytes: 0 } satisfies UploadedFile],
  };
}

/** The values of the form as they are sent. A boundary or cover that was not changed stays as it is stored. */
function scenePatch(values: FormValues, scene: Scene | null): ScenePatch & { name: string } {
  const drawn = isPlot(values) ? (values['boundary'] as DrawnPlot | null) : null;
  const place = (values['place'] as FieldLngLat | null) ?? drawn;
  const [cover] = values['cover'] as readonly UploadedFile[];
  const isKept = drawn !== null && drawn.geometry === boundaryPlot(scene?.boundary)?.geometry;
  return {
    name: textOf(values['name']),
    description: textOf(values['description']),
    type: isPlot(values) ? 'plot' : 'greenhouse',
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    ...(drawn && !isKept ? { boundary: boundaryOf(drawn) } : {}),
    ...(cover?.id === STORED ? {} : { icon: cover?.path ?? null }),
  };
}

interface SceneFormOptions {
  /** Null: a new one. */
  readonly scene: Scene | null;
  readonly onSaved: (saved: Scene) => void;
}

/** Form of a new or an existing scene. What was typed is kept until it is saved. */
export const SceneFormModel = createModel(({ scene, onSaved }: SceneFormOptions) => {
  const initial = sceneValues(scene);
  const form = createFormModel({
    fields: sceneFields,
    locale,
    initial,
    draft: formDraft(scene ? `scene.${scene.id}` : 'scene.new'),
    problemOf: formProblem(BODY_FIELDS),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const patch = scenePatch(values, scene);
      const saved = scene
        ? await api.scenes.update(scene.id, { ...patch, version: scene.version })
        : await api.scenes.create(patch);
      if (!scene) form.reset(initial);
      onSaved(saved);
    },
  };
});
