import { computed, createModel, effect, signal } from '@preact/signals-react';
import {
  type Drought,
  type Irrigation,
  type PlotDetail,
  type PlotState,
  type Prediction,
  type Series,
  type ChartPoint,
  workOrders as orderCalls,
} from '@farm3d/api';
import { numberText, localText } from '../../components/agronomy/format.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { valveMinutes } from './plot-values.ts';
import { t } from './zh-CN.ts';

/** Refresh interval of the cards: field data change slowly. */
const REFRESH_MS = 5 * 60_000;
/** Forecast horizon, and measured history shown before it, hours. */
export const HORIZON_HOURS = 24;
const HISTORY_HOURS = 48;
const VALVE_SERVICE = 'switchValve';

/** Data and actions of the cards of one plot. */
export const PlotModel = createModel((services: Services, plot: PlotState) => {
  const { api } = services;
  const { workOrders } = services.clientOf({ workOrders: orderCalls });
  const { deviceId } = plot;
  const key = signal<string | null>(null);
  const rainTomorrow = signal(0);
  const actionInProgress = signal<'valve' | 'order' | null>(null);
  const doneHere = signal<'valve' | 'order' | null>(null);

  const detail = loadable<PlotDetail>((abort) => api.agronomy.plot(plot.id, { signal: abort }));
  const ofDevice = <T>(ask: (id: string, abort: AbortSignal) => Promise<T>) =>
    loadable<T | null>(async (abort) => (deviceId === null ? null : ask(deviceId, abort)));
  const drought = ofDevice<Drought>((id, signal) =>
    api.telemetry.drought(id, { plotId: plot.id }, { signal }),
  );
  const irrigation = ofDevice<Irrigation>((id, signal) =>
    api.telemetry.irrigation(
      id,
      {
        plotId: plot.id,
        ...(rainTomorrow.peek() > 0 ? { rainForecast: [0, rainTomorrow.peek()] } : {}),
      },
      { signal },
    ),
  );
  /** Devices whose readings can be forecast, the probe first. */
  const forecastDevices = computed(() => {
    const all = new Map<string, { id: string; name: string; keys: string[] }>();
    for (const source of detail.value.value?.sources ?? []) {
      const known = all.get(source.deviceId) ?? { id: source.deviceId, name: source.deviceName, keys: [] };
      known.keys.push(...source.keys.filter((one) => !known.keys.includes(one)));
      all.set(source.deviceId, known);
    }
    return [...all.values()];
  });
  const choice = computed(() => {
    const options = forecastDevices.value.flatMap(({ id, name, keys }) =>
      keys.map((one) => ({ id: `${id}/${one}`, deviceId: id, deviceName: name, key: one })),
    );
    const chosen = options.find(({ id }) => id === key.value) ?? options[0] ?? null;
    return { options, chosen };
  });
  const forecast = loadable<{ prediction: Prediction; measured: Series<ChartPoint> } | null>(
    async (abort) => {
      // The plot's detail names the readings.
      if (!detail.hasLoaded.peek()) await detail.load();
      if (!detail.hasLoaded.peek()) throw detail.error.peek();
      const { chosen } = choice.peek();
      if (!chosen) return null;
      const endTs = Date.now();
      const [prediction, measured] = await Promise.all([
        api.telemetry.warning(
          chosen.deviceId,
          { keys: [chosen.key], horizon: HORIZON_HOURS },
          { signal: abort },
        ),
        api.telemetry.chart(
          chosen.deviceId,
          {
            keys: [chosen.key],
            startTs: endTs - HISTORY_HOURS * 3_600_000,
            endTs,
            points: HISTORY_HOURS * 2,
          },
          { signal: abort },
        ),
      ]);
      return { prediction, measured };
    },
  );

  const refresh = async (): Promise<void> => {
    await Promise.all([detail.load(), drought.load(), irrigation.load()]);
    await forecast.load();
  };
  void refresh();
  effect(() => {
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  });

  const runAction = async (what: 'valve' | 'order', work: () => Promise<string>): Promise<void> => {
    if (actionInProgress.peek()) return;
    actionInProgress.value = what;
    try {
      showToast('success', await work());
      doneHere.value = what;
      const advice = irrigation.value.peek()?.advice;
      // Recorded, so that the same water is not advised again, here or to another user.
      await api.agronomy.recordIrrigation(plot.id, {
        kind: what,
        grossMm: advice?.grossMm ?? null,
        volumeM3: advice?.volumeM3 ?? null,
      });
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      actionInProgress.value = null;
    }
  };

  /** Action on today's advice, here or by another user. */
  const done = computed(() => doneHere.value ?? irrigation.value.value?.done[0]?.kind ?? null);
  /** Duration of irrigation by the valve, minutes; null: unknown. */
  const minutes = computed(() => valveMinutes(irrigation.value.value?.advice?.durationH ?? null));

  return {
    detail,
    drought,
    irrigation,
    forecast,
    choice,
    rainTomorrow,
    actionInProgress,
    done,
    minutes,
    refresh,
    choose: (id: string): void => {
      key.value = id;
      forecast.set(null);
      void forecast.load();
    },
    supposeRain: (mm: number): void => {
      rainTomorrow.value = mm;
      void irrigation.load();
    },
    openValve: (): Promise<void> =>
      runAction('valve', async () => {
        const valve = plot.valveId;
        const time = minutes.peek();
        if (valve === null || time === null) throw new Error(t('agronomy.noDevice'));
        const answer = await api.rpc.twoway(valve, {
          method: VALVE_SERVICE,
          params: { open: true, minutes: time },
        });
        if (answer.status !== 'success') throw new Error(answer.status);
        return t('agronomy.irrigation.opened', { minutes: time });
      }),
    makeWorkOrder: (): Promise<void> =>
      runAction('order', async () => {
        const answer = irrigation.value.peek();
        const advice = answer?.advice;
        if (!answer?.state || !advice) throw new Error(t('agronomy.irrigation.none'));
        const { reasonZh, reasonEn } = answer.state;
        await workOrders.create({
          title: t('agronomy.irrigation.orderTitle', {
            plot: plot.name ?? plot.crop ?? '',
            mm: numberText(advice.grossMm),
          }),
          content: localText({ zh: reasonZh, en: reasonEn }),
          source: 'advice',
          deviceId: plot.valveId ?? plot.deviceId,
          sceneId: plot.sceneId,
          deadline: answer.assessedAt + (advice.dayOffset + 1) * 86_400_000,
        });
        return t('agronomy.irrigation.ordered');
      }),
  };
});

