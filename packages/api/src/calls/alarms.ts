import * as v from 'valibot';
import { alarmSchema, type AlarmSeverity } from '../wire/alarm.ts';
import { encodeFlag } from '../wire/codes.ts';
import { call, growingListOf } from './call.ts';
import { integer, optionalQueryText, cursorEntries } from './inputs.ts';

const instant = v.optional(integer(0, 8_640_000_000_000_000));
/** Longest time that an alarm can be shelved: 30 days. */
const MAX_SHELVE_MINUTES = 43_200;

const query = v.object({
  ...cursorEntries,
  deviceId: optionalQueryText,
  status: v.optional(v.picklist(['', 'ACTIVE', 'CLEARED'])),
  acknowledged: v.optional(v.picklist(['', '0', '1'])),
  severity: v.optional(v.picklist(['', 'CRITICAL', 'MAJOR', 'MINOR', 'WARNING'])),
  /** Raised at or after, epoch milliseconds. */
  startTs: instant,
  /** Raised before, epoch milliseconds. */
  endTs: instant,
  /** '1': shelved at present; '0': not. */
  shelved: v.optional(v.picklist(['', '0', '1'])),
  /** Part of the name of the alarm or of its device. */
  text: optionalQueryText,
  /** Of the devices of a scene, with those of its child scenes. */
  sceneId: optionalQueryText,
  /** Of the devices of a group, with those of the groups below it. */
  groupId: optionalQueryText,
  /** Of the devices in an area of the map `mapCode`. */
  areaCode: optionalQueryText,
  /** Code of the area whose map `areaCode` names; default: the map of the whole. */
  mapCode: optionalQueryText,
});

type Coded = 'status' | 'acknowledged' | 'severity' | 'shelved';
export type AlarmQuery = Omit<v.InferInput<typeof query>, Coded> & {
  active?: boolean;
  acknowledged?: boolean;
  severity?: AlarmSeverity;
  /** Whether it is shelved at present. */
  shelved?: boolean;
};

const flag = (value: boolean | undefined) => (value === undefined ? undefined : encodeFlag(value));
const encode = ({ active, acknowledged, shelved, ...same }: AlarmQuery = {}) => ({
  ...same,
  status: active === undefined ? undefined : active ? 'ACTIVE' : 'CLEARED',
  acknowledged: flag(acknowledged),
  shelved: flag(shelved),
});

export const alarms = {
  query: call({
    method: 'GET',
    path: '/api/alarm/device/query',
    reach: 'own',
    summary: { zh: '本组织的告警，新的在前', en: 'Lists alarms of the organisation, the newest first' },
    query,
    answer: growingListOf(alarmSchema),
    send: (filter?: AlarmQuery) => ({ query: encode(filter) }),
  }),
  ofDevice: call({
    method: 'GET',
    path: '/api/alarm/device/{id}',
    reach: 'device',
    summary: { zh: '一台设备的告警，新的在前', en: 'Lists alarms of a device, the newest first' },
    query,
    answer: growingListOf(alarmSchema),
    send: (id: string, filter?: Omit<AlarmQuery, 'deviceId'>) => ({ path: { id }, query: encode(filter) }),
  }),
  /** Acknowledges an alarm. A second time has no effect. */
  acknowledge: call({
    method: 'POST',
    path: '/api/alarm/{id}/acknowledge',
    reach: 'own',
    right: 'alarms',
    audit: 'act',
    origin: 'own',
    summary: { zh: '确认告警', en: 'Acknowledges an alarm' },
    answer: alarmSchema,
  }),
  /**
   * Ends an alarm manually. While its condition still holds, the next reading raises a new one.
   * @throws {ApiError} 409 when it has ended already
   */
  clear: call({
    method: 'POST',
    path: '/api/alarm/{id}/clear',
    reach: 'own',
    right: 'alarms',
    audit: 'act',
    origin: 'own',
    summary: { zh: '手动结束告警', en: 'Ends an alarm by hand' },
    answer: alarmSchema,
  }),
  /**
   * Shelves an alarm for some minutes, 0 … 43,200; 0 unshelves it.
   * @throws {ApiError} 409 when it has ended
   */
  shelve: call({
    method: 'POST',
    path: '/api/alarm/{id}/shelve',
    reach: 'own',
    right: 'alarms',
    audit: 'act',
    origin: 'own',
    summary: { zh: '搁置告警若干分钟', en: 'Puts an alarm aside for some minutes' },
    body: v.object({ minutes: integer(0, MAX_SHELVE_MINUTES) }),
    answer: alarmSchema,
    send: (id: string, minutes: number) => ({ path: { id }, body: { minutes } }),
  }),
};
