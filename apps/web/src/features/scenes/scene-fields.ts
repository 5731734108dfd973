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
  decodePlot,
  encodePlot,
  type DrawnPlot,
  type FormField,
  type FormValues,
  type UploadedFile,
} from '@farm3d/ui';
import { locale } from '../../platform/locale.ts';
import { t } from './zh-CN.ts';

/** The checks of the specification have the word on lengths, with its own messages. */
const ANY_LENGTH = 4096;
/** Id of the saved cover in the form: it is not sent again. */
const STORED = 'stored';
/** Form keys by names of the call's body, where they differ. */
export const SCENE_BODY_FIELDS: Readonly<Record<string, string>> = {
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

type Position = readonly [longitude: number, latitude: number];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';

/** The first ring in nested lists of positions: of a polygon its outline. */
function firstRing(value: unknown): readonly Position[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(isPosition)) return value;
  return firstRing(value[0]);
}

/** A scene's boundary as the drawing field shows it: its outline; null: there is none. */
export function boundaryPlot(boundary: unknown): DrawnPlot | null {
  const coordinates =
    typeof boundary === 'object' && boundary !== null && 'coordinates' in boundary
      ? boundary.coordinates
      : boundary;
  const ring = firstRing(coordinates);
  if (!ring || ring.length < 3) return null;
  const [first, last] = [ring[0]!, ring.at(-1)!];
  const isClosed = first[0] === last[0] && first[1] === last[1];
  const points = (isClosed ? ring.slice(0, -1) : ring).map(
    ([longitude, latitude]) => [longitude, latitude] as const,
  );
  return encodePlot({ kind: 'polygon', points });
}

/** Whether what was drawn encloses ground. */
export const isOutline = (plot: DrawnPlot): boolean => decodePlot(plot)?.kind === 'polygon';

/** What was drawn as the boundary of a scene, GeoJSON. */
export const boundaryOf = ({ feature }: DrawnPlot): object =>
  (JSON.parse(feature) as { geometry: object }).geometry;

/** Fields of a scene: a greenhouse, or a plot with its boundary. */
export const sceneFields = (): readonly FormField[] => [
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
export function sceneValues(scene: Scene | null): FormValues {
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
export function scenePatch(values: FormValues, scene: Scene | null): ScenePatch & { name: string } {
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
