import { OfflineBanner } from '@farm3d/ui';
import { t as common } from '../../../platform/locale.ts';
import { live } from '../../../platform/services.ts';
import type { Home } from '../model.ts';
import { t } from '../zh-CN.ts';

/** What is to be said about the farm in one sentence. */
function verdictText(model: Home): string {
  if (!model.isKnown.value) return t(model.hasFailed.value ? 'home.verdict.unknown' : 'home.verdict.loading');
  const alarms = model.alarms.value.value?.total ?? 0;
  const silent = model.silent.value.value?.total ?? 0;
  const overdue = model.overdue.value;
  const parts = [
    alarms > 0 && t('home.verdict.alarms', { n: alarms }),
    silent > 0 && t('home.verdict.silent', { n: silent }),
    overdue > 0 && t('home.verdict.overdue', { n: overdue }),
    model.hasFailed.value && t('home.verdict.unknown'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('home.verdict.well') : parts.join(t('home.verdict.and'));
}

/** One sentence about the farm. */
export function Verdict({ model }: { model: Home }) {
  return <output data-testid="home-verdict">{verdictText(model)}</output>;
}

/** Says that the stream is interrupted. */
export function Offline() {
  return (
    live.status.value === 'offline' && (
      <div className="mb-3">
        <OfflineBanner text={common('live.offline')} />
      </div>
    )
  );
}
