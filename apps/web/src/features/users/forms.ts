import { createModel } from '@preact/signals-react';
import {
  invitations,
  users,
  type CreatedInvitation,
  type Department,
  type Person,
  type PersonWithPassword,
} from '@farm3d/api';
import { invitationDefaults, invitationFields, invitationOf } from '../../components/people/invitation.tsx';
import { createForm } from '../../kit/forms/create-form.ts';
import type { Services } from '../../platform/services.ts';
import {
  draftOf,
  membershipFields,
  membershipOf,
  nameOf,
  patchOf,
  USER_BODY_FIELDS,
  userFields,
  userValues,
} from './user-fields.ts';
import { t } from './zh-CN.ts';

interface Choices {
  /** Roles that the caller can give. */
  readonly roles: readonly string[];
  readonly departments: readonly Department[];
}

interface UserFormOptions extends Choices {
  /** Null: a new user. */
  readonly user: Person | null;
  /** Receives the user after the call, with the password when one was made. */
  readonly onSaved: (saved: PersonWithPassword) => void;
}

/** Form of a new or an existing user. What was typed is kept until it is saved. */
export const UserFormModel = createModel(
  (services: Services, { user, roles, departments, onSaved }: UserFormOptions) => {
    const calls = services.clientOf({ users }).users;
    // Roles above the caller's own stay visible on who has them; the server refuses to change those.
    const offered = [...new Set([...roles, ...(user?.roles ?? [])])];
    return createForm(services, {
      fields: () => userFields(user === null, offered, departments),
      ...(user ? { initial: userValues(user) } : {}),
      draft: user ? `user.${user.userId}` : 'user.new',
      bodyFields: USER_BODY_FIELDS,
      send: async (values) =>
        onSaved(await (user ? calls.update(user.userId, patchOf(values)) : calls.create(draftOf(values)))),
    });
  },
);

interface InviteFormOptions extends Choices {
  /** Receives the invitation with the secret of its link. */
  readonly onInvited: (made: CreatedInvitation) => void;
}

/** Form of a new invitation into the organisation. */
export const InviteFormModel = createModel(
  (services: Services, { roles, departments, onInvited }: InviteFormOptions) =>
    createForm(services, {
      fields: () => [...invitationFields(), ...membershipFields(roles, departments)],
      initial: invitationDefaults,
      draft: 'invitation.new',
      bodyFields: USER_BODY_FIELDS,
      send: async (values) => {
        const draft = { ...invitationOf(values), ...membershipOf(values) };
        onInvited(await services.clientOf({ invitations }).invitations.create(draft));
      },
    }),
);

/** Form of the end of a membership. @param successors who can have the open work */
export const RemoveFormModel = createModel(
  (services: Services, userId: string, successors: readonly Person[], onRemoved: () => void) =>
    createForm(services, {
      fields: () => [
        {
          key: 'successorId',
          type: 'select',
          label: t('users.remove.successor'),
          placeholder: t('users.remove.successor.none'),
          hint: t('users.remove.successor.hint'),
          options: successors.map((person) => ({ value: person.userId, label: nameOf(person) })),
        },
      ],
      send: async ({ successorId }) => {
        const chosen = typeof successorId === 'string' && successorId !== '' ? successorId : undefined;
        await services.clientOf({ users }).users.remove(userId, chosen);
        onRemoved();
      },
    }),
);
