import type { WorkOrderStep } from '@farm3d/api';
import { dateText } from '../../../platform/time-text.ts';
import { t } from '../zh-CN.ts';
import { OrderPhotos } from './order-photos.tsx';

/** What happened to an order, oldest first. */
export function OrderSteps({ steps }: { steps: readonly WorkOrderStep[] }) {
  return (
    <section>
      <h3 className="mb-2 text-note font-medium text-ink-3">{t('orders.log')}</h3>
      <ol className="flex flex-col gap-3 border-l border-line pl-4">
        {steps.map((step) => (
          <li key={step.id} data-testid="order-step" data-to={step.to}>
            <p className="text-body">{stepText(step)}</p>
            {step.note !== '' && (
              <p className="text-body break-words whitespace-pre-wrap text-ink-2">{step.note}</p>
            )}
            <OrderPhotos paths={step.photos} />
            {step.place && (
              <p className="text-note text-ink-3 tabular-nums" data-testid="order-place">
                {placeText(step.place)}
              </p>
            )}
            <p className="text-note text-ink-3 tabular-nums">
              {dateText(step.at)} · {step.username ?? t('orders.who.system')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function placeText({ longitude, latitude, accuracyM }: NonNullable<WorkOrderStep['place']>): string {
  const at = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return t('orders.place', { place: accuracyM === null ? at : `${at} ± ${Math.round(accuracyM)} m` });
}

function stepText({ action, from, to }: WorkOrderStep): string {
  if (from !== null && from !== to) return `${t(`orders.state.${from}`)} → ${t(`orders.state.${to}`)}`;
  return t(action === 'create' ? 'orders.log.create' : 'orders.log.edit');
}
