import { useModel } from '@preact/signals-react';
import type { OrganisationUsage } from '@farm3d/api';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import type { Organisations } from '../model.ts';
import { OrganisationFormModel } from '../organisation-form.ts';
import { t } from '../zh-CN.ts';

const FORM = 'organisation-form';

/** Dialog of a new organisation, or of the name of an existing one. */
export function OrganisationDialog({ model }: { model: Organisations }) {
  const editing = model.editing.value;
  if (editing === null) return null;
  const organisation = editing === 'new' ? null : editing;
  return <Editing key={organisation?.id ?? 'new'} model={model} organisation={organisation} />;
}

function Editing({ model, organisation }: { model: Organisations; organisation: OrganisationUsage | null }) {
  const { form, send } = useModel(() => new OrganisationFormModel({ organisation, onSaved: model.saved }));
  const close = (): void => model.edit(null);
  return (
    <Dialog
      open
      onClose={close}
      title={
        organisation ? t('organisations.rename.title', { name: organisation.name }) : t('organisations.new')
      }
      closeLabel={t('common.close')}
      testId="organisation-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="organisation-submit"
          >
            {t(organisation ? 'organisations.save' : 'organisations.create')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
