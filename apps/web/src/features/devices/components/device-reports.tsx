import { useEffect } from 'react';
import { createModel, useModel } from '@preact/signals-react';
import { Link } from 'wouter';
import { ErrorState, Skeleton } from '@farm3d/ui';
import type { DataReport } from '@farm3d/api';
import { loadable } from '../../../platform/loadable.ts';
import { dataReportsPath } from '../../../platform/paths.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { hasRight } from '../../../platform/session.ts';
import { dateText } from '../../../platform/time-text.ts';
import { deviceApi } from '../device-api.ts';
import { t } from '../zh-CN.ts';
import { Section } from './facts.tsx';

/** Reports that are listed. */
const PAGE_SIZE = 20;

const DeviceReportsModel = createModel((deviceId: string) =>
  loadable<readonly DataReport[]>(
    async (abort) =>
      (await deviceApi.dataReports.list({ deviceId, pageSize: PAGE_SIZE }, { signal: abort })).items,
  ),
);

/** What people measured or saw of the device, the newest first. */
export function DeviceReports({ deviceId }: { deviceId: string }) {
  const model = useModel(() => new DeviceReportsModel(deviceId));
  useEffect(() => void model.load(), [model]);
  const reports = model.value.value;
  const error = model.error.value;
  return (
    <Section title={t('device.reports')}>
      {!reports &&
        (error === null ? (
          <Skeleton className="h-24" />
        ) : (
          <ErrorState title={problemText(error)} hint={problemHint(error)} />
        ))}
      {reports?.length === 0 && <p className="text-note text-ink-3">{t('device.reports.none')}</p>}
      <ul className="flex flex-col gap-2" data-testid="device-reports">
        {reports?.map(({ id, subject, value, unit, content, author, observedAt, materials }) => (
          <li
            key={id}
            data-testid="device-report"
            className="rounded-control border border-line px-3 py-2 text-body"
          >
            <p className="font-medium">
              {subject}
              {value !== null && (
                <span className="ml-2 tabular-nums">
                  {value} {unit}
                </span>
              )}
            </p>
            {content !== '' && <p className="line-clamp-2 break-words text-ink-2">{content}</p>}
            <p className="text-note text-ink-3 tabular-nums">
              {dateText(observedAt)} · {author} · {t('device.reports.materials', { n: materials.length })}
            </p>
          </li>
        ))}
      </ul>
      {hasRight('work-orders') && (
        <Link
          href={dataReportsPath(deviceId)}
          data-testid="device-report-new"
          className="mt-2 inline-flex min-h-11 items-center text-body text-water hover:underline"
        >
          {t('device.reports.new')}
        </Link>
      )}
    </Section>
  );
}
