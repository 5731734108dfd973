import type {
  Linkage,
  LinkageAction,
  LinkageDraft,
  LinkageOnce,
  LinkageTrigger,
  ModelAttribute,
} from '@farm3d/api';
import type { Catalogue } from './catalogue.ts';
import { NO_CONDITION, conditionFormOf, conditionOf, type ConditionForm } from './condition-form.ts';

const MINUTE_MS = 60_000;
const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

/** A time of day on some days of the week. */
interface DailySchedule {
  /** 'HH:mm' */
  readonly time: string;
  /** 1 = Monday … 7 = Sunday, ascending. */
  readonly days: readonly number[];
}

export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** Minute, hour, any date, and days of the week; a leading second must be 0. */
const DAILY = /^(?:0 )?(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7](?:,[0-7])*)$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether a text is a time of day, 'HH:mm'. */
export const isTime = (text: string): boolean => TIME.test(text);

/** The time and days of a cron expression; null: it says more than that. */
export function dailyOf(expression: string): DailySchedule | null {
  const parts = DAILY.exec(expression.trim().replaceAll(/\s+/g, ' '));
  if (!parts) return null;
  const [, minute = '', hour = '', weekdays = ''] = parts;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (!isTime(time)) return null;
  if (weekdays === '*') return { time, days: WEEK };
  // 0 and 7 are both Sunday.
  const days = new Set(weekdays.split(',').map((day) => Number(day) || 7));
  return { time, days: WEEK.filter((day) => days.has(day)) };
}

/** The cron expression of a time and days; empty without both. */
export function expressionOf({ time, days }: DailySchedule): string {
  if (!isTime(time) || days.length === 0) return '';
  const [hour, minute] = time.split(':').map(Number);
  return `${minute} ${hour} * * ${days.length === WEEK.length ? '*' : days.join(',')}`;
}

export const TRIGGERS = ['telemetry', 'alarm', 'online', 'cron', 'manual'] as const;
export const CHANGES = ['raised', 'cleared', 'escalated', 'reminded'] as const;
export const LIMITS = ['', 'hour', 'day', 'minutes'] as const;
export const ACTIONS = ['command', 'notice', 'workOrder', 'weather', 'linkage', 'webhook', 'wait'] as const;
export const WEATHERS = ['rain', 'snow', 'sunny', 'cloudy', 'overcast'] as const;

export type TriggerType = LinkageTrigger['type'];
export type ActionType = LinkageAction['type'];

/** A trigger in the editor: what was entered for another type is kept while the type is changed. */
export interface TriggerForm {
  readonly type: TriggerType;
  /** Of an alarm or a connection. Empty: not chosen yet. */
  readonly deviceId: string;
  readonly change: (typeof CHANGES)[number];
  readonly online: boolean;
  /** Whether a time and days are entered instead of a cron expression. */
  readonly isDaily: boolean;
  readonly time: string;
  readonly days: readonly number[];
  readonly expression: string;
  readonly timeZone: string;
}

/** How often a linkage runs at most, in the editor. */
export interface OnceForm {
  /** Empty: every time. */
  readonly per: (typeof LIMITS)[number];
  readonly minutes: string;
  readonly timeZone: string;
}

/** An action in the editor. */
export interface ActionForm {
  readonly type: ActionType;
  /** Empty: not chosen yet; of a work order: none. */
  readonly deviceId: string;
  readonly method: string;
  /** Inputs by parameter; texts for numbers. */
  readonly inputs: Readonly<Record<string, string | boolean>>;
  /** Parameters as stored: those that the product model does not declare are kept. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** Whether it waits for an offline device. */
  readonly waits: boolean;
  /** How long it waits for a device, or for the next action. */
  readonly minutes: string;
  readonly title: string;
  readonly content: string;
  readonly sceneId: string;
  /** The linkage that is run. Empty: not chosen yet. */
  readonly linkageId: string;
  /** Of a webhook; its text is `content`. */
  readonly url: string;
  /** Empty: the weather of linkages ends. */
  readonly weather: '' | (typeof WEATHERS)[number];
}

/** A linkage in the editor. */
export interface LinkageForm {
  readonly name: string;
  readonly enabled: boolean;
  readonly triggers: readonly TriggerForm[];
  readonly condition: ConditionForm;
  readonly once: OnceForm;
  readonly actions: readonly ActionForm[];
}

export const EMPTY_TRIGGER: TriggerForm = {
  type: 'telemetry',
  deviceId: '',
  change: 'raised',
  online: false,
  isDaily: true,
  time: '05:00',
  days: WEEK,
  expression: '',
  timeZone: DEFAULT_TIME_ZONE,
};

const EMPTY_ONCE: OnceForm = { per: '', minutes: '60', timeZone: DEFAULT_TIME_ZONE };

const EMPTY_ACTION: ActionForm = {
  type: 'command',
  deviceId: '',
  method: '',
  inputs: {},
  stored: {},
  waits: false,
  minutes: '60',
  title: '',
  content: '',
  sceneId: '',
  linkageId: '',
  url: '',
  weather: 'rain',
};

export const emptyAction = (type: ActionType): ActionForm => ({ ...EMPTY_ACTION, type });

