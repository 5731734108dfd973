import { createModel } from '@preact/signals-react';
import {
  ACCESS_LEVELS,
  accessRules,
  roles,
  type AccessLevel,
  type AccessRuleDraft,
  type Department,
  type DeviceGroup,
  type Right,
  type Role,
} from '@farm3d/api';
import type { SelectOption } from '@farm3d/ui';
import { rightText, roleText } from '../../components/access/role-text.ts';
import { createForm } from '../../kit/forms/create-form.ts';
import type { Services } from '../../platform/services.ts';
import type { Choices } from './model.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;

/**
 * Form of a new or an existing role. A new one has no right until one is chosen.
 * @param rights that the caller can give
 */
export const RoleFormModel = createModel(
  (services: Services, role: Role | null, rights: readonly string[], onSaved: () => void) => {
    const calls = services.clientOf({ roles }).roles;
    return createForm(services, {
      fields: () => [
        { key: 'name', type: 'text', label: t('roles.name'), required: true, maxLength: NAME_MAX },
        {
          key: 'rights',
          type: 'select',
          multiple: true,
          label: t('roles.rights'),
          placeholder: t('roles.noRights'),
          hint: t('roles.rights.hint'),
          options: rights.map((right) => ({ value: right, label: rightText(right) })),
        },
      ],
      ...(role ? { initial: { name: role.name, rights: [...role.rights] } } : {}),
      send: async (values) => {
        const draft = {
          name: (values['name'] as string).trim(),
          rights: [...((values['rights'] ?? []) as readonly Right[])],
        };
        if (role) await calls.update(role.role, draft);
        else await calls.create(draft);
        onSaved();
      },
    });
  },
);

/** Members of a draft that a choice sets; its value is `<member>:<id>`. */
type Named = 'userId' | 'role' | 'departmentId' | 'groupId' | 'sceneId';

const option = (named: Named, id: string, label: string): SelectOption => ({
  value: `${named}:${id}`,
  label,
});

const departmentOptions = (tree: readonly Department[], above = ''): SelectOption[] =>
  tree.flatMap(({ id, name, children }) => [
    option('departmentId', id, t('rules.department', { name: above + name })),
    ...departmentOptions(children, `${above}${name} / `),
  ]);

/** Names of the groups above a group, and its own. */
function groupPath(groups: readonly DeviceGroup[], { name, parentId }: DeviceGroup): string {
  const parent = groups.find(({ id }) => id === parentId);
  return parent ? `${groupPath(groups, parent)} / ${name}` : name;
}

const whoOptions = ({ people, roles, departments }: Choices): SelectOption[] => [
  ...people.map(({ userId, displayName, username }) =>
    option('userId', userId, t('rules.user', { name: displayName || username })),
  ),
  ...roles.map(({ role }) => option('role', role, t('rules.role', { name: roleText(role) }))),
  ...departmentOptions(departments),
];

const whatOptions = ({ groups, scenes }: Choices): SelectOption[] => [
  ...groups.map((group) => option('groupId', group.id, t('rules.group', { name: groupPath(groups, group) }))),
  ...scenes.map(({ id, name }) => option('sceneId', id, t('rules.scene', { name }))),
];

/** The member of a draft that a choice names. */
function named(choice: unknown): Partial<Record<Named, string>> {
  const [member = '', id = ''] = String(choice).split(/:(.*)/);
  return { [member]: id };
}

/** Form of a right on a group or a scene. */
export const RuleFormModel = createModel((services: Services, choices: Choices, onSaved: () => void) =>
  createForm(services, {
    fields: () => [
      {
        key: 'who',
        type: 'select',
        label: t('rules.who'),
        placeholder: t('rules.who.placeholder'),
        required: true,
        options: whoOptions(choices),
      },
      {
        key: 'what',
        type: 'select',
        label: t('rules.what'),
        placeholder: t('rules.what.placeholder'),
        required: true,
        options: whatOptions(choices),
      },
      {
        key: 'level',
        type: 'select',
        label: t('rules.level'),
        placeholder: t('rules.level.placeholder'),
        required: true,
        options: ACCESS_LEVELS.map((level) => ({ value: level, label: t(`rules.level.${level}`) })),
      },
    ],
    // Least right by default.
    initial: { level: 'see' },
    bodyFields: { userId: 'who', role: 'who', departmentId: 'who', groupId: 'what', sceneId: 'what' },
    send: async ({ who, what, level }) => {
      const draft: AccessRuleDraft = { ...named(who), ...named(what), level: level as AccessLevel };
      await services.clientOf({ accessRules }).accessRules.save(draft);
      onSaved();
    },
  }),
);
