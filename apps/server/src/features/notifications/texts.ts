import type { NotificationKind } from '@farm3d/api';

export type Language = 'zh-CN' | 'en';
/** 'test': the test of a channel. */
export type TextKind = NotificationKind | 'test';
interface Text {
  readonly subject: string;
  readonly content: string;
}

const ALARM = ['alarm', 'device', 'severity', 'value', 'time'] as const;
const ORDER = ['order', 'content', 'deadline', 'time'] as const;

/** Variables of each kind; a template has no others. */
export const VARIABLES: Readonly<Record<TextKind, readonly string[]>> = {
  alarmRaised: ALARM,
  alarmEscalated: ALARM,
  alarmCleared: ALARM,
  alarmUnattended: ALARM,
  workOrderAssigned: ORDER,
  workOrderDue: ORDER,
  digest: ['count', 'content', 'time'],
  test: ['time'],
};

const ALARM_ZH = '设备：{{device}}\n级别：{{severity}}\n数值：{{value}}\n时间：{{time}}';
const ALARM_EN = 'Device: {{device}}\nSeverity: {{severity}}\nValue: {{value}}\nTime: {{time}}';
const ORDER_ZH = '{{content}}\n截止时间：{{deadline}}';
const ORDER_EN = '{{content}}\nDue: {{deadline}}';

/** Texts of the platform. */
const DEFAULTS: Readonly<Record<Language, Readonly<Record<TextKind, Text>>>> = {
  'zh-CN': {
    alarmRaised: { subject: '告警：{{alarm}}（{{device}}）', content: ALARM_ZH },
    alarmEscalated: { subject: '告警升级：{{alarm}}（{{device}}）', content: ALARM_ZH },
    alarmCleared: { subject: '告警恢复：{{alarm}}（{{device}}）', content: ALARM_ZH },
    alarmUnattended: { subject: '告警无人确认：{{alarm}}（{{device}}）', content: ALARM_ZH },
    workOrderAssigned: { subject: '工单已指派给您：{{order}}', content: ORDER_ZH },
    workOrderDue: { subject: '工单即将到期：{{order}}', content: ORDER_ZH },
    digest: { subject: '告警摘要：{{count}} 条', content: '{{content}}' },
    test: { subject: '测试通知', content: '通知渠道可以使用。\n时间：{{time}}' },
  },
  en: {
    alarmRaised: { subject: 'Alarm: {{alarm}} ({{device}})', content: ALARM_EN },
    alarmEscalated: { subject: 'Alarm escalated: {{alarm}} ({{device}})', content: ALARM_EN },
    alarmCleared: { subject: 'Alarm cleared: {{alarm}} ({{device}})', content: ALARM_EN },
    alarmUnattended: { subject: 'Alarm without an answer: {{alarm}} ({{device}})', content: ALARM_EN },
    workOrderAssigned: { subject: 'Work order assigned to you: {{order}}', content: ORDER_EN },
    workOrderDue: { subject: 'Work order due soon: {{order}}', content: ORDER_EN },
    digest: { subject: 'Digest: {{count}} alarms', content: '{{content}}' },
    test: { subject: 'Test notification', content: 'The channel works.\nTime: {{time}}' },
  },
};

const SEVERITIES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  'zh-CN': { CRITICAL: '紧急', MAJOR: '重要', MINOR: '次要', WARNING: '警告' },
  en: { CRITICAL: 'critical', MAJOR: 'major', MINOR: 'minor', WARNING: 'warning' },
};
const NONE: Readonly<Record<Language, string>> = { 'zh-CN': '无', en: 'none' };

/** Raw variables, as the event has them. */
export interface RawVariables {
  readonly alarm?: string;
  readonly device?: string;
  /** Attribute of the alarm's setting. */
  readonly identify?: string | null;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly order?: string;
  readonly content?: string;
  readonly deadline?: string | null;
  /** Of a digest: how many there are, and the newest of them. */
  readonly count?: number;
  readonly lines?: readonly string[];
}

export interface RenderedNotification {
  readonly kind: TextKind;
  readonly severity: string | null;
  readonly variables: RawVariables;
  /** Epoch ms. */
  readonly at: number;
}

/** The platform's text of a kind. */
export const defaultText = (kind: TextKind, language: Language): Text => DEFAULTS[language][kind];

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** Names in a template that are no variables of its kind. */
export function unknownVariables(kind: TextKind, template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)]
    .map(([, name]) => name ?? '')
    .filter((name) => !VARIABLES[kind].includes(name));
}

/** The value of the alarm's attribute, else all values of its condition, named when there are several. */
function valueText({ identify, values = {} }: RawVariables): string {
  if (identify && identify in values) return String(values[identify]);
  const named = Object.entries(values);
  return named
    .map(([key, value]) => (named.length === 1 ? String(value) : `${key} ${String(value)}`))
    .join(', ');
}

/** A template with its variables replaced once: a value that looks like a variable stays as it is. */
export function render(
  text: Text,
  { severity, variables, at }: RenderedNotification,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): Text {
  const instant = (time: number): string =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(time);
  const { alarm = '', device = '', order = '', deadline, lines, count } = variables;
  const content = lines?.join('\n') ?? variables.content ?? '';
  const values: Readonly<Record<string, string>> = {
    alarm,
    device,
    order,
    content,
    count: String(count ?? ''),
    severity: SEVERITIES[language][severity ?? ''] ?? '',
    value: valueText(variables) || NONE[language],
    time: instant(at),
    deadline: deadline ? instant(Date.parse(deadline)) : NONE[language],
  };
  const filled = (template: string): string =>
    template.replaceAll(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder);
  return { subject: filled(text.subject), content: filled(text.content).trim() };
}
