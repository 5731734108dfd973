import { computed, createModel } from '@preact/signals-react';
import { users as userCalls, type Department } from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { createForm } from '../../kit/forms/create-form.ts';
import { allPages } from '../../kit/list-model.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;

/** A department with its depth in the tree; those at the top have 0. */
export interface PlacedDepartment {
  readonly department: Department;
  readonly depth: number;
}

/** What the open form does: renames one, or makes one below another or at the top. */
export type Editing = { readonly rename: Department } | { readonly below: Department | null };

/** Each department before those below it. */
function inOrder(departments: readonly Department[], depth = 0): PlacedDepartment[] {
  return departments.flatMap((department) => [
    { department, depth },
    ...inOrder(department.children, depth + 1),
  ]);
}

/** The departments of the organisation. */
export const DepartmentsModel = createModel(({ api, clientOf, live, session }: Services) => {
  const { users } = clientOf({ users: userCalls });
  const tree = loadable<readonly Department[]>(
    async (abort) => (await api.organisation.departments({ signal: abort })).items,
  );
  /** How many people are in each department, by id. */
  const people = loadable<ReadonlyMap<string, number>>(async (abort) => {
    const counts = new Map<string, number>();
    for (const { departmentId } of await allPages((page) => users.list(page, { signal: abort })))
      if (departmentId !== null) counts.set(departmentId, (counts.get(departmentId) ?? 0) + 1);
    return counts;
  });
  const editing = createOpening<Editing>();
  const refresh = (): void => {
    void tree.load();
    // Only administrators see everybody.
    if (session.isAdministrator.peek()) void people.load();
  };
  whenResumed(live, refresh);
  refresh();
  const { attempt } = createAttempts(refresh);
  return {
    tree,
    people,
    editing,
    refresh,
    rows: computed(() => inOrder(tree.value.value ?? [])),
    saved: (): void => {
      editing.close();
      showToast('success', t('departments.saved'));
      void tree.load();
    },
    removing: createQuestion(({ id, name }: Department) =>
      attempt(async () => {
        await api.organisation.removeDepartment(id);
        return t('departments.removed', { name });
      }),
    ),
  };
});

export type Departments = InstanceType<typeof DepartmentsModel>;

/** Form of a department's name. */
export const DepartmentFormModel = createModel((services: Services, what: Editing, onSaved: () => void) => {
  const { organisation } = services.api;
  return createForm(services, {
    fields: () => [
      { key: 'name', type: 'text', label: t('departments.name'), required: true, maxLength: NAME_MAX },
    ],
    initial: { name: 'rename' in what ? what.rename.name : '' },
    bodyFields: { deptName: 'name' },
    send: async (values) => {
      const name = (values['name'] as string).trim();
      if ('rename' in what) await organisation.renameDepartment(what.rename.id, name);
      else await organisation.createDepartment({ name, parentId: what.below?.id ?? null });
      onSaved();
    },
  });
});
