import type { AlarmTrialOfDevices, AlarmTrialSetting } from '@farm3d/api';
import type { Pool } from 'pg';
import type { TrialObserver } from '../../platform/rules/trial-jobs.ts';
import { messagePages } from '../../platform/telemetry/message-pages.ts';
import type { TrialDevice } from './setting-repository.ts';
import { AlarmTrial, type TrialInterval } from './trial.ts';

/** Devices whose messages are read at the same time: the database reads some while others are evaluated. */
const AT_ONCE = 3;
/** Devices of a result, and alarms of each. */
const ITEMS_MAX = 200;
const INTERVALS_MAX = 100;

/** Instants of the past, epoch ms. */
export interface TrialSpan {
  readonly startTs: number;
  readonly endTs: number;
}

/** What a setting would have raised on one device. */
export interface DeviceTrial {
  /** Messages that it was tried on. */
  readonly messages: number;
  readonly intervals: readonly TrialInterval[];
  /** Sum of the intervals, milliseconds. */
  readonly activeMs: number;
}

/** Tries a setting on the messages of a device, by its short key. */
export async function tryOnDevice(
  pool: Pool,
  device: number,
  setting: AlarmTrialSetting,
  { startTs, endTs }: TrialSpan,
  observe: TrialObserver,
): Promise<DeviceTrial> {
  const trial = new AlarmTrial(setting, startTs);
  const { keys, everyMessage, fromTs, pageRows } = trial;
  const range = { keys, startTs: fromTs, endTs, everyMessage, pageRows };
  for await (const { page, until } of messagePages(pool, device, range)) {
    trial.add(page);
    await observe(trial.messages, (until - fromTs) / (endTs - fromTs));
  }
  const intervals = trial.end(endTs);
  const activeMs = intervals.reduce((sum, { from, to }) => sum + (to ?? endTs) - from, 0);
  return { messages: trial.messages, intervals, activeMs };
}

/** Tries a setting on several devices, some at the same time. */
export async function tryOnDevices(
  pool: Pool,
  devices: readonly TrialDevice[],
  setting: AlarmTrialSetting,
  span: TrialSpan,
  observe: TrialObserver,
): Promise<AlarmTrialOfDevices> {
  const items: AlarmTrialOfDevices['items'] = [];
  const totals = { messages: 0, alarms: 0, activeMs: 0 };
  /** Messages and shares of the devices in work. */
  const inWork = new Map<number, { readonly messages: number; readonly share: number }>();
  let done = 0;
  const observeDevice = (key: number) => (messages: number, share: number) => {
    inWork.set(key, { messages, share });
    const open = [...inWork.values()];
    return observe(
      open.reduce((sum, one) => sum + one.messages, totals.messages),
      open.reduce((sum, one) => sum + one.share, done) / devices.length,
    );
  };
  const left = devices.values();
  const work = async (): Promise<void> => {
    for (const { key, deviceId, deviceName } of left) {
      const result = await tryOnDevice(pool, key, setting, span, observeDevice(key));
      const { messages, intervals, activeMs } = result;
      inWork.delete(key);
      done += 1;
      const alarms = intervals.length;
      totals.messages += messages;
      totals.alarms += alarms;
      totals.activeMs += activeMs;
      const last = intervals.slice(-INTERVALS_MAX);
      if (alarms > 0) items.push({ deviceId, deviceName, messages, alarms, activeMs, intervals: last });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  items.sort((one, other) => other.activeMs - one.activeMs || one.deviceName.localeCompare(other.deviceName));
  return { ...span, devices: devices.length, ...totals, items: items.slice(0, ITEMS_MAX) };
}
