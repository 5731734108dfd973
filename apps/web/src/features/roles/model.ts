import { computed, createModel, signal } from '@preact/signals-react';
import {
  accessRules,
  groups,
  roles,
  users,
  type AccessRule,
  type Department,
  type DeviceGroup,
  type Person,
  type Role,
  type Scene,
} from '@farm3d/api';
import { knownRoles, roleText } from '../../components/access/role-text.ts';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Users and scenes of a call. */
const PAGE_ROWS = 200;

/** Who and what a rule can name. */
export interface Choices {
  readonly people: readonly Person[];
  readonly roles: readonly Role[];
  readonly departments: readonly Department[];
  readonly groups: readonly DeviceGroup[];
  readonly scenes: readonly Pick<Scene, 'id' | 'name'>[];
}

/** What is asked before it is done. */
export type Asked = { readonly role: Role } | { readonly rule: AccessRule };

/** The roles of the organisation, and its rights by group and scene. */
export const RolesModel = createModel(({ api, clientOf, live, session }: Services) => {
  const calls = clientOf({ roles, accessRules, users, groups });
  const tab = signal('roles');
  const known = loadable<readonly Role[]>(async (abort) =>
    knownRoles((await calls.users.roles({ signal: abort })).items),
  );
  const rules = loadable<readonly AccessRule[]>(
    async (abort) => (await calls.accessRules.list({ signal: abort })).items,
  );
  const choices = loadable<Choices>(async (abort) => {
    const options = { signal: abort };
    const [people, named, departments, groupTree, scenes] = await Promise.all([
      calls.users.list({ pageSize: PAGE_ROWS }, options),
      calls.users.roles(options),
      api.organisation.departments(options),
      calls.groups.list({}, options),
      api.scenes.list({ pageSize: PAGE_ROWS }, options),
    ]);
    return {
      people: people.items,
      roles: knownRoles(named.items),
      departments: departments.items,
      groups: groupTree.items,
      scenes: scenes.items,
    };
  });
  /** The open form of a role: of a new one, or of one. */
  const editing = createOpening<Role | 'new'>();
  /** The form of a rule. */
  const giving = createOpening<true>();
  const refresh = (): void => {
    void known.load();
    if (session.isAdministrator.peek()) void rules.load();
  };
  whenResumed(live, refresh);
  refresh();
  const { attempt } = createAttempts(refresh);
  return {
    tab,
    known,
    rules,
    choices,
    editing,
    giving,
    refresh,
    /** Own roles first, each part in its order. */
    shown: computed(() => {
      const all = known.value.value ?? [];
      return [...all.filter(({ own }) => own), ...all.filter(({ own }) => !own)];
    }),
    /** Rights that the caller can give. */
    rights: computed(() => session.user.value?.rights ?? []),
    select: (id: string): void => {
      tab.value = id;
    },
    give: (): void => {
      giving.open(true);
      void choices.load();
    },
    saved: (): void => {
      showToast('success', t(giving.subject.peek() ? 'rules.saved' : 'roles.saved'));
      editing.close();
      giving.close();
      refresh();
    },
    asked: createQuestion<Asked>((what) =>
      attempt(async () => {
        if ('rule' in what) {
          await calls.accessRules.remove(what.rule.id);
          return t('rules.removed');
        }
        await calls.roles.remove(what.role.role);
        return t('roles.removed', { name: roleText(what.role.role) });
      }),
    ),
  };
});

export type Roles = InstanceType<typeof RolesModel>;
