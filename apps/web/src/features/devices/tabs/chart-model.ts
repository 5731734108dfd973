import { createModel, effect, signal, untracked } from '@preact/signals-react';
import type { AlarmSetting, ChartPoint } from '@farm3d/api';
import { loadable } from '../../../platform/loadable.ts';
import { api } from '../../../platform/services.ts';
import { deviceApi } from '../device-api.ts';
import { gridValues } from './grid-values.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
export const CHART_RANGES = { day: 24 * HOUR, week: WEEK, month: 30 * 24 * HOUR } as const;
export type ChartRange = keyof typeof CHART_RANGES;
const POINTS = 300;
/** Shown before and after an instant that the address names. */
const AROUND_MS = 6 * HOUR;

/** Values of the selected keys on one grid of times. */
export interface ChartData {
  /** Epoch milliseconds. */
  readonly times: readonly number[];
  readonly now: Readonly<Record<string, readonly (number | null)[]>>;
  /** A week earlier, at the same places; null: not compared. */
  readonly before: Readonly<Record<string, readonly (number | null)[]>> | null;
}

/**
 * Chart of any keys of a device over a range that can be zoomed.
 * `at`: instant to show, epoch milliseconds; null: the last day.
 */
export const DeviceChartModel = createModel(
  (deviceId: string, firstKey: string | undefined, at: number | null) => {
    const keys = signal<readonly string[]>(firstKey === undefined ? [] : [firstKey]);
    const range = signal<ChartRange>('day');
    /** Epoch milliseconds; null: `range` up to now. */
    const zoom = signal<readonly [from: number, to: number] | null>(
      at === null ? null : [at - AROUND_MS, Math.min(at + AROUND_MS, Date.now())],
    );
    const isCompared = signal(false);
    const span = (): readonly [from: number, to: number] => {
      const now = Date.now();
      return zoom.peek() ?? [now - CHART_RANGES[range.peek()], now];
    };
    const fetchSeries = (
      from: number,
      to: number,
      signal: AbortSignal,
    ): Promise<Record<string, ChartPoint[]>> =>
      api.telemetry.chart(
        deviceId,
        { keys: keys.peek(), startTs: Math.round(from), endTs: Math.round(to), points: POINTS },
        { signal },
      );
    const data = loadable<ChartData>(async (abort) => {
      const [from, to] = span();
      const [now, before] = await Promise.all([
        fetchSeries(from, to, abort),
        isCompared.peek() ? fetchSeries(from - WEEK, to - WEEK, abort) : null,
      ]);
      const grid = { from, to, points: POINTS };
      return {
        times: Array.from({ length: POINTS }, (_, at) => from + ((to - from) * at) / POINTS),
        now: gridValues(now, keys.peek(), grid),
        before: before && gridValues(before, keys.peek(), { ...grid, from: from - WEEK, to: to - WEEK }),
      };
    });
    /** Alarm settings of the selected keys that are used. */
    const settings = loadable<readonly AlarmSetting[]>(async (abort) => {
      const lists = await Promise.all(
        keys.peek().map((key) => deviceApi.alarmSettings.ofAttribute(deviceId, key, { signal: abort })),
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
    return {
      keys,
      /** The instant of the address, epoch milliseconds; null: none. */
      instant: signal(at),
      range,
      zoom,
      isCompared,
      data,
      settings,
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
      /** The readings of the shown range as CSV. */
      exportFile: (): Promise<Blob> => {
        const [from, to] = span();
        return api.telemetry.export(deviceId, {
          keys: keys.peek(),
          startTs: Math.round(from),
          endTs: Math.round(to),
        });
      },
    };
  },
);
