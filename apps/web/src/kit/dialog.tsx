import type { ComponentProps } from 'react';
import { Button, Dialog } from '@farm3d/ui';
import { t } from '../platform/locale.ts';

type DialogProps = ComponentProps<typeof Dialog>;

/** A dialog that is open as long as it is there, with the usual word for its cross. */
export function PageDialog(
  props: Omit<DialogProps, 'open' | 'closeLabel'> & Partial<Pick<DialogProps, 'open'>>,
) {
  return <Dialog open closeLabel={t('common.close')} {...props} />;
}

interface DialogButtonsProps {
  onCancel: () => void;
  /** Of the button that does what the dialog is for. */
  label: string;
  /** Id of the form that it sends. Default: it calls `onSubmit`. */
  form?: string;
  onSubmit?: () => void;
  busy?: boolean;
  disabled?: boolean;
  /** Whether it cannot be undone. */
  dangerous?: boolean;
  testId: string;
}

/** The two buttons of a dialog: cancel, and what the dialog is for. */
export function DialogButtons({ onCancel, label, form, onSubmit, testId, ...rest }: DialogButtonsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        variant={rest.dangerous ? 'danger' : 'primary'}
        busy={rest.busy ?? false}
        disabled={rest.disabled ?? false}
        data-testid={testId}
        onClick={onSubmit}
      >
        {label}
      </Button>
    </>
  );
}