export type PlotCardsModel = InstanceType<typeof PlotModel>;

/** The page: the plots and the selected one. */
export const AgronomyModel = createModel(({ api, live }: Services, search: string) => {
  const plots = loadable((abort) => api.agronomy.plots({}, { signal: abort }));
  const requestedId = signal(new URLSearchParams(search).get('plot'));
  const tab = signal<'plots' | 'climate' | 'tables'>('plots');
  const chosen = computed(() => {
    const items = plots.value.value?.items ?? [];
    const requested = items.find(({ id }) => id === requestedId.value);
    // The page opens with a plot that it can say something about.
    return requested ?? items.find(({ deviceId }) => deviceId !== null) ?? items[0] ?? null;
  });
  void plots.load();
  // The plots depend on the organisation's devices.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-changed' || (event.type === 'subscribed' && event.resumed))
        void plots.load();
    }),
  );
  return {
    plots,
    chosen,
    tab,
    /** The address of what is shown, without its path. */
    address: computed(() =>
      requestedId.value === null ? '' : new URLSearchParams({ plot: requestedId.value }).toString(),
    ),
    show: (next: 'plots' | 'climate' | 'tables'): void => {
      tab.value = next;
    },
    choose: (id: string): void => {
      requestedId.value = id;
    },
  };
});
