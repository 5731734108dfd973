import { CloudOff, CircleAlert } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { useServices } from '../../kit/services.tsx';
import { outboxOf } from '../../platform/outbox/outbox.ts';
import type { QueuedStep } from '../../platform/outbox/outbox-store.ts';
import { dateText } from '../../platform/time-text.ts';
import { t } from './zh-CN.ts';

interface WaitingStepsProps {
  /** Null: data reports. Default: all of it. */
  orderId?: string | null;
}

/** What waits for the network, and what the server refused when it came. Nothing when there is neither. */
export function WaitingSteps({ orderId }: WaitingStepsProps) {
  const { queuedSteps, retryStep, forgetStep } = outboxOf(useServices());
  const steps = queuedSteps.value.filter((step) => orderId === undefined || step.orderId === orderId);
  if (steps.length === 0) return null;
  return (
    <section aria-live="polite" data-testid="waiting-steps" data-count={steps.length}>
      <h3 className="mb-2 text-note font-medium text-ink-3">{t('orders.waiting', { n: steps.length })}</h3>
      <ul className="flex flex-col gap-2">
        {steps.map((step) => (
          <li
            key={step.key}
            data-testid="waiting-step"
            data-refused={step.refusal !== null}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-sunken px-3 py-2"
          >
            {step.refusal === null ? (
              <CloudOff aria-hidden size={16} className="shrink-0 text-ink-3" />
            ) : (
              <CircleAlert aria-hidden size={16} className="shrink-0 text-alarm" />
            )}
            <p className="min-w-0 flex-1 text-body break-words">
              {(orderId ?? null) === null && `${step.title}: `}
              {whatOf(step)}
              {step.refusal !== null && <span className="block text-note text-alarm">{step.refusal}</span>}
            </p>
            <span className="text-note text-ink-3 tabular-nums">{dateText(step.at)}</span>
            {step.refusal !== null && (
              <span className="flex gap-1">
                <Button size="sm" data-testid="waiting-retry" onClick={() => void retryStep(step)}>
                  {t('common.retry')}
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  data-testid="waiting-forget"
                  onClick={() => void forgetStep(step)}
                >
                  {t('orders.waiting.forget')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function whatOf({ state, note, photos, checklist, report, materials }: QueuedStep): string {
  const parts = [
    (report?.value ?? null) !== null && `${report?.value} ${report?.unit}`,
    state && `→ ${t(`orders.state.${state}`)}`,
    checklist && t('orders.field.checklist'),
    photos.length > 0 && t('orders.photos', { n: photos.length }),
    report && `${t('orders.field.materials')} ${materials.length}`,
    note,
  ];
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' · ');
}