export const EMPTY_LINKAGE: LinkageForm = {
  name: '',
  enabled: true,
  triggers: [EMPTY_TRIGGER],
  condition: NO_CONDITION,
  once: EMPTY_ONCE,
  actions: [],
};

function triggerFormOf(trigger: LinkageTrigger): TriggerForm {
  if (trigger.type !== 'cron') return { ...EMPTY_TRIGGER, ...trigger };
  const daily = dailyOf(trigger.expression);
  return { ...EMPTY_TRIGGER, ...trigger, ...daily, isDaily: daily !== null };
}

function onceFormOf(once: LinkageOnce | null): OnceForm {
  if (once === null) return EMPTY_ONCE;
  return once.per === 'minutes'
    ? { ...EMPTY_ONCE, per: 'minutes', minutes: String(once.minutes) }
    : { ...EMPTY_ONCE, ...once };
}

const inputOf = (value: unknown): string | boolean =>
  typeof value === 'boolean' ? value : typeof value === 'string' ? value : JSON.stringify(value ?? '');

function actionFormOf(action: LinkageAction): ActionForm {
  switch (action.type) {
    case 'command': {
      const { deviceId, method, params, expiresInMs } = action;
      return {
        ...EMPTY_ACTION,
        deviceId,
        method,
        inputs: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, inputOf(value)])),
        stored: params,
        waits: expiresInMs !== undefined,
        minutes: expiresInMs === undefined ? EMPTY_ACTION.minutes : String(expiresInMs / MINUTE_MS),
      };
    }
    case 'wait':
      return { ...EMPTY_ACTION, type: 'wait', minutes: String(action.ms / MINUTE_MS) };
    case 'weather':
      return { ...EMPTY_ACTION, type: 'weather', sceneId: action.sceneId, weather: action.kind ?? '' };
    default:
      return { ...EMPTY_ACTION, ...action };
  }
}

/** A stored linkage in the editor. */
export function formOf({ name, enabled, triggers, condition, once, actions }: Linkage): LinkageForm {
  return {
    name,
    enabled,
    triggers: triggers.map((trigger) => triggerFormOf(trigger)),
    condition: conditionFormOf(condition),
    once: onceFormOf(once),
    actions: actions.map((action) => actionFormOf(action)),
  };
}

export function triggerOf(form: TriggerForm): LinkageTrigger {
  const { type, deviceId, change, online, timeZone } = form;
  switch (type) {
    case 'alarm':
      return { type, deviceId, change };
    case 'online':
      return { type, deviceId, online };
    case 'cron':
      return { type, expression: form.isDaily ? expressionOf(form) : form.expression.trim(), timeZone };
    default:
      return { type };
  }
}

function onceOf({ per, minutes, timeZone }: OnceForm): LinkageOnce | null {
  if (per === '') return null;
  return per === 'minutes' ? { per, minutes: Math.round(Number(minutes)) } : { per, timeZone };
}

/** Parameters of a command: what its service declares, and what was stored beside that. */
function parametersOf(
  { inputs, stored }: ActionForm,
  service: ModelAttribute | undefined,
): Record<string, unknown> {
  if (!service) return { ...stored };
  const declared = service.parameters.flatMap(({ key, type, optional }): [string, unknown][] => {
    const input = inputs[key];
    if (type === 'BOOLEAN') return input === undefined && optional ? [] : [[key, input === true]];
    const text = typeof input === 'string' ? input.trim() : '';
    if (text === '' && (type === 'NUMERIC' || optional)) return [];
    return [[key, type === 'NUMERIC' ? Number(text) : text]];
  });
  const keys = new Set(service.parameters.map(({ key }) => key));
  const others = Object.entries(stored).filter(([key]) => !keys.has(key));
  return Object.fromEntries([...others, ...declared]);
}

function actionOf(form: ActionForm, catalogue: Catalogue): LinkageAction {
  const { type, deviceId, method, waits, minutes, content, sceneId, weather } = form;
  const title = form.title.trim();
  switch (type) {
    case 'command': {
      const params = parametersOf(form, catalogue.service(deviceId, method));
      const command = { type, deviceId, method, params };
      return waits ? { ...command, expiresInMs: Math.round(Number(minutes) * MINUTE_MS) } : command;
    }
    case 'notice':
      return { type, title, content };
    case 'linkage':
      return { type, linkageId: form.linkageId };
    case 'webhook':
      return { type, url: form.url.trim(), content };
    case 'wait':
      return { type, ms: Math.round(Number(minutes) * MINUTE_MS) };
    case 'weather':
      return weather === '' ? { type, sceneId } : { type, sceneId, kind: weather };
    default:
      return deviceId === '' ? { type, title, content } : { type, title, content, deviceId };
  }
}

/** The linkage of the editor as the calls take it. */
export function draftOf(form: LinkageForm, catalogue: Catalogue) {
  return {
    name: form.name.trim(),
    enabled: form.enabled,
    triggers: form.triggers.map((trigger) => triggerOf(trigger)),
    condition: conditionOf(form.condition),
    once: onceOf(form.once),
    actions: form.actions.map((action) => actionOf(action, catalogue)),
  } satisfies LinkageDraft;
}
