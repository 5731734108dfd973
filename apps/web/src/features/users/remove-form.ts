import { createModel } from '@preact/signals-react';
import type { Person } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../components/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { nameOf } from './model.ts';
import { t } from './zh-CN.ts';
import { userApi } from './user-api.ts';

/** Form of the end of a membership. @param successors who can have the open work */
export const RemoveFormModel = createModel(
  (userId: string, successors: readonly Person[], onRemoved: () => void) => {
    const form = createFormModel({
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
      locale,
      problemOf: formProblem(),
    });
    return {
      form,
      send: async ({ successorId }: FormValues): Promise<void> => {
        const chosen = typeof successorId === 'string' && successorId !== '' ? successorId : undefined;
        await userApi.users.remove(userId, chosen);
        onRemoved();
      },
    };
  },
);
