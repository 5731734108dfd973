import { useModel } from '@preact/signals-react';
import type { DeviceDetail } from '@farm3d/api';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';
import { DeclareModel } from '../declare-model.ts';
import type { DeviceDetailScreen } from '../device-detail-model.ts';
import { t } from '../zh-CN.ts';

interface DeclareDialogProps {
  model: DeviceDetailScreen;
  device: DeviceDetail;
  onClose: () => void;
}

/** Declares a value that the device sends and its product model does not know: as its attribute it has a name, a unit and a range. */
export function DeclareDialog({ model, device, onClose }: DeclareDialogProps) {
  const { form, send } = useModel(
    () =>
      new DeclareModel(device, model.undeclared.peek(), () => {
        void model.attributes.load();
        onClose();
      }),
  );
  return (
    <FormFrame
      id="declare"
      title={t('device.declare.title', { product: device.productModelCode })}
      submitLabel={t('device.declare.submit')}
      form={form}
      send={send}
      onClose={onClose}
    />
  );
}
