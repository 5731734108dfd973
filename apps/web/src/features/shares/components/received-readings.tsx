import { useModel } from '@preact/signals-react';
import { Button, ErrorState, Skeleton } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { readingText } from '../../../platform/reading-text.ts';
import { dateText } from '../../../platform/time-text.ts';
import { allLoaded } from '../../../kit/loaded.tsx';
import { t as common } from '../../../platform/locale.ts';
import { ReadingsModel } from '../readings-model.ts';
import { t } from '../zh-CN.ts';

/** The readings of a received device that the share shows. */
export function ReceivedReadings({ device, hasHistory }: { device: Device; hasHistory: boolean }) {
  const model = useModel(() => new ReadingsModel(device, hasHistory));
  const error = model.latest.error.value ?? model.history.error.value;
  const rows = model.rows.value;
  if (error !== null)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.load}>{common('common.retry')}</Button>}
      />
    );
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
