import { useModel } from '@preact/signals-react';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { DeleteFormModel, type DeletedOrganisation } from '../delete-form.ts';
import { t } from '../zh-CN.ts';

const FORM = 'organisation-delete-form';

interface DeleteDialogProps {
  organisation: DeletedOrganisation;
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes an organisation for good, once its name is typed. */
export function DeleteDialog({ organisation, onDeleted, onClose }: DeleteDialogProps) {
  const { form, send } = useModel(() => new DeleteFormModel(organisation, onDeleted));
  const { name } = organisation;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('organisationData.delete.title', { name })}
      closeLabel={t('common.close')}
      testId="organisation-delete-dialog"
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="danger"
            busy={form.busy.value}
            data-testid="organisation-delete-submit"
          >
            {t('organisationData.delete.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <p className="text-body text-ink-2">{t('organisationData.delete.message', { name })}</p>
        <GenericForm id={FORM} model={form} services={formServices()} send={send} />
      </div>
    </Dialog>
  );
}
