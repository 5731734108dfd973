import { createModel } from '@preact/signals-react';
import type { Right, Role } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { presentTime } from '../../platform/time-text.ts';
import { rightText, roleText } from '../../components/access/role-text.ts';
import { accountApi } from './account-api.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;

/** A new key with its secret, which is shown once. */
export interface MadeKey {
  readonly name: string;
  readonly key: string;
}

/** The end of a day, where the user is. */
const endOfDay = (day: string): number => new Date(`${day}T23:59:59`).getTime();

const asList = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** Rights of all roles, or of the named ones. */
const rightsOf = (roles: readonly Role[], named?: readonly string[]): string[] => [
  ...new Set(roles.filter(({ role }) => named?.includes(role) !== false).flatMap(({ rights }) => rights)),
];

/** Form of a new key of a program. @param roles those that the caller can give */
export const KeyFormModel = createModel((roles: readonly Role[], onMade: (made: MadeKey) => void) => {
  const rights = rightsOf(roles);
  const form = createFormModel({
    fields: () => [
      { key: 'name', type: 'text', label: t('account.key.name'), required: true, maxLength: NAME_MAX },
      {
        key: 'roles',
        type: 'select',
        multiple: true,
        label: t('account.key.roles'),
        placeholder: t('account.key.roles.placeholder'),
        required: true,
        options: roles.map(({ role }) => ({ value: role, label: roleText(role) })),
      },
      {
        key: 'rights',
        type: 'select',
        multiple: true,
        label: t('account.key.rights'),
        placeholder: t('account.key.rights.placeholder'),
        hint: t('account.key.rights.hint'),
        options: rights.map((right) => ({ value: right, label: rightText(right) })),
        check: (value, values) => {
          const given = rightsOf(roles, asList(values['roles']));
          const missing = asList(value).find((right) => !given.includes(right));
          return missing === undefined
            ? null
            : t('account.key.rights.missing', { right: rightText(missing) });
        },
      },
      {
        key: 'readOnly',
        type: 'switch',
        label: t('account.key.readOnly'),
        hint: t('account.key.readOnly.hint'),
      },
      {
        key: 'until',
        type: 'date',
        label: t('account.key.until'),
        hint: t('account.key.until.hint'),
        check: (value) =>
          typeof value === 'string' && value !== '' && endOfDay(value) < presentTime()
            ? t('account.key.until.past')
            : null,
      },
    ],
    locale,
    problemOf: formProblem({ expireTime: 'until' }),
  });
  return {
    form,
    send: async ({ name, roles: chosen, rights: limits, readOnly, until }: FormValues): Promise<void> => {
      onMade(
        await accountApi.apiKeys.create({
          name: (name as string).trim(),
          roles: chosen as readonly string[],
          rights: asList(limits).length === 0 ? null : (asList(limits) as readonly Right[]),
          readOnly: readOnly === true,
          expiresAt: typeof until === 'string' && until !== '' ? endOfDay(until) : null,
        }),
      );
    },
  };
});
