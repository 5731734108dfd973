import { computed, createModel, effect } from '@preact/signals-react';
import type { Device, ProductAttribute } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { readingLines } from '../../platform/readings.ts';
import { readingText } from '../../platform/reading-text.ts';
import { shownUnit } from '../../platform/units.ts';
import { api, live } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

const DAY_MS = 86_400_000;

/** Values of each key. */
type Series = Readonly<Record<string, readonly { readonly value: unknown }[]>>;

/** Latest values of a received device and, where the share contains them, those of the last day. */
export const ReadingsModel = createModel((device: Device, hasHistory: boolean) => {
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
