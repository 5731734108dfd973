import { createModel } from '@preact/signals-react';
import type { DeviceGroup } from '@farm3d/api';
import type { FormField, FormValues } from '@farm3d/ui';
import { createForm } from '../../kit/forms/create-form.ts';
import type { Services } from '../../platform/services.ts';
import { pathTo, rowsOf, withinOf } from './grouping.ts';
import { groupCallsOf, type EditedGroup } from './model.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;

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
export const GroupFormModel = createModel(
  (services: Services, { edited: { group, parentId }, groups, onSaved }: GroupFormOptions) => {
    const calls = groupCallsOf(services).groups;
    const initial: FormValues = { name: group?.name ?? '', parent: parentId ?? '' };
    const sent = createForm(services, {
      fields: () => groupFields(group, groups),
      initial,
      draft: group ? `group.${group.id}` : `group.new.${parentId ?? ''}`,
      bodyFields: { parentId: 'parent' },
      send: async ({ name, parent }) => {
        const values = {
          name: typeof name === 'string' ? name.trim() : '',
          parentId: typeof parent === 'string' && parent !== '' ? parent : null,
        };
        const saved = await (group ? calls.update(group.id, values) : calls.create(values));
        if (!group) sent.form.reset(initial);
        onSaved(saved);
      },
    });
    return sent;
  },
);
