import type { Linkage, LinkageAction, LinkageOnce, LinkageTrigger, TelemetryValue } from '@farm3d/api';
import { conditionText } from '../../components/rules/condition-text.ts';
import { listText, locale } from '../../platform/locale.ts';
import { readingText } from '../../platform/readings.ts';
import { labelOf, type Catalogue } from './catalogue.ts';
import type { Conflict } from './conflicts.ts';
import { dailyOf, WEEK } from './linkage-form.ts';
import { t } from './zh-CN.ts';

const MINUTE_MS = 60_000;

/** Days of the week, 1 = Monday … 7 = Sunday, by their short names. */
export function dayText(day: number): string {
  // 1 January 2024 is a Monday.
  const format = new Intl.DateTimeFormat(locale.value, { weekday: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(2024, 0, day));
}

const daysText = (days: readonly number[]): string =>
  days.length === WEEK.length ? t('linkages.everyDay') : listText(days.map((day) => dayText(day)));

/** The condition of a linkage, each part with its device. */
export function ifText(condition: NonNullable<Linkage['condition']>, catalogue: Catalogue): string {
  const nameKey = (key: string, deviceId: string | null) => {
    const value = catalogue.values(deviceId ?? '').find((one) => one.key === key);
    return { name: catalogue.valueName(deviceId ?? '', key), unit: value?.unit ?? '' };
  };
  return conditionText(condition, nameKey, catalogue.deviceName);
}

/** When a trigger sets a linkage off; of telemetry alone the condition says it. */
function triggerText(trigger: LinkageTrigger, catalogue: Catalogue): string {
  switch (trigger.type) {
    case 'telemetry':
      return t('linkages.when.begins');
    case 'alarm':
      return t(`linkages.when.alarm.${trigger.change}`, { device: catalogue.deviceName(trigger.deviceId) });
    case 'online':
      return t(trigger.online ? 'linkages.when.online' : 'linkages.when.offline', {
        device: catalogue.deviceName(trigger.deviceId),
      });
    case 'cron': {
      const daily = dailyOf(trigger.expression);
      return daily
        ? t('linkages.when.daily', { days: daysText(daily.days), time: daily.time })
        : t('linkages.when.cron', { expression: trigger.expression || t('linkages.blank') });
    }
    default:
      return t('linkages.when.manual');
  }
}

/** When a linkage runs: by any of its triggers. */
function whenText(
  triggers: readonly LinkageTrigger[],
  condition: string | null,
  catalogue: Catalogue,
): string {
  const [first, ...rest] = triggers;
  if (first?.type === 'telemetry' && rest.length === 0)
    return t('linkages.when.telemetry', { condition: condition ?? t('linkages.blank') });
  return triggers
    .map((trigger) => triggerText(trigger, catalogue))
    .map((text, at) => (at === 0 ? text : text.replace(/^(?:When|By) /, (word) => word.toLowerCase())))
    .join(t('linkages.or'));
}

/** How often a linkage runs at most. */
const onceText = (once: LinkageOnce): string =>
  once.per === 'minutes'
    ? t('linkages.once.atMost.minutes', { n: once.minutes })
    : t(`linkages.once.atMost.${once.per}`);

function commandText(action: Extract<LinkageAction, { type: 'command' }>, catalogue: Catalogue): string {
  const { deviceId, method, params, expiresInMs } = action;
  const service = catalogue.service(deviceId, method);
  const parts = Object.entries(params).map(([key, value]) => {
    const parameter = service?.parameters.find((one) => one.key === key);
    const name = labelOf(`${method}.${key}`, parameter?.name || key, parameter?.labelEn ?? '');
    return `${name} ${readingText(value as TelemetryValue)} ${parameter?.unit ?? ''}`.trim();
  });
  const text = t(parts.length > 0 ? 'linkages.then.command' : 'linkages.then.command.bare', {
    device: catalogue.deviceName(deviceId),
    service: service
      ? labelOf(method, service.name, service.nameEn)
      : method === ''
        ? t('linkages.blank')
        : method,
    parameters: listText(parts),
  });
  return expiresInMs === undefined
    ? text
    : `${text}${t('linkages.then.waits', { minutes: readingText(expiresInMs / MINUTE_MS) })}`;
}

/** What one action does. */
function actionText(action: LinkageAction, catalogue: Catalogue): string {
  switch (action.type) {
    case 'command':
      return commandText(action, catalogue);
    case 'linkage':
      return t('linkages.then.linkage', { name: catalogue.linkageName(action.linkageId) });
    case 'webhook': {
      const host = URL.canParse(action.url) ? new URL(action.url).host : t('linkages.blank');
      return t('linkages.then.webhook', { host });
    }
    case 'wait':
      return t('linkages.then.wait', { minutes: readingText(action.ms / MINUTE_MS) });
    case 'notice':
      return t('linkages.then.notice', { title: action.title || t('linkages.blank') });
    case 'weather': {
      const scene = catalogue.sceneName(action.sceneId);
      return action.kind
        ? t('linkages.then.weather', { scene, weather: t(`linkages.weather.${action.kind}`) })
        : t('linkages.then.weather.end', { scene });
    }
    default:
      return t('linkages.then.workOrder', { title: action.title || t('linkages.blank') });
  }
}

/** A linkage as one sentence: 'When …, if …, then …'. */
export function sentenceOf(
  { triggers, condition, once, actions }: Pick<Linkage, 'triggers' | 'condition' | 'once' | 'actions'>,
  catalogue: Catalogue,
): string {
  const held = condition && ifText(condition, catalogue);
  const when = whenText(triggers, held, catalogue);
  const does =
    actions.map((action) => actionText(action, catalogue)).join(t('linkages.then')) || t('linkages.blank');
  const sentence =
    held !== null && triggers.some(({ type }) => type !== 'telemetry')
      ? t('linkages.sentence.if', { when, condition: held, actions: does })
      : t('linkages.sentence', { when, actions: does });
  return once ? t('linkages.sentence.once', { sentence, once: onceText(once) }) : sentence;
}

/** A conflict in a sentence. */
export function conflictText(conflict: Conflict, catalogue: Catalogue): string {
  const { otherName, deviceId, method, otherMethod } = conflict;
  const labelOfService = (of: string): string => {
    const service = catalogue.service(deviceId, of);
    return service ? labelOf(of, service.name, service.nameEn) : of;
  };
  return t(method === otherMethod ? 'linkages.conflict' : 'linkages.conflict.opposite', {
    name: otherName,
    device: catalogue.deviceName(deviceId),
    service: labelOfService(method),
    other: labelOfService(otherMethod),
  });
}
