import { createModel } from '@preact/signals-react';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { organisationApi } from '../../platform/organisation-api.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

export interface DeletedOrganisation {
  readonly id: string;
  readonly name: string;
}

/** Form of the deletion of an organisation: its name is typed. */
export const DeleteFormModel = createModel(({ id, name }: DeletedOrganisation, onDeleted: () => void) => {
  const form = createFormModel({
    fields: () => [
      {
        key: 'name',
        type: 'text',
        label: t('organisationData.delete.name'),
        required: true,
        check: (value) =>
          typeof value === 'string' && value.trim() === name
            ? null
            : t('organisationData.delete.name.wrong', { name }),
      },
    ],
    locale,
    problemOf: formProblem(),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      await organisationApi.organisations.remove(id, (values['name'] as string).trim());
      showToast('success', t('organisationData.delete.begun', { name }));
      onDeleted();
    },
  };
});
