import { useState, type ReactNode } from 'react';
import { Box, Cpu, Printer, ScrollText } from 'lucide-react';
import { Link } from 'wouter';
import { Badge, Button, ErrorState, GenericForm, Skeleton } from '@farm3d/ui';
import { ApiError, type WorkOrder, type WorkOrderState } from '@farm3d/api';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { auditPath, devicePath, sceneDevicePath, scenePath } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { dateText, presentTime } from '../../platform/time-text.ts';
import type { Orders } from './model.ts';
import { OrderDetailModel, type OrderDetail } from './order-detail.ts';
import { useFieldFormServices } from './field-services.ts';
import { OrderFormModel } from './forms.ts';
import { PriorityMark } from './order-lists.tsx';
import { OrderSteps, OrderTasks } from './order-parts.tsx';
import { isOverdue, NEXT } from './orders.ts';
import { SignatureDialog } from './signature-dialog.tsx';
import { WaitingSteps } from './waiting-steps.tsx';
import { t } from './zh-CN.ts';

const STEP_FORM = 'order-step-form';
const LINK =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong px-3 text-note font-medium text-water hover:bg-hover';

interface OrderPanelProps {
  model: Orders;
  orderId: string;
  onClose: () => void;
}

/** One order: what is to be done, what happened, and the next step. */
export function OrderPanel({ model, orderId, onClose }: OrderPanelProps) {
  const detail = useModelOf(OrderDetailModel, orderId, model.refresh);
  const { user } = useServices().session;
  const services = useFieldFormServices();
  const details = detail.details.value.value;
  const order = detail.order.value;
  const error = detail.details.error.value;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <PageDialog
      placement="side"
      onClose={onClose}
      title={order?.title ?? t('orders.detail')}
      testId="order-panel"
      actions={order && <StepActions order={order} detail={detail} />}
    >
      {details && order ? (
        <div className="flex flex-col gap-5">
          <Facts model={model} detail={detail} />
          <OrderTasks order={order} detail={detail} />
          <OrderSteps steps={details.steps} />
          <WaitingSteps orderId={orderId} />
          {order.state !== 'closed' && (
            <GenericForm id={STEP_FORM} model={detail.form} services={services} send={detail.send} />
          )}
          {detail.isSigning.value && (
            <SignatureDialog
              name={user.value?.username ?? ''}
              onClose={() => detail.askSignature(false)}
              onSigned={(image, name) =>
                void detail.sign(image, name).then(() => {
                  const form = document.getElementById(STEP_FORM);
                  if (form instanceof HTMLFormElement) form.requestSubmit();
                })
              }
            />
          )}
        </div>
      ) : error === null ? (
        <Skeleton className="h-60" />
      ) : (
        <ErrorState
          title={isGone ? t('orders.gone') : problemText(error)}
          hint={isGone ? '' : problemHint(error)}
          action={<Button onClick={() => void detail.details.load()}>{t('common.retry')}</Button>}
        />
      )}
    </PageDialog>
  );
}

/** The next states as buttons that send the form below; the usual one last. */
function StepActions({ order, detail }: { order: WorkOrder; detail: OrderDetail }) {
  if (order.state === 'closed') return null;
  const busy = detail.form.busy.value || detail.form.isUploading.value;
  const [usual, ...others] = NEXT[order.state];
  const hasWritten = detail.form.isDirty.value;
  const button = (to: WorkOrderState | null, variant: 'primary' | 'quiet') => (
    <Button
      key={to ?? 'note'}
      type="submit"
      form={STEP_FORM}
      size="sm"
      variant={variant}
      busy={busy}
      disabled={to === null && !hasWritten}
      data-testid={`order-to-${to ?? 'note'}`}
      onClick={(event) => {
        detail.aim(to);
        if (to !== 'done' || !order.needsSignature || order.signature) return;
        event.preventDefault();
        detail.askSignature(true);
      }}
    >
      {t(order.state === 'done' && to === 'processing' ? 'orders.step.again' : `orders.step.${to ?? 'note'}`)}
    </Button>
  );
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {button(null, 'quiet')}
      {others.map((state) => button(state, 'quiet'))}
      {usual && button(usual, 'primary')}
    </div>
  );
}

