import { computed, createModel, effect, signal } from '@preact/signals-react';
import { createClientOf, users, type Department } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { api, clientOptions, live } from '../../platform/services.ts';
import { isAdministrator } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;
/** Users of a call. */
const PAGE_USERS = 200;

const userApi = createClientOf({ users }, clientOptions);

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

/** How many people are in each department, by id. */
async function peopleByDepartment(abort: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let page = 1, seen = 0; ; page += 1) {
    const { items, total } = await userApi.users.list({ page, pageSize: PAGE_USERS }, { signal: abort });
    for (const { departmentId } of items)
      if (departmentId !== null) counts.set(departmentId, (counts.get(departmentId) ?? 0) + 1);
    seen += items.length;
    if (items.length < PAGE_USERS || seen >= total) return counts;
  }
}

/** The departments of the organisation. */
export const DepartmentsModel = createModel(() => {
  const tree = loadable<readonly Department[]>(
    async (abort) => (await api.organisation.departments({ signal: abort })).items,
  );
  const people = loadable(peopleByDepartment);
  const editing = signal<Editing | null>(null);
  const removing = signal<Department | null>(null);
  const busy = signal(false);
  const refresh = (): void => {
    void tree.load();
    // Only administrators see everybody.
    if (isAdministrator.peek()) void people.load();
  };
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  refresh();
  return {
    tree,
    people,
    editing,
    removing,
    busy,
    refresh,
    rows: computed(() => inOrder(tree.value.value ?? [])),
    edit: (what: Editing | null): void => {
      editing.value = what;
    },
    saved: (): void => {
      editing.value = null;
      showToast('success', t('departments.saved'));
      void tree.load();
    },
    askRemoval: (department: Department | null): void => {
      removing.value = department;
    },
    remove: async ({ id, name }: Department): Promise<void> => {
      busy.value = true;
      try {
        await api.organisation.removeDepartment(id);
        showToast('success', t('departments.removed', { name }));
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        removing.value = null;
        refresh();
      }
    },
  };
});

export type Departments = InstanceType<typeof DepartmentsModel>;

/** Form of a department's name. */
export const DepartmentFormModel = createModel((what: Editing, onSaved: () => void) => {
  const form = createFormModel({
    fields: () => [
      { key: 'name', type: 'text', label: t('departments.name'), required: true, maxLength: NAME_MAX },
    ],
    locale,
    initial: { name: 'rename' in what ? what.rename.name : '' },
    problemOf: formProblem({ deptName: 'name' }),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const name = (values['name'] as string).trim();
      if ('rename' in what) await api.organisation.renameDepartment(what.rename.id, name);
      else await api.organisation.createDepartment({ name, parentId: what.below?.id ?? null });
      onSaved();
    },
  };
});
