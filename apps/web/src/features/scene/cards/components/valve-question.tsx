import { ConfirmDialog } from '@farm3d/ui';
import { t } from '../../texts/panel-texts.ts';

export interface ValveQuestionProps {
  device: string;
  /** Name of the action. */
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirmation as in the device panel: the valve acts at once. */
export default function ValveQuestion({ device, name, onConfirm, onCancel }: ValveQuestionProps) {
  return (
    <ConfirmDialog
      open
      testId="valve-dialog"
      dangerous
      title={t('control.ask.title')}
      message={t('control.ask.valve', { device, name })}
      confirmLabel={t('common.confirm')}
      cancelLabel={t('common.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
