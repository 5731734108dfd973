import type {
  WorkOrder,
  WorkOrderState,
  Person,
  Scene,
  SparePart,
  WorkOrderDraft,
  WorkOrderTemplate,
} from '@farm3d/api';
import type { FieldValue, FormField, FormValues, UploadedFile, SelectOption } from '@farm3d/ui';
import type { QueuedStep } from '../../platform/outbox/outbox-store.ts';
import { t } from './zh-CN.ts';

/** States from left to right on the board. */
export const STATES = ['open', 'processing', 'done', 'closed'] as const satisfies WorkOrderState[];

/** Priorities, the most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const satisfies WorkOrder['priority'][];

/** Next states that a person can choose, the usual one first; the server refuses others. */
export const NEXT: Readonly<Record<WorkOrderState, readonly WorkOrderState[]>> = {
  open: ['processing', 'closed'],
  processing: ['done', 'open', 'closed'],
  done: ['closed', 'processing'],
  closed: [],
};

/** Whether an order that somebody still works on is past its deadline. @param now epoch milliseconds */
export const isOverdue = ({ state, deadline }: Pick<WorkOrder, 'state' | 'deadline'>, now: number): boolean =>
  deadline !== null && deadline < now && (state === 'open' || state === 'processing');

const TITLE_MAX = 64;
const TEXT_MAX = 4000;
/** Photos of one step. */
const PHOTOS_MAX = 20;
/** Time of a deadline of which only the day was chosen. */
const END_OF_WORK = '18:00';

/** Form keys by names of the call's body, where they differ. */
export const ORDER_BODY_FIELDS: Readonly<Record<string, string>> = { deadline: 'day', sceneId: 'scene' };

const ITEMS_MAX = 50;
const ITEM_MAX = 200;
const LINES_MAX = 4000;

const typed = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

export const photosField = (): FormField => ({
  key: 'photos',
  type: 'image',
  label: t('orders.field.photos'),
  maxLength: PHOTOS_MAX,
});

export const priorityField = (): FormField => ({
  key: 'priority',
  type: 'select',
  label: t('orders.field.priority'),
  isHalf: true,
  options: PRIORITIES.map((value) => ({ value, label: t(`orders.priority.${value}`) })),
});

/** Who can be chosen to do an order, and nobody. */
export const peopleOptions = (people: readonly Person[]): readonly SelectOption[] => [
  { value: '', label: t('orders.nobody') },
  ...people.map(({ userId, username, displayName }) => ({ value: userId, label: displayName || username })),
];

/** Proof: files of any kind (specification, section 5). */
export const materialsField = (): FormField => ({
  key: 'materials',
  type: 'file',
  label: t('orders.field.materials'),
  hint: t('orders.field.materials.hint'),
  maxLength: PHOTOS_MAX,
});

const linesOf = (value: FieldValue | undefined): string[] =>
  typed(value)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** 'filter 2 pieces', 'oil 1.5 l' */
const PART = /^(.{1,64}?)\s+(\d{1,6}(?:\.\d{1,3})?)\s*(\S{0,16})$/;

function partOf(line: string): SparePart | null {
  const [, name = '', quantity = '', unit = ''] = PART.exec(line) ?? [];
  return name === '' || Number(quantity) <= 0 ? null : { name, quantity: Number(quantity), unit };
}

export const partsOf = (value: FieldValue | undefined): SparePart[] =>
  linesOf(value).flatMap((line) => partOf(line) ?? []);
export const partsText = (parts: readonly SparePart[]): string =>
  parts.map(({ name, quantity, unit }) => `${name} ${quantity} ${unit}`.trim()).join('\n');
export const itemsOf = (value: FieldValue | undefined): string[] => linesOf(value);

