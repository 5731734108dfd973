import { ConfirmDialog } from '@farm3d/ui';
import { t } from './zh-CN.ts';

export interface SwitchQuestionProps {
  device: string;
  /** The service and what it will do. */
  name: string;
  /** What the button does. */
  verb: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirmation as in the device panel: the device acts at once. */
export default function SwitchQuestion({ device, name, verb, onConfirm, onCancel }: SwitchQuestionProps) {
  return (
    <ConfirmDialog
      open
      testId="switch-dialog"
      careful
      title={t('control.ask.title')}
      message={t('control.ask.switch', { device, name })}
      confirmLabel={verb}
      cancelLabel={t('common.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
