import { message, type Department, type Person, type PersonDraft, type PersonPatch } from '@farm3d/api';
import { email, telphone } from '@farm3d/api/validation';
import type { FieldValue, FormField, FormValues, SelectOption } from '@farm3d/ui';
import { locale } from '../../platform/locale.ts';
import { roleText } from '../../components/access/role-text.ts';
import { t } from './zh-CN.ts';

const USERNAME = /^[\p{L}\p{N}._@-]+$/u;
const TEXT_MAX = 64;

/** Form keys by names of the call's body, where they differ. */
export const USER_BODY_FIELDS: Readonly<Record<string, string>> = { deptId: 'department' };

/** Name for people: the display name, else the user name. */
export const nameOf = ({ displayName, username }: Pick<Person, 'displayName' | 'username'>): string =>
  displayName || username;

const typed = (value: FieldValue): string => (typeof value === 'string' ? value.trim() : '');
const unlessEmpty =
  (isRight: (text: string) => boolean, wrong: () => string) =>
  (value: FieldValue): string | null =>
    typed(value) === '' || isRight(typed(value)) ? null : wrong();

/** Departments from the root down, each by its path. */
function departmentOptions(tree: readonly Department[], above = ''): SelectOption[] {
  return tree.flatMap(({ id, name, children }) => {
    const label = above + name;
    return [{ value: id, label }, ...departmentOptions(children, `${label} / `)];
  });
}

/** Fields of a person's place in the organisation: roles and, where there are some, the department. */
export const membershipFields = (
  roles: readonly string[],
  departments: readonly Department[],
): readonly FormField[] => [
  {
    key: 'roles',
    type: 'select',
    multiple: true,
    label: t('users.roles'),
    placeholder: t('users.roles.placeholder'),
    required: true,
    options: roles.map((role) => ({ value: role, label: roleText(role) })),
  },
  ...(departments.length > 0
    ? [
        {
          key: 'department',
          type: 'select',
          label: t('users.department'),
          placeholder: t('users.department.none'),
          options: departmentOptions(departments),
        } satisfies FormField,
      ]
    : []),
];

/**
 * Fields of a user.
 * @param isNew with the user name, which stays as it is afterwards
 * @param roles those that can be given
 */
export const userFields = (
  isNew: boolean,
  roles: readonly string[],
  departments: readonly Department[],
): readonly FormField[] => [
  ...(isNew
    ? [
        {
          key: 'username',
          type: 'text',
          label: t('users.username'),
          hint: t('users.username.hint'),
          required: true,
          maxLength: TEXT_MAX,
          check: unlessEmpty(
            (text) => USERNAME.test(text),
            () => t('users.username.wrong'),
          ),
        } satisfies FormField,
      ]
    : []),
  { key: 'displayName', type: 'text', label: t('users.displayName'), maxLength: TEXT_MAX },
  ...membershipFields(roles, departments),
  {
    key: 'phone',
    type: 'text',
    label: t('users.phone'),
    isHalf: true,
    check: unlessEmpty(telphone, () => message('user.phone', locale.value)),
  },
  {
    key: 'email',
    type: 'text',
    label: t('users.email'),
    isHalf: true,
    check: unlessEmpty(email, () => message('user.email', locale.value)),
  },
];

/** A stored user as values of the form. */
export const userValues = ({
  displayName,
  roles,
  departmentId,
  phone,
  email: address,
}: Person): FormValues => ({
  displayName,
  roles,
  department: departmentId,
  phone,
  email: address,
});

const rolesOf = (values: FormValues): readonly string[] => (values['roles'] ?? []) as readonly string[];

/** Roles and department of the form. Without departments to choose from, that of the user stays. */
export const membershipOf = (values: FormValues) => ({
  roles: [...rolesOf(values)],
  ...('department' in values ? { departmentId: typed(values['department'] ?? '') || null } : {}),
});

/** What a new and a changed user have in common. */
const shared = (values: FormValues) => ({
  ...membershipOf(values),
  displayName: typed(values['displayName'] ?? ''),
  phone: typed(values['phone'] ?? ''),
  email: typed(values['email'] ?? ''),
});

/** The values of the form as changes of a user. */
export const patchOf = (values: FormValues): PersonPatch => shared(values);

/** The values of the form as a new user, whose password the server makes. */
export const draftOf = (values: FormValues): PersonDraft => ({
  ...shared(values),
  username: typed(values['username'] ?? ''),
});