/** What is to be done, one by one; what is needed for it; whether it is signed. */
export const taskFields = (): readonly FormField[] => [
  {
    key: 'checklist',
    type: 'textarea',
    label: t('orders.field.checklist'),
    hint: t('orders.field.checklist.hint'),
    maxLength: LINES_MAX,
    check: (value) =>
      linesOf(value).length > ITEMS_MAX || linesOf(value).some((line) => Array.from(line).length > ITEM_MAX)
        ? t('orders.checklist.wrong', { n: ITEMS_MAX, m: ITEM_MAX })
        : null,
  },
  {
    key: 'parts',
    type: 'textarea',
    label: t('orders.field.parts'),
    hint: t('orders.field.parts.hint'),
    maxLength: LINES_MAX,
    check: (value) => {
      const wrong = linesOf(value).find((line) => partOf(line) === null);
      return wrong === undefined ? null : t('orders.parts.wrong', { line: wrong });
    },
  },
  { key: 'needsSignature', type: 'switch', label: t('orders.field.needsSignature') },
];

/** Fields of an order. Photos belong to its steps; a new order can have some. */
export const orderFields = (
  people: readonly Person[],
  scenes: readonly Scene[],
  isNew: boolean,
  templates: readonly WorkOrderTemplate[] = [],
): readonly FormField[] => [
  ...(templates.length > 0
    ? [
        {
          key: 'template',
          type: 'select',
          label: t('orders.field.template'),
          hint: t('orders.field.template.hint'),
          options: [
            { value: '', label: t('orders.unset') },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ],
        } as const,
      ]
    : []),
  {
    key: 'title',
    type: 'text',
    label: t('orders.field.title'),
    placeholder: t('orders.field.title.placeholder'),
    required: true,
    maxLength: TITLE_MAX,
  },
  { key: 'content', type: 'textarea', label: t('orders.field.content'), maxLength: TEXT_MAX },
  priorityField(),
  {
    key: 'assignee',
    type: 'select',
    label: t('orders.field.assignee'),
    placeholder: t('orders.nobody'),
    isHalf: true,
    options: peopleOptions(people),
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
      { value: '', label: t('orders.unset') },
      ...scenes.map(({ id, name }) => ({ value: id, label: name })),
    ],
  },
  ...taskFields(),
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
  checklist: order.checklist.map(({ text }) => text).join('\n'),
  parts: partsText(order.parts),
  needsSignature: order.needsSignature,
});

/** What a template gives a new order. */
export const templateValues = (template: WorkOrderTemplate): FormValues => ({
  title: template.title,
  content: template.content,
  priority: template.priority,
  checklist: template.checklist.join('\n'),
  parts: partsText(template.parts),
  needsSignature: template.needsSignature,
  ...dayAndTime(template.dueHours === null ? null : Date.now() + template.dueHours * 3_600_000),
});

/** The values of the form as an order. @param before the checklist of the order that is changed */
export function draftOf(values: FormValues, before: WorkOrder['checklist'] = []): WorkOrderDraft {
  const [day, time] = [typed(values['day']), typed(values['time'])];
  const priority = PRIORITIES.find((one) => one === values['priority']);
  return {
    title: typed(values['title']),
    content: typed(values['content']),
    ...(priority ? { priority } : {}),
    assignee: typed(values['assignee']) || null,
    deadline: day === '' ? null : new Date(`${day}T${time || END_OF_WORK}`).getTime(),
    sceneId: typed(values['scene']) || null,
    checklist: itemsOf(values['checklist']).map((text) => ({
      text,
      done: before.some((item) => item.text === text && item.done),
    })),
    parts: partsOf(values['parts']),
    needsSignature: values['needsSignature'] === true,
    ...('photos' in values ? { photos: pathsOf(values, 'photos') } : {}),
  };
}

/** Paths of the uploaded files of a form. */
export const pathsOf = (values: FormValues, key: 'photos' | 'materials'): string[] =>
  ((values[key] ?? []) as readonly UploadedFile[]).map(({ path }) => path);

/** An order as it will be when the steps that wait for the network have arrived. */
export function withWaiting(order: WorkOrder, waiting: readonly QueuedStep[]): WorkOrder {
  return waiting
    .filter(({ orderId, refusal }) => orderId === order.id && refusal === null)
    .reduce<WorkOrder>(
      (present, { state, checklist, signature, at }) => ({
        ...present,
        state: state ?? present.state,
        checklist:
          checklist?.map(({ text, done }, index) => {
            const before = present.checklist[index];
            return before?.text === text && before.done === done
              ? before
              : { text, done, by: null, at: null };
          }) ?? present.checklist,
        signature: signature ? { ...signature, at } : present.signature,
      }),
      order,
    );
}
