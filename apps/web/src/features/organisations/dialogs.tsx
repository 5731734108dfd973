import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useServices } from '../../kit/services.tsx';
import { DeleteFormModel, OrganisationFormModel, type DeletedOrganisation } from './forms.ts';
import type { Organisations } from './model.ts';
import { t } from './zh-CN.ts';

/** Dialog of a new organisation, or of the name of an existing one. */
export function OrganisationDialog({ model }: { model: Organisations }) {
  const services = useServices();
  const editing = model.editing.subject.value;
  if (editing === null) return null;
  const organisation = editing === 'new' ? null : editing;
  return (
    <FormDialog
      key={organisation?.id ?? 'new'}
      id="organisation"
      title={
        organisation ? t('organisations.rename.title', { name: organisation.name }) : t('organisations.new')
      }
      submitLabel={t(organisation ? 'organisations.save' : 'organisations.create')}
      model={() => new OrganisationFormModel(services, { organisation, onSaved: model.saved })}
      onClose={model.editing.close}
    />
  );
}

interface DeleteDialogProps {
  organisation: DeletedOrganisation;
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes an organisation for good, once its name is typed. */
export function DeleteDialog({ organisation, onDeleted, onClose }: DeleteDialogProps) {
  const services = useServices();
  const { name } = organisation;
  return (
    <FormDialog
      id="organisation-delete"
      title={t('organisationData.delete.title', { name })}
      submitLabel={t('organisationData.delete.submit')}
      dangerous
      model={() => new DeleteFormModel(services, organisation, onDeleted)}
      onClose={onClose}
      before={
        <p className="pt-1 pb-4 text-body text-ink-2">{t('organisationData.delete.message', { name })}</p>
      }
    />
  );
}
