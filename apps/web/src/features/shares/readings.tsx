import { computed, createModel, effect } from '@preact/signals-react';
import { Skeleton } from '@farm3d/ui';
import type { Device, ProductAttribute } from '@farm3d/api';
import { allLoaded, Failure } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { loadable } from '../../platform/loadable.ts';
import { readingText, readingLines, shownUnit } from '../../platform/readings.ts';
import type { Services } from '../../platform/services.ts';
import { dateText } from '../../platform/time-text.ts';
import { t } from './zh-CN.ts';

const DAY_MS = 86_400_000;

/** Values of each key. */
type Series = Readonly<Record<string, readonly { readonly value: unknown }[]>>;

/** Latest values of a received device and, where the share contains them, those of the last day. */
const ReadingsModel = createModel(({ api, live }: Services, device: Device, hasHistory: boolean) => {
  const attributes = loadable<readonly ProductAttribute[]>(
    async (abort) => (await api.devices.attributes(device.id, { signal: abort })).items,
  );
  const latest = loadable((abort) =>
    api.telemetry.latestShared(device.id, undefined, undefined, { signal: abort }),
  );
  const history = loadable<Series>(async (abort) =>
    hasHistory
      ? api.telemetry.historyShared(
          device.id,
          { startTs: Date.now() - DAY_MS, endTs: Date.now() },
          { signal: abort },
        )
      : {},
  );
  const load = (): void => {
    void attributes.load();
    void latest.load();
    void history.load();
  };
  load();
  const followed = live.device(device.id);
  // A share that was changed: its values are other ones.
  effect(() =>
    live.watch({ devices: [device.id] }, (event) => {
      if (event.type === 'subscribed' && event.resumed) load();
    }),
  );

  return {
    latest,
    history,
    load,
    rows: computed(() => {
      const lines = new Map(readingLines(attributes.value.value ?? []).map((line) => [line.key, line]));
      return Object.entries(latest.value.value ?? {}).map(([key, { ts, value }]) => {
        const now = followed.reading(key).value;
        const shown = shownUnit(lines.get(key)?.unit ?? '');
        return {
          key,
          name: lines.get(key)?.name ?? key,
          unit: shown.unit,
          value: shown.of(now?.value ?? value),
          at: now?.ts ?? ts,
          past: summary((history.value.value?.[key] ?? []).map((one) => shown.of(one.value))),
        };
      });
    }),
  };
});

/** How many values there are, and between which they lie. */
function summary(values: readonly unknown[]): string {
  if (values.length === 0) return '';
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return t('shares.readings.entries', { n: values.length });
  const low = numbers.reduce((least, one) => Math.min(least, one), Infinity);
  const high = numbers.reduce((greatest, one) => Math.max(greatest, one), -Infinity);
  return t('shares.readings.count', { n: values.length, low: readingText(low), high: readingText(high) });
}

/** The readings of a received device that the share shows. */
export function ReceivedReadings({ device, hasHistory }: { device: Device; hasHistory: boolean }) {
  const model = useModelOf(ReadingsModel, device, hasHistory);
  const error = model.latest.error.value ?? model.history.error.value;
  const rows = model.rows.value;
  // Also after values were shown: a share that has ended shows them no more.
  if (error !== null) return <Failure error={error} onRetry={model.load} />;
  if (!allLoaded([model.latest, model.history])) return <Skeleton className="h-24" />;
  if (rows.length === 0) return <p className="py-2 text-note text-ink-3">{t('shares.readings.none')}</p>;
  return (
    // Scrollable on a phone, also by keys.
    <section
      aria-label={device.name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="thin-scrollbar overflow-x-auto rounded-control border border-line"
    >
      <table
        className="w-full min-w-140 text-left text-note"
        data-testid="received-readings"
        data-device={device.name}
      >
        <thead className="text-ink-3">
          <tr>
            <th className="px-3 py-2 font-medium">{t('shares.readings.attribute')}</th>
            <th className="px-3 py-2 font-medium">{t('shares.readings.value')}</th>
            <th className="px-3 py-2 font-medium">{t('shares.readings.at')}</th>
            <th className="px-3 py-2 font-medium">{t('shares.readings.history')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, unit, value, at, past }) => (
            <tr key={key} data-testid="received-reading" data-key={key} className="border-t border-line">
              <th scope="row" className="px-3 py-2 font-normal text-ink-2">
                {name}
              </th>
              <td className="px-3 py-2 tabular-nums">
                {readingText(value)} <span className="text-ink-3">{unit}</span>
              </td>
              <td className="px-3 py-2 whitespace-nowrap text-ink-3">{dateText(at)}</td>
              <td className="px-3 py-2 text-ink-3">{hasHistory ? past : t('shares.readings.noHistory')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
