import { rejectionReason, type DeviceProblem } from '@farm3d/api';
import { Badge, Button } from '@farm3d/ui';
import { locale, term } from '../../../platform/locale.ts';
import { agoText } from '../../../platform/time-text.ts';
import type { DeviceDetailScreen } from '../device-detail-model.ts';
import { t } from '../zh-CN.ts';

export interface DeviceProblemsProps {
  model: Pick<DeviceDetailScreen, 'problems' | 'forgetProblems'>;
  /** Refused parts so far; the list may have been cleared since. */
  rejectedCount: number;
  /** Whether the user may clear the list. */
  mayForget: boolean;
}

/** What is wrong with the messages of a device: what was refused, and what was stored and flagged. */
export function DeviceProblems({ model, rejectedCount, mayForget }: DeviceProblemsProps) {
  const problems = model.problems.value.value ?? [];
  return (
    <div className="flex flex-col gap-2">
      <p
        className={rejectedCount > 0 ? 'text-note text-ink-2' : 'sr-only'}
        data-testid="rejected-count"
        data-count={rejectedCount}
      >
        {t('devices.detail.rejectedCount', { n: rejectedCount })}
      </p>
      {problems.length === 0 ? (
        <p className="text-note text-ink-2" data-testid="no-problems">
          {t('devices.detail.noProblems')}
        </p>
      ) : (
        <>
          <ul className="flex flex-col gap-2">
            {problems.map((problem) => (
              <Problem key={`${problem.kind} ${problem.field} ${problem.reason}`} {...problem} />
            ))}
          </ul>
          {mayForget && (
            <Button
              size="sm"
              variant="quiet"
              className="self-start"
              data-testid="forget-problems"
              onClick={() => void model.forgetProblems()}
            >
              {t('devices.detail.forget')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function Problem({ kind, field, reason, count, lastAt, excerpt }: DeviceProblem) {
  return (
    <li
      className="rounded-control border border-line bg-sunken p-3 text-note"
      data-testid={kind === 'outside' ? 'flagged-problem' : 'refused-problem'}
      data-field={field}
      data-count={count}
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={kind === 'outside' ? 'amber' : 'alarm'}>
          {t(kind === 'outside' ? 'devices.detail.flagged' : 'devices.detail.refused')}
        </Badge>
        <span className="min-w-0 font-medium break-all">{term(field, field)}</span>
        <span className="text-ink-3">{t('devices.detail.times', { n: count, time: agoText(lastAt) })}</span>
      </p>
      <p className="mt-1 break-words text-ink-2">{rejectionReason(reason, locale.value)}</p>
      {excerpt && kind === 'refused' && (
        <>
          <p className="mt-2 text-xs text-ink-3">{t('devices.detail.excerpt')}</p>
          <code className="font-mono text-xs break-all">{excerpt}</code>
        </>
      )}
    </li>
  );
}
