import { useModel } from '@preact/signals-react';
import { Button, Dialog, GenericForm, type FormModel, type FormValues } from '@farm3d/ui';
import { allLoaded } from '../../../kit/loaded.tsx';
import { LoadingDialog } from '../../../kit/loading-dialog.tsx';
import { formServices } from '../../../kit/forms/form-services.ts';
import { t as common } from '../../../platform/locale.ts';
import type { Shares } from '../model.ts';
import { ShareFormModel, TermsFormModel } from '../share-forms.ts';
import { t } from '../zh-CN.ts';

/** The opened form: of a new share, or of the terms of the selected ones. */
export function ShareDialogs({ model }: { model: Shares }) {
  const which = model.dialog.value;
  if (which === null) return null;
  const title =
    which === 'share' ? t('shares.new') : t('shares.change.title', { n: model.chosen.value.length });
  const parts = [model.devices];
  if (!allLoaded(parts))
    return <LoadingDialog title={title} parts={parts} onClose={() => model.open(null)} />;
  return which === 'share' ? <Sharing model={model} title={title} /> : <Terms model={model} title={title} />;
}

interface PartProps {
  model: Shares;
  title: string;
}

function Sharing({ model, title }: PartProps) {
  const { form, send } = useModel(
    () => new ShareFormModel({ devices: model.devices.value.peek() ?? [], onShared: model.shared }),
  );
  return (
    <FormDialog
      id="share-form"
      title={title}
      submit={t('shares.submit')}
      form={form}
      send={send}
      onClose={() => model.open(null)}
    />
  );
}

function Terms({ model, title }: PartProps) {
  const { form, send } = useModel(
    () =>
      new TermsFormModel({
        shares: model.chosen.peek(),
        devices: model.devices.value.peek() ?? [],
        onChanged: model.changed,
      }),
  );
  return (
    <FormDialog
      id="terms-form"
      title={title}
      submit={t('shares.change.submit')}
      form={form}
      send={send}
      onClose={() => model.open(null)}
    />
  );
}

interface FormDialogProps {
  id: string;
  title: string;
  submit: string;
  form: FormModel;
  send: (values: FormValues) => Promise<void>;
  onClose: () => void;
}

function FormDialog({ id, title, submit, form, send, onClose }: FormDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common('common.close')}
      testId={`${id}-dialog`}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={form.busy.value}
            data-testid={`${id}-submit`}
          >
            {submit}
          </Button>
        </>
      }
    >
      <GenericForm id={id} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
