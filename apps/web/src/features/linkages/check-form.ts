import type { AttributeParameter } from '@farm3d/api';
import { isWebAddress } from '@farm3d/api/validation';
import type { FieldErrors } from '../../kit/editor-model.ts';
import { labelOf, type Catalogue } from './catalogue.ts';
import { isOrder, numberOf, type ConditionForm, type PartForm } from './condition-form.ts';
import {
  isTime,
  triggerOf,
  type ActionForm,
  type LinkageForm,
  type OnceForm,
  type TriggerForm,
} from './linkage-form.ts';
import { t } from './zh-CN.ts';

/** Limits of the calls. */
const NAME_MAX = 64;
const TITLE_MAX = 128;
const CONTENT_MAX = 2000;
const ADDRESS_MAX = 2048;
const ACTIONS_MAX = 20;
const PARTS_MAX = 100;
const EXPRESSION_MAX = 128;
/** 30 and 31 days. */
const WAIT_MAX_MINUTES = 43_200;
const SILENCE_MAX_MINUTES = 44_640;
/** A week. */
const PAUSE_MAX_MINUTES = 10_080;
const ONCE_MAX_MINUTES = 44_640;
/** A minute, and a week. */
const MIN_HOURS_AGO = 0.02;
const MAX_HOURS_AGO = 168;
const MAX_FORECAST_HOURS = 24;
/** A second. */
const MIN_MINUTES = 1 / 60;

const lengthOf = (text: string): number => Array.from(text).length;

/** Collects the errors of a part of the form; texts name the field. */
function collector(prefix: string, into: Record<string, string>) {
  const add = (member: string, text: string): void => {
    into[`${prefix}${member}`] ??= text;
  };
  return {
    add,
    choose: (member: string, value: string, field: string): void => {
      if (value === '') add(member, t('linkages.error.choose', { field }));
    },
    text: (member: string, value: string, field: string, max: number, isRequired = true): void => {
      if (isRequired && value.trim() === '') add(member, t('linkages.error.required', { field }));
      if (lengthOf(value.trim()) > max) add(member, t('linkages.error.tooLong', { field, n: max }));
    },
    number: (member: string, text: string, field: string, min: number, max: number): void => {
      const value = numberOf(text);
      if (!Number.isFinite(value)) add(member, t('linkages.error.number', { field }));
      else if (value < min || value > max) add(member, rangeText(field, min, max));
    },
  };
}

function rangeText(field: string, min: number, max: number): string {
  if (max === Infinity) return t('linkages.error.min', { field, min });
  if (min === -Infinity) return t('linkages.error.max', { field, max });
  return t('linkages.error.range', { field, min: min === MIN_MINUTES ? 0.02 : min, max });
}

function checkTrigger(trigger: TriggerForm, path: string, into: Record<string, string>): void {
  const check = collector(path, into);
  const { type, deviceId, isDaily, time, days, expression } = trigger;
  if (type === 'alarm' || type === 'online') check.choose('deviceId', deviceId, t('linkages.device'));
  if (type !== 'cron') return;
  if (!isDaily) return check.text('expression', expression, t('linkages.expression'), EXPRESSION_MAX);
  if (!isTime(time)) check.add('time', t('linkages.error.required', { field: t('linkages.time') }));
  if (days.length === 0) check.add('days', t('linkages.error.choose', { field: t('linkages.days') }));
}

function checkTriggers(triggers: readonly TriggerForm[], into: Record<string, string>): void {
  for (const [at, trigger] of triggers.entries()) checkTrigger(trigger, `triggers.${at}.`, into);
  const sent = triggers.map((trigger) => JSON.stringify(triggerOf(trigger)));
  for (const [at, text] of sent.entries())
    if (sent.indexOf(text) < at) into[`triggers.${at}.type`] = t('linkages.error.repeated');
}

function checkOnce({ per, minutes }: OnceForm, into: Record<string, string>): void {
  if (per === 'minutes')
    collector('once.', into).number('minutes', minutes, t('linkages.once.minutes'), 1, ONCE_MAX_MINUTES);
}

/** A comparison with another reading. */
function checkOther(part: PartForm, check: ReturnType<typeof collector>): void {
  const { than, value, hysteresis } = part;
  if (than === 'past')
    check.number('hours', part.hours, t('linkages.hoursAgo'), MIN_HOURS_AGO, MAX_HOURS_AGO);
  else if (than === 'forecast')
    check.number('hours', part.hours, t('linkages.hoursAgo'), 1, MAX_FORECAST_HOURS);
  else {
    check.choose('otherDeviceId', part.otherDeviceId, t('linkages.otherDevice'));
    check.choose('otherKey', part.otherKey, t('linkages.otherValue'));
  }
  if (value.trim() !== '') check.number('value', value, t('linkages.added'), -Infinity, Infinity);
  if (hysteresis.trim() !== '') check.number('hysteresis', hysteresis, t('linkages.hysteresis'), 0, Infinity);
}

