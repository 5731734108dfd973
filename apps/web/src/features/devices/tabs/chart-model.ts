import { createModel, effect, signal, untracked } from '@preact/signals-react';
import { alarmSettings, type AlarmSetting, type ChartPoint, type SimpleDevice } from '@farm3d/api';
import { createAttempts } from '../../../kit/actions.ts';
import { loadable } from '../../../platform/loadable.ts';
import { saveFile } from '../../../platform/save-file.ts';
import type { Services } from '../../../platform/services.ts';
import { gridValues, type ChartData } from './chart-lines.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
export const CHART_RANGES = {
  day: 24 * HOUR,
  week: WEEK,
  month: 30 * 24 * HOUR,
  year: 365 * 24 * HOUR,
} as const;
export type ChartRange = keyof typeof CHART_RANGES;
const POINTS = 300;
/** Shown before and after an instant that the address names. */
const AROUND_MS = 6 * HOUR;

/** What a chart begins with. */
interface ChartStart {
  readonly key: string | undefined;
  /** Instant to show, epoch milliseconds; null: the last day. */
  readonly at: number | null;
  /** Device to compare with; null: none. */
  readonly otherId: string | null;
}

/** Chart of any keys of a device over a range that can be zoomed, beside last week and another device. */
export const DeviceChartModel = createModel(
  (services: Services, deviceId: string, { key: firstKey, at, otherId: firstOther }: ChartStart) => {
    const { api } = services;
    const calls = services.clientOf({ alarmSettings }).alarmSettings;
    const keys = signal<readonly string[]>(firstKey === undefined ? [] : [firstKey]);
    const otherId = signal(firstOther);
    const range = signal<ChartRange>('day');
    /** Epoch milliseconds; null: `range` up to now. */
    const zoom = signal<readonly [from: number, to: number] | null>(
      at === null ? null : [at - AROUND_MS, Math.min(at + AROUND_MS, Date.now())],
    );
    const isCompared = signal(false);
    const { attempt } = createAttempts();
    const span = (): readonly [from: number, to: number] => {
      const now = Date.now();
      return zoom.peek() ?? [now - CHART_RANGES[range.peek()], now];
    };
    const fetchSeries = (
      of: string,
      [from, to]: readonly [from: number, to: number],
      signal: AbortSignal,
    ): Promise<Record<string, ChartPoint[]>> =>
      api.telemetry.chart(
        of,
        { keys: keys.peek(), startTs: Math.round(from), endTs: Math.round(to), points: POINTS },
        { signal },
      );
    const data = loadable<ChartData>(async (abort) => {
      const [from, to] = span();
      const compared = otherId.peek();
      const [now, before, other] = await Promise.all([
        fetchSeries(deviceId, [from, to], abort),
        isCompared.peek() ? fetchSeries(deviceId, [from - WEEK, to - WEEK], abort) : null,
        compared === null ? null : fetchSeries(compared, [from, to], abort),
      ]);
      const grid = { from, to, points: POINTS };
      return {
        times: Array.from({ length: POINTS }, (_, at) => from + ((to - from) * at) / POINTS),
        now: gridValues(now, keys.peek(), grid),
        before: before && gridValues(before, keys.peek(), { ...grid, from: from - WEEK, to: to - WEEK }),
        other: other && gridValues(other, keys.peek(), grid),
      };
    });
    /** Devices to compare with, those of the same product model first; asked for when somebody wants one. */
    const others = loadable<readonly SimpleDevice[]>(async (abort) => {
      const { items } = await api.devices.simple({ signal: abort });
      const model = items.find(({ id }) => id === deviceId)?.productModelCode;
      const rank = ({ productModelCode }: SimpleDevice): number => (productModelCode === model ? 0 : 1);
      return items.filter(({ id }) => id !== deviceId).toSorted((a, b) => rank(a) - rank(b));
    });
    /** Alarm settings of the selected keys that are used. */
    const settings = loadable<readonly AlarmSetting[]>(async (abort) => {
      const lists = await Promise.all(
        keys.peek().map((key) => calls.ofAttribute(deviceId, key, { signal: abort })),
      );
      return lists.flatMap(({ items }) => items.filter(({ enabled }) => enabled));
    });
    const reload = (): void => {
      if (keys.peek().length > 0) void data.load();
    };
    effect(() => {
      if (keys.value.length > 0) untracked(() => void settings.load());
      else settings.set([]);
    });
    reload();
    return {
      keys,
      /** The instant of the address, epoch milliseconds; null: none. */
      instant: signal(at),
      range,
      zoom,
      isCompared,
      data,
      settings,
      others,
      otherId,
      reload,
      toggleKey: (key: string): void => {
        keys.value = keys.peek().includes(key)
          ? keys.peek().filter((one) => one !== key)
          : [...keys.peek(), key];
        reload();
      },
      setRange: (next: ChartRange): void => {
        range.value = next;
        zoom.value = null;
        reload();
      },
      setZoom: (next: readonly [from: number, to: number] | null): void => {
        zoom.value = next;
        reload();
      },
      compare: (next: boolean): void => {
        isCompared.value = next;
        reload();
      },
      /** Null: no device any more. */
      compareWith: (next: string | null): void => {
        otherId.value = next;
        reload();
      },
      /** Saves the readings of the shown range as CSV. @param name of the file */
      exportFile: (name: string) =>
        attempt(async () => {
          const [from, to] = span();
          const shown = { keys: keys.peek(), startTs: Math.round(from), endTs: Math.round(to) };
          saveFile(await api.telemetry.export(deviceId, shown), name);
          return null;
        }),
    };
  },
);

export type DeviceChartScreen = InstanceType<typeof DeviceChartModel>;
