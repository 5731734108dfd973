import * as v from 'valibot';
import { call } from './call.ts';
import { integer, timeZone } from './inputs.ts';
import { described } from './parameters.ts';

/** Most days of one answer: a quarter of a year. */
const MAX_STATISTICS_DAYS = 92;

/** A part of the devices, by day; the lists have one number for each day. */
const part = v.object({
  /**
   * Product type code, id of the group, or code of the area; '' for all devices, and for those in no group or outside all
   * areas.
   */
  id: v.string(),
  /** Of the present devices, those that existed, or were in the group, at the end of the day. */
  devices: v.array(v.number()),
  /** Of these, those that sent a message measured on that day. The others were silent. */
  reporting: v.array(v.number()),
  /** Messages of the present devices, by the day on which they were measured. */
  messages: v.array(v.number()),
});

/**
 * Devices and their messages by local day. Removed devices are in no number, and whether a device was online is not stored:
 * it is known whether it reported.
 */
const deviceStatistics = v.object({
  /** Local days, yyyy-MM-dd, the oldest first; the last one is today. */
  days: v.array(v.string()),
  /** Parts without devices are left out. */
  parts: v.array(part),
});

export type DeviceStatistics = v.InferOutput<typeof deviceStatistics>;
export type DeviceStatisticsPart = v.InferOutput<typeof part>;

export const statistics = {
  /**
   * Numbers of devices and messages by day, of all or by type, group (with the groups inside it) or area of the region map.
   * An hour divided by midnight belongs to the day in which it begins.
   */
  devices: call({
    method: 'GET',
    path: '/api/statistics/devices',
    origin: 'own',
    summary: { zh: '按日统计的设备数与消息量', en: 'Numbers of devices and messages by day' },
    query: v.object({
      by: described(v.optional(v.picklist(['all', 'type', 'group', 'area']), 'all'), {
        zh: '分组方式：all 全部，type 设备类型，group 设备分组，area 区域地图的区域',
        en: 'Parts: all devices, or by type, group or area of the region map',
      }),
      days: described(v.optional(integer(1, MAX_STATISTICS_DAYS), 30), {
        zh: `天数，含今天，1 至 ${MAX_STATISTICS_DAYS}`,
        en: `Days with today, 1 to ${MAX_STATISTICS_DAYS}`,
      }),
      timeZone: v.optional(timeZone, 'Asia/Shanghai'),
    }),
    answer: deviceStatistics,
  }),
};
