import { createModel } from '@preact/signals-react';
import type { Right, Role } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { rightText } from '../../components/access/role-text.ts';
import { roleApi } from './role-api.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;

/**
 * Form of a new or an existing role. A new one has no right until one is chosen.
 * @param rights that the caller can give
 */
export const RoleFormModel = createModel(
  (role: Role | null, rights: readonly string[], onSaved: () => void) => {
    const form = createFormModel({
      fields: () => [
        { key: 'name', type: 'text', label: t('roles.name'), required: true, maxLength: NAME_MAX },
        {
          key: 'rights',
          type: 'select',
          multiple: true,
          label: t('roles.rights'),
          placeholder: t('roles.rights.placeholder'),
          hint: t('roles.rights.hint'),
          options: rights.map((right) => ({ value: right, label: rightText(right) })),
        },
      ],
      locale,
      ...(role ? { initial: { name: role.name, rights: [...role.rights] } } : {}),
      problemOf: formProblem(),
    });
    return {
      form,
      send: async (values: FormValues): Promise<void> => {
        const draft = {
          name: (values['name'] as string).trim(),
          rights: [...((values['rights'] ?? []) as readonly Right[])],
        };
        if (role) await roleApi.roles.update(role.role, draft);
        else await roleApi.roles.create(draft);
        onSaved();
      },
    };
  },
);