function checkPart(part: PartForm, path: string, into: Record<string, string>): void {
  const check = collector(path, into);
  check.choose('deviceId', part.deviceId, t('linkages.device'));
  if (part.kind === 'silence')
    return check.number('minutes', part.minutes, t('linkages.silence'), MIN_MINUTES, SILENCE_MAX_MINUTES);
  check.choose('key', part.key, t('linkages.value'));
  if (part.type === 'NUMERIC' && isOrder(part.op) && part.than !== 'fixed') return checkOther(part, check);
  if (part.type === 'NUMERIC') check.number('value', part.value, t('linkages.bound'), -Infinity, Infinity);
  else check.choose('value', part.value, t('linkages.bound'));
  if (isOrder(part.op) && part.hysteresis.trim() !== '')
    check.number('hysteresis', part.hysteresis, t('linkages.hysteresis'), 0, Infinity);
}

function checkCondition(condition: ConditionForm, isRequired: boolean, into: Record<string, string>): void {
  if (condition.kind === 'kept') return;
  for (const [at, { parts }] of condition.groups.entries())
    for (const [index, part] of parts.entries()) checkPart(part, `condition.${at}.${index}.`, into);
  const count = condition.groups.reduce((sum, { parts }) => sum + parts.length, 0);
  if (isRequired && count === 0) into['condition'] = t('linkages.error.condition');
  if (count > PARTS_MAX) into['condition'] = t('linkages.error.parts', { n: PARTS_MAX });
}

function checkParameter(
  { key, name, labelEn = '', type, min, max, optional }: AttributeParameter,
  { method, inputs }: ActionForm,
  check: ReturnType<typeof collector>,
): void {
  const input = inputs[key];
  if (type !== 'NUMERIC' || (optional && (input === undefined || input === ''))) return;
  const field = labelOf(`${method}.${key}`, name || key, labelEn);
  check.number(
    `params.${key}`,
    typeof input === 'string' ? input : '',
    field,
    min ?? -Infinity,
    max ?? Infinity,
  );
}

function checkAction(
  action: ActionForm,
  path: string,
  catalogue: Catalogue,
  into: Record<string, string>,
): void {
  const check = collector(path, into);
  const { type, deviceId, method, waits, minutes, title, content, sceneId } = action;
  if (type === 'command') {
    check.choose('deviceId', deviceId, t('linkages.device'));
    check.choose('method', method, t('linkages.service'));
    for (const parameter of catalogue.service(deviceId, method)?.parameters ?? [])
      checkParameter(parameter, action, check);
    if (waits) check.number('minutes', minutes, t('linkages.wait'), MIN_MINUTES, WAIT_MAX_MINUTES);
  } else if (type === 'linkage') {
    check.choose('linkageId', action.linkageId, t('linkages.other'));
  } else if (type === 'webhook') {
    if (!isWebAddress(action.url.trim())) check.add('url', t('linkages.error.address'));
    check.text('url', action.url, t('linkages.address'), ADDRESS_MAX);
    check.text('content', content, t('linkages.content'), CONTENT_MAX, false);
  } else if (type === 'wait') {
    check.number('minutes', minutes, t('linkages.pause'), MIN_MINUTES, PAUSE_MAX_MINUTES);
  } else if (type === 'weather') {
    check.choose('sceneId', sceneId, t('linkages.scene'));
  } else {
    check.text('title', title, t('linkages.heading'), TITLE_MAX);
    check.text('content', content, t('linkages.content'), CONTENT_MAX, false);
  }
}

/** Everything for which the server would refuse the linkage, as far as the page can know. */
export function checkForm(form: LinkageForm, catalogue: Catalogue): FieldErrors {
  const errors: Record<string, string> = {};
  collector('', errors).text('name', form.name, t('linkages.name'), NAME_MAX);
  checkTriggers(form.triggers, errors);
  checkCondition(
    form.condition,
    form.triggers.some(({ type }) => type === 'telemetry'),
    errors,
  );
  checkOnce(form.once, errors);
  for (const [at, action] of form.actions.entries()) checkAction(action, `actions.${at}.`, catalogue, errors);
  if (form.actions.every(({ type }) => type === 'wait')) errors['actions'] = t('linkages.error.actions');
  if (form.actions.length > ACTIONS_MAX) errors['actions'] = t('linkages.error.tooMany', { n: ACTIONS_MAX });
  return errors;
}

/** Fields of the call that the form has under the same path. */
const SHOWN =
  /^(?:name|actions|triggers\.\d+\.(?:type|deviceId|timeZone)|once\.minutes|actions\.\d+\.(?:deviceId|method|params\..+|title|content|sceneId|linkageId|url))$/;

/** The shown field of an error of the server; null: no field of the form. */
export function fieldOf(field: string | undefined, form: LinkageForm): string | null {
  if (field === undefined) return null;
  if (field === 'condition' || field.startsWith('condition.')) return 'condition';
  const expression = /^triggers\.(\d+)\.expression$/.exec(field);
  if (expression)
    return form.triggers[Number(expression[1])]?.isDaily ? field.replace('expression', 'time') : field;
  if (/^actions\.\d+\.(?:expiresInMs|ms)$/.test(field)) return field.replace(/\w+$/, 'minutes');
  return SHOWN.test(field) ? field : null;
}
