import { createModel } from '@preact/signals-react';
import type { DeviceGroup } from '@farm3d/api';
import { createFormModel, type FormField, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { groupApi } from './group-api.ts';
import { pathTo, rowsOf, withinOf } from './group-tree.ts';
import type { EditedGroup } from './model.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;

/** Form keys by names of the call's body, where they differ. */
const BODY_FIELDS: Readonly<Record<string, string>> = { parentId: 'parent' };

/** Fields of a group. @param group null: a new one */
function groupFields(group: DeviceGroup | null, groups: readonly DeviceGroup[]): readonly FormField[] {
  const within = group === null ? new Set<string>() : withinOf(groups, group.id);
  return [
    { key: 'name', type: 'text', label: t('groups.name'), required: true, maxLength: NAME_MAX },
    {
      key: 'parent',
      type: 'select',
      label: t('groups.parent'),
      placeholder: t('groups.parent.none'),
      options: [
        { value: '', label: t('groups.parent.none') },
        ...rowsOf(groups, new Set())
          .filter((row) => !within.has(row.group.id))
          .map((row) => ({
            value: row.group.id,
            label: [...pathTo(groups, row.group.id), row.group].map(({ name }) => name).join(' / '),
          })),
      ],
    },
  ];
}

interface GroupFormOptions {
  readonly edited: EditedGroup;
  readonly groups: readonly DeviceGroup[];
  readonly onSaved: (saved: DeviceGroup) => void;
}

/** Form of a new or an existing group. What was typed is kept until it is saved. */
export const GroupFormModel = createModel(({ edited, groups, onSaved }: GroupFormOptions) => {
  const { group, parentId } = edited;
  const initial: FormValues = { name: group?.name ?? '', parent: parentId ?? '' };
  const form = createFormModel({
    fields: () => groupFields(group, groups),
    locale,
    initial,
    draft: formDraft(group ? `group.${group.id}` : `group.new.${parentId ?? ''}`),
    problemOf: formProblem(BODY_FIELDS),
  });
  return {
    form,
    send: async ({ name, parent }: FormValues): Promise<void> => {
      const values = {
        name: typeof name === 'string' ? name.trim() : '',
        parentId: typeof parent === 'string' && parent !== '' ? parent : null,
      };
      const saved = group
        ? await groupApi.groups.update(group.id, values)
        : await groupApi.groups.create(values);
      if (!group) form.reset(initial);
      onSaved(saved);
    },
  };
});
