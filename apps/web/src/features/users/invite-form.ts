import { createModel } from '@preact/signals-react';
import type { CreatedInvitation, Department } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../components/forms/form-services.ts';
import { invitationDefaults, invitationFields, invitationOf } from '../../components/invitations/fields.ts';
import { locale } from '../../platform/locale.ts';
import { organisationApi } from '../../platform/organisation-api.ts';
import { membershipFields, membershipOf, USER_BODY_FIELDS } from './user-fields.ts';

export interface InviteFormOptions {
  /** Roles that the caller can give. */
  readonly roles: readonly string[];
  readonly departments: readonly Department[];
  /** Receives the invitation with the secret of its link. */
  readonly onInvited: (made: CreatedInvitation) => void;
}

/** Form of a new invitation into the organisation. */
export const InviteFormModel = createModel(({ roles, departments, onInvited }: InviteFormOptions) => {
  const form = createFormModel({
    fields: () => [...invitationFields(), ...membershipFields(roles, departments)],
    locale,
    initial: invitationDefaults,
    draft: formDraft('invitation.new'),
    problemOf: formProblem(USER_BODY_FIELDS),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const draft = { ...invitationOf(values), ...membershipOf(values) };
      onInvited(await organisationApi.invitations.create(draft));
    },
  };
});
