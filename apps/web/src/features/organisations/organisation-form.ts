import { createModel } from '@preact/signals-react';
import type { CreatedInvitation, OrganisationUsage } from '@farm3d/api';
import { createFormModel, type FormField, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../components/forms/form-services.ts';
import { invitationDefaults, invitationFields, invitationOf } from '../../components/invitations/fields.ts';
import { locale } from '../../platform/locale.ts';
import { organisationApi } from '../../platform/organisation-api.ts';
import { t } from './texts.ts';

const NAME_MAX = 64;

export interface OrganisationFormOptions {
  /** Null: a new organisation. */
  readonly organisation: OrganisationUsage | null;
  /** Receives the invitation of a new organisation's owner. */
  readonly onSaved: (made: CreatedInvitation | null) => void;
}

const nameField = (): FormField => ({
  key: 'name',
  type: 'text',
  label: t('organisations.name'),
  required: true,
  maxLength: NAME_MAX,
});

const nameOf = (values: FormValues): string =>
  typeof values['name'] === 'string' ? values['name'].trim() : '';

/** Form of a new organisation with its owner, or of the name of an existing one. */
export const OrganisationFormModel = createModel(({ organisation, onSaved }: OrganisationFormOptions) => {
  const form = createFormModel({
    fields: () => (organisation ? [nameField()] : [nameField(), ...invitationFields()]),
    locale,
    initial: organisation ? { name: organisation.name } : { name: '', ...invitationDefaults },
    draft: formDraft(organisation ? `organisation.${organisation.id}` : 'organisation.new'),
    problemOf: formProblem(),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const name = nameOf(values);
      if (organisation) {
        await organisationApi.organisations.update(organisation.id, { name });
        return onSaved(null);
      }
      const made = await organisationApi.organisations.create({ name, ...invitationOf(values) });
      onSaved(made.invitation);
    },
  };
});
