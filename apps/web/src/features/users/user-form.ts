import { createModel } from '@preact/signals-react';
import type { Department, Person, PersonWithPassword } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../components/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { userApi } from './user-api.ts';
import { draftOf, patchOf, USER_BODY_FIELDS, userFields, userValues } from './user-fields.ts';

export interface UserFormOptions {
  /** Null: a new user. */
  readonly user: Person | null;
  /** Roles that the caller can give. */
  readonly roles: readonly string[];
  readonly departments: readonly Department[];
  /** Receives the user after the call, with the password when one was made. */
  readonly onSaved: (saved: PersonWithPassword) => void;
}

/** Form of a new or an existing user. What was typed is kept until it is saved. */
export const UserFormModel = createModel(({ user, roles, departments, onSaved }: UserFormOptions) => {
  // Roles above the caller's own stay visible on who has them; the server refuses to change those.
  const offered = [...new Set([...roles, ...(user?.roles ?? [])])];
  const form = createFormModel({
    fields: () => userFields(user === null, offered, departments),
    locale,
    ...(user ? { initial: userValues(user) } : {}),
    draft: formDraft(user ? `user.${user.userId}` : 'user.new'),
    problemOf: formProblem(USER_BODY_FIELDS),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const saved = user
        ? await userApi.users.update(user.userId, patchOf(values))
        : await userApi.users.create(draftOf(values));
      onSaved(saved);
    },
  };
});
