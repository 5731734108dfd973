import type { Person, Scene, WorkOrder, WorkOrderDraft } from '@farm3d/api';
import type { FieldValue, FormField, FormValues, UploadedFile } from '@farm3d/ui';
import { PRIORITIES } from './order-states.ts';
import { t } from './texts.ts';

const TITLE_MAX = 64;
const TEXT_MAX = 4000;
/** Photos of one step. */
const PHOTOS_MAX = 20;
/** Time of a deadline of which only the day was chosen. */
const END_OF_WORK = '18:00';

/** Form keys by names of the call's body, where they differ. */
export const ORDER_BODY_FIELDS: Readonly<Record<string, string>> = { deadline: 'day', sceneId: 'scene' };

const typed = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

export const photosField = (): FormField => ({
  key: 'photos',
  type: 'image',
  label: t('orders.field.photos'),
  maxLength: PHOTOS_MAX,
});

/** Fields of an order. Photos belong to its steps; a new order can have some. */
export const orderFields = (
  people: readonly Person[],
  scenes: readonly Scene[],
  isNew: boolean,
): readonly FormField[] => [
  {
    key: 'title',
    type: 'text',
    label: t('orders.field.title'),
    placeholder: t('orders.field.title.placeholder'),
    required: true,
    maxLength: TITLE_MAX,
  },
  { key: 'content', type: 'textarea', label: t('orders.field.content'), maxLength: TEXT_MAX },
  {
    key: 'priority',
    type: 'select',
    label: t('orders.field.priority'),
    isHalf: true,
    options: PRIORITIES.map((value) => ({ value, label: t(`orders.priority.${value}`) })),
  },
  {
    key: 'assignee',
    type: 'select',
    label: t('orders.field.assignee'),
    placeholder: t('orders.nobody'),
    isHalf: true,
    options: [
      { value: '', label: t('orders.nobody') },
      ...people.map(({ userId, username, displayName }) => ({
        value: userId,
        label: displayName || username,
      })),
    ],
  },
  { key: 'day', type: 'date', label: t('orders.field.day'), isHalf: true },
  {
    key: 'time',
    type: 'time',
    label: t('orders.field.time'),
    isHalf: true,
    check: (value, values) =>
      typed(value) !== '' && typed(values['day']) === '' ? t('orders.time.needsDay') : null,
  },
  {
    key: 'scene',
    type: 'select',
    label: t('orders.field.scene'),
    options: [
      { value: '', label: t('orders.none') },
      ...scenes.map(({ id, name }) => ({ value: id, label: name })),
    ],
  },
  ...(isNew ? [photosField()] : []),
];

const two = (value: number): string => String(value).padStart(2, '0');

/** Day and time of an instant in the time zone of the page. */
function dayAndTime(at: number | null): { day: string; time: string } {
  if (at === null) return { day: '', time: '' };
  const date = new Date(at);
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
  };
}

/** A stored order as values of the form. */
export const orderValues = (order: WorkOrder): FormValues => ({
  title: order.title,
  content: order.content,
  priority: order.priority,
  assignee: order.assignee ?? '',
  ...dayAndTime(order.deadline),
  scene: order.sceneId ?? '',
});

/** The values of the form as an order. */
export function draftOf(values: FormValues): WorkOrderDraft {
  const [day, time] = [typed(values['day']), typed(values['time'])];
  const priority = PRIORITIES.find((one) => one === values['priority']);
  return {
    title: typed(values['title']),
    content: typed(values['content']),
    ...(priority ? { priority } : {}),
    assignee: typed(values['assignee']) || null,
    deadline: day === '' ? null : new Date(`${day}T${time || END_OF_WORK}`).getTime(),
    sceneId: typed(values['scene']) || null,
    ...('photos' in values ? { photos: photosOf(values) } : {}),
  };
}

/** Paths of the uploaded photos of a form. */
export const photosOf = (values: FormValues): string[] =>
  ((values['photos'] ?? []) as readonly UploadedFile[]).map(({ path }) => path);