function Facts({ model, detail }: { model: Orders; detail: OrderDetail }) {
  const { isAdministrator } = useServices().session;
  const [isEditing, setEditing] = useState(false);
  const details = detail.details.value.value;
  const order = detail.order.value;
  if (!details || !order) return null;
  const { device } = details;
  const isLate = isOverdue(order, presentTime());
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={order.state === 'done' ? 'leaf' : 'water'} testId="order-state">
          {t(`orders.state.${order.state}`)}
        </Badge>
        <PriorityMark priority={order.priority} />
        {order.state !== 'closed' && (
          <Button size="sm" variant="quiet" data-testid="order-edit" onClick={() => setEditing(true)}>
            {t('orders.edit')}
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          icon={<Printer size={16} />}
          busy={detail.isPrinting.value}
          data-testid="order-pdf"
          onClick={() => void detail.print()}
        >
          PDF
        </Button>
      </div>
      {order.content !== '' && <p className="text-body break-words whitespace-pre-wrap">{order.content}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-body">
        <Fact label={t('orders.field.assignee')}>{model.nameOf(order.assignee) ?? t('orders.nobody')}</Fact>
        {order.deadline !== null && (
          <Fact label={t('orders.field.day')}>
            <span className={isLate ? 'font-medium text-amber' : ''}>{dateText(order.deadline)}</span>
          </Fact>
        )}
        <Fact label={t('orders.field.source')}>{t(`orders.source.${order.source}`)}</Fact>
        {device && <Fact label={t('orders.field.device')}>{device.name}</Fact>}
      </dl>
      <nav className="flex flex-wrap gap-2 empty:hidden">
        {order.sceneId !== null && (
          <Link
            href={device ? sceneDevicePath(order.sceneId, device.id) : scenePath(order.sceneId)}
            data-testid="order-to-scene"
            className={LINK}
          >
            <Box aria-hidden size={16} />
            {t('orders.toScene')}
          </Link>
        )}
        {device && (
          <Link href={devicePath(device.id)} data-testid="order-to-device" className={LINK}>
            <Cpu aria-hidden size={16} />
            {t('orders.toDevice')}
          </Link>
        )}
        {isAdministrator.value && (
          <Link href={auditPath(order.id)} data-testid="order-to-audit" className={LINK}>
            <ScrollText aria-hidden size={16} />
            {t('orders.toAudit')}
          </Link>
        )}
      </nav>
      {isEditing && (
        <OrderDialog
          model={model}
          order={details.order}
          onClose={() => {
            setEditing(false);
            // Somebody else may have changed the order meanwhile.
            void detail.details.load();
          }}
          onSaved={() => {
            setEditing(false);
            model.refresh();
            void detail.details.load();
          }}
        />
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-note leading-6 whitespace-nowrap text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

const FORM = 'order-form';

interface OrderDialogProps {
  model: Orders;
  /** Null: a new order. */
  order: WorkOrder | null;
  deviceId?: string | null;
  onClose: () => void;
  onSaved: (order: WorkOrder) => void;
}

/** Dialog of a new or an existing order. */
export function OrderDialog({ model, order, deviceId = null, onClose, onSaved }: OrderDialogProps) {
  const { form, send } = useModelOf(OrderFormModel, { model, order, deviceId, onSaved });
  const services = useFormServices();
  return (
    <PageDialog
      onClose={onClose}
      title={t(order ? 'orders.edit.title' : 'orders.new')}
      testId="order-dialog"
      actions={
        <DialogButtons
          onCancel={onClose}
          label={t(order ? 'orders.save' : 'orders.create')}
          form={FORM}
          busy={form.busy.value || form.isUploading.value}
          testId="order-submit"
        />
      }
    >
      <GenericForm id={FORM} model={form} services={services} send={send} />
    </PageDialog>
  );
}
