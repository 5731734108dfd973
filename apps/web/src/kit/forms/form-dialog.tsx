import type { ReactNode } from 'react';
import { useModel, type Model } from '@preact/signals-react';
import { GenericForm, type FormModel, type FormServices } from '@farm3d/ui';
import { DialogButtons, PageDialog } from '../dialog.tsx';
import { allLoaded, type Part, LoadingDialog } from '../loaded.tsx';
import type { SentForm } from './create-form.ts';
import { useFormServices } from './form-services.ts';

interface FormFrameProps extends SentForm {
  /** The test ids of the dialog and its button, and the id of the form, begin with it. */
  id: string;
  title: string;
  submitLabel: string;
  /** Whether sending cannot be undone. */
  dangerous?: boolean;
  /** Default: the usual ones. */
  services?: FormServices;
  onClose: () => void;
  /** Above the form. */
  before?: ReactNode;
  /** Below the form. */
  after?: ReactNode;
}

/** Dialog with a form that exists, and the button that sends it. */
export function FormFrame({ id, title, submitLabel, form, send, onClose, ...rest }: FormFrameProps) {
  const usual = useFormServices();
  return (
    <PageDialog
      onClose={onClose}
      title={title}
      testId={`${id}-dialog`}
      actions={
        <DialogButtons
          onCancel={onClose}
          label={submitLabel}
          form={`${id}-form`}
          busy={form.busy.value}
          dangerous={rest.dangerous ?? false}
          testId={`${id}-submit`}
        />
      }
    >
      {rest.before}
      <GenericForm id={`${id}-form`} model={form} services={rest.services ?? usual} send={send} />
      {rest.after}
    </PageDialog>
  );
}

interface FormDialogProps extends Omit<FormFrameProps, 'form' | 'send' | 'after'> {
  /** Makes the form, once its parts are there. */
  model: () => Model<SentForm>;
  /** What the form is made of. Default: nothing is fetched. */
  parts?: readonly Part[];
  renderAfter?: (form: FormModel) => ReactNode;
}

/** Dialog with a form that is made when it opens. */
export function FormDialog({ parts = [], ...rest }: FormDialogProps) {
  if (!allLoaded(parts)) return <LoadingDialog title={rest.title} parts={parts} onClose={rest.onClose} />;
  return <Opened {...rest} />;
}

function Opened({ model, renderAfter, ...rest }: FormDialogProps) {
  const { form, send } = useModel(model);
  return <FormFrame {...rest} form={form} send={send} after={renderAfter?.(form)} />;
}
