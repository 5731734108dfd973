import type { AlarmSettingDraft, Condition } from '@farm3d/api';
import type { WatchedKey } from './alarm-setting-values.ts';
import { t } from './zh-CN.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Written = Omit<AlarmSettingDraft, 'name' | 'condition'>;

interface AlarmTemplateRule extends Written {
  readonly id: 'dry' | 'frost' | 'heat' | 'cooler' | 'wind' | 'battery' | 'silent';
  /** Keys that it is about, the best first, and their unit; without: any reading of the device. */
  readonly of?: { readonly keys: readonly RegExp[]; readonly unit: string };
  readonly condition: (key: string) => Condition;
}

const AIR = { keys: [/^(?:air|indoor)Temperature$/i, /temperature/i], unit: '℃' } as const;

/** What farms watch most; thresholds are a beginning, which the trial on the past helps to adjust. */
const RULES: readonly AlarmTemplateRule[] = [
  {
    id: 'dry',
    of: { keys: [/^soilMoisture20$/, /soilMoisture/i], unit: '%' },
    condition: (key) => ({ key, op: '<', value: 12, hysteresis: 2 }),
    severity: 'MAJOR',
    durationMs: 30 * MINUTE_MS,
  },
  {
    id: 'frost',
    of: AIR,
    condition: (key) => ({ key, op: '<', value: 2, hysteresis: 1 }),
    severity: 'CRITICAL',
    reminderMs: 30 * MINUTE_MS,
  },
  {
    id: 'heat',
    of: AIR,
    condition: (key) => ({ key, op: '>', value: 35, hysteresis: 2 }),
    severity: 'MAJOR',
    durationMs: 10 * MINUTE_MS,
  },
  {
    id: 'cooler',
    of: AIR,
    condition: (key) => ({ key, op: '<', value: -8, than: { agoMs: DAY_MS } }),
    severity: 'MINOR',
    durationMs: 10 * MINUTE_MS,
  },
  {
    id: 'wind',
    of: { keys: [/^windSpeed$/i], unit: 'm/s' },
    condition: (key) => ({ key, op: '>', value: 14, hysteresis: 3 }),
    severity: 'MAJOR',
  },
  {
    id: 'battery',
    of: { keys: [/^batteryVoltage$/i], unit: 'V' },
    condition: (key) => ({ key, op: '<', value: 3.4, hysteresis: 0.1 }),
    severity: 'WARNING',
    repeat: 3,
    workOrder: true,
  },
  {
    id: 'silent',
    condition: () => ({ silentForMs: 120 * MINUTE_MS }),
    severity: 'MINOR',
  },
];

/** A usual alarm setting that fits what a device measures. */
export interface AlarmTemplate {
  readonly id: AlarmTemplateRule['id'];
  readonly setting: AlarmSettingDraft;
}

/** The key that a template is about: the best of those that are measured in its unit. */
function keyOf({ of }: AlarmTemplateRule, watched: readonly WatchedKey[]): string | undefined {
  const usable = watched.filter(({ type, unit }) => type === 'NUMERIC' && unit === of?.unit);
  for (const wanted of of?.keys ?? []) {
    const found = usable.find(({ key }) => wanted.test(key));
    if (found) return found.key;
  }
  return undefined;
}

/** The templates that fit these keys, in the present language. */
export function alarmTemplates(watched: readonly WatchedKey[]): readonly AlarmTemplate[] {
  return RULES.flatMap((rule): AlarmTemplate[] => {
    const key = keyOf(rule, watched);
    if (rule.of && key === undefined) return [];
    const { id, of: _of, condition, ...written } = rule;
    return [{ id, setting: { name: t(`rule.template.${id}`), ...written, condition: condition(key ?? '') } }];
  });
}
