import { createModel } from '@preact/signals-react';
import {
  ACCESS_LEVELS,
  type AccessLevel,
  type AccessRuleDraft,
  type Department,
  type DeviceGroup,
} from '@farm3d/api';
import { createFormModel, type FormValues, type SelectOption } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { roleText } from '../../components/access/role-text.ts';
import { roleApi, type Choices } from './role-api.ts';
import { t } from './zh-CN.ts';

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
export const RuleFormModel = createModel((choices: Choices, onSaved: () => void) => {
  const form = createFormModel({
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
    locale,
    // Least right by default.
    initial: { level: 'see' },
    problemOf: formProblem({
      userId: 'who',
      role: 'who',
      departmentId: 'who',
      groupId: 'what',
      sceneId: 'what',
    }),
  });
  return {
    form,
    send: async ({ who, what, level }: FormValues): Promise<void> => {
      const draft: AccessRuleDraft = { ...named(who), ...named(what), level: level as AccessLevel };
      await roleApi.accessRules.save(draft);
      onSaved();
    },
  };
});
