import { useModel } from '@preact/signals-react';
import type { WorkOrder } from '@farm3d/api';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import type { Orders } from '../model.ts';
import { OrderFormModel } from '../order-form.ts';
import { t } from '../zh-CN.ts';

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
  const { form, send } = useModel(() => new OrderFormModel({ model, order, deviceId, onSaved }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(order ? 'orders.edit.title' : 'orders.new')}
      closeLabel={t('common.close')}
      testId="order-dialog"
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value || form.isUploading.value}
            data-testid="order-submit"
          >
            {t(order ? 'orders.save' : 'orders.create')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
