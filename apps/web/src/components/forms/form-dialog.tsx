import { Button, Dialog, GenericForm, type FormModel, type FormServices, type FormValues } from '@farm3d/ui';
import { t } from '../../platform/locale.ts';
import { formServices } from './form-services.ts';

interface FormDialogProps {
  /** Id of the form; the buttons' test ids begin with it. */
  id: string;
  title: string;
  submitLabel: string;
  form: FormModel;
  send: (values: FormValues) => Promise<void>;
  /** Default: the usual ones. */
  services?: FormServices;
  onClose: () => void;
}

/** Dialog with one form and the button that sends it. */
export function FormDialog({ id, title, submitLabel, form, send, services, onClose }: FormDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('common.close')}
      testId={`${id}-dialog`}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={form.busy.value}
            data-testid={`${id}-submit`}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <GenericForm id={id} model={form} services={services ?? formServices()} send={send} />
    </Dialog>
  );
}
