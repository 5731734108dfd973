import { useState, type ReactNode } from 'react';
import { Check, FileText } from 'lucide-react';
import { classes, ImageViewer } from '@farm3d/ui';
import type { WorkOrder, WorkOrderStep } from '@farm3d/api';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { dateText } from '../../platform/time-text.ts';
import type { OrderDetail } from './order-detail.ts';
import { t } from './zh-CN.ts';

/** Checklist, parts, proof and signature of an order. */
export function OrderTasks({ order, detail }: { order: WorkOrder; detail: OrderDetail }) {
  return (
    <>
      {order.checklist.length > 0 && <Checklist order={order} detail={detail} />}
      {order.parts.length > 0 && (
        <Part title={t('orders.field.parts')}>
          <ul data-testid="order-parts" className="flex flex-col gap-1 text-body">
            {order.parts.map(({ name, quantity, unit }) => (
              <li key={`${name} ${unit}`} className="flex justify-between gap-3">
                <span className="min-w-0 break-words">{name}</span>
                <span className="shrink-0 tabular-nums">
                  {quantity} {unit}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {order.materials.length > 0 && (
        <Part title={t('orders.field.materials')}>
          <ul className="flex flex-col gap-1">
            {order.materials.map(({ path, name }) => (
              <li key={path.split('?', 1)[0]}>
                <a
                  href={path}
                  target="_blank"
                  rel="noreferrer"
                  data-testid="order-material"
                  className="inline-flex min-h-11 items-center gap-2 text-body break-all text-water hover:underline"
                >
                  <FileText aria-hidden size={16} className="shrink-0" />
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {order.signature && (
        <Part title={t('orders.field.signature')}>
          <p className="text-body" data-testid="order-signature">
            {order.signature.name}
            <span className="ml-2 text-note text-ink-3 tabular-nums">{dateText(order.signature.at)}</span>
          </p>
          {order.signature.image.startsWith('/') && (
            <img
              src={order.signature.image}
              alt={t('orders.signature.of', { name: order.signature.name })}
              className="mt-1 h-20 rounded-control border border-line bg-white"
            />
          )}
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-note font-medium text-ink-3">{title}</h3>
      {children}
    </section>
  );
}

function Checklist({ order, detail }: { order: WorkOrder; detail: OrderDetail }) {
  const done = order.checklist.filter((item) => item.done).length;
  const isClosed = order.state === 'done' || order.state === 'closed';
  return (
    <Part title={t('orders.checklist.title', { n: done, m: order.checklist.length })}>
      <ul data-testid="order-checklist" data-done={done} className="flex flex-col">
        {order.checklist.map(({ text, done: isDone, by, at }, index) => (
          // Two items may read alike.
          <li key={`${index} ${text}`}>
            <label
              data-testid="order-check"
              data-done={isDone}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-1 py-1.5 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-leaf"
            >
              <input
                type="checkbox"
                checked={isDone}
                disabled={isClosed}
                className="sr-only"
                onChange={(event) => void detail.check(index, event.target.checked)}
              />
              <span
                aria-hidden
                className={classes(
                  'grid size-6 shrink-0 place-items-center rounded-control border',
                  isDone ? 'border-leaf bg-leaf text-white' : 'border-line-strong',
                )}
              >
                {isDone && <Check size={16} strokeWidth={2.5} />}
              </span>
              <span className="min-w-0 flex-1 text-body break-words">
                {text}
                {by !== null && at !== null && (
                  <span className="block text-note text-ink-3 tabular-nums">
                    {by} · {dateText(at)}
                  </span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Part>
  );
}

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

/** Photos of a step in small; one opens the viewer. */
function OrderPhotos({ paths }: { paths: readonly string[] }) {
  const { t: formText, locale } = useFormServices();
  const [viewed, setViewed] = useState<number | null>(null);
  if (paths.length === 0) return null;
  const images = paths.map((src, at) => ({ src, name: `${t('orders.field.photos')} ${at + 1}` }));
  return (
    <div className="my-1 flex flex-wrap gap-2">
      {images.map(({ src, name }, at) => (
        <button
          key={src}
          type="button"
          data-testid="order-photo"
          onClick={() => setViewed(at)}
          className="overflow-hidden rounded-control border border-line"
        >
          <img src={src} alt={name} loading="lazy" className="size-16 object-cover" />
        </button>
      ))}
      <ImageViewer images={images} index={viewed} onIndex={setViewed} t={formText} locale={locale} />
    </div>
  );
}
