import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { AccessRule, Role } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { live } from '../../platform/services.ts';
import { isAdministrator, user } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { knownRoles, roleText } from '../../components/access/role-text.ts';
import { choicesOf, roleApi } from './role-api.ts';
import { t } from './zh-CN.ts';

/** What is asked before it is done. */
export type Asked = { readonly role: Role } | { readonly rule: AccessRule };

/** The roles of the organisation, and its rights by group and scene. */
export const RolesModel = createModel(() => {
  const tab = signal('roles');
  const known = loadable<readonly Role[]>(async (abort) =>
    knownRoles((await roleApi.users.roles({ signal: abort })).items),
  );
  const rules = loadable<readonly AccessRule[]>(
    async (abort) => (await roleApi.accessRules.list({ signal: abort })).items,
  );
  const choices = loadable(choicesOf);
  /** The open form of a role: 'new', a role, or none. */
  const editing = signal<Role | 'new' | null>(null);
  const isGiving = signal(false);
  const asked = signal<Asked | null>(null);
  const busy = signal(false);
  const refresh = (): void => {
    void known.load();
    if (isAdministrator.peek()) void rules.load();
  };
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  refresh();
  const remove = async (what: Asked): Promise<string> => {
    if ('rule' in what) {
      await roleApi.accessRules.remove(what.rule.id);
      return t('rules.removed');
    }
    await roleApi.roles.remove(what.role.role);
    return t('roles.removed', { name: roleText(what.role.role) });
  };
  return {
    tab,
    known,
    rules,
    choices,
    editing,
    isGiving,
    asked,
    busy,
    refresh,
    /** Own roles first, each part in its order. */
    shown: computed(() => {
      const all = known.value.value ?? [];
      return [...all.filter(({ own }) => own), ...all.filter(({ own }) => !own)];
    }),
    /** Rights that the caller can give. */
    rights: computed(() => user.value?.rights ?? []),
    select: (id: string): void => {
      tab.value = id;
    },
    edit: (role: Role | 'new' | null): void => {
      editing.value = role;
    },
    give: (open: boolean): void => {
      isGiving.value = open;
      if (open) void choices.load();
    },
    saved: (): void => {
      showToast('success', t(isGiving.peek() ? 'rules.saved' : 'roles.saved'));
      editing.value = null;
      isGiving.value = false;
      refresh();
    },
    ask: (what: Asked | null): void => {
      asked.value = what;
    },
    confirm: async (): Promise<void> => {
      const what = asked.peek();
      if (!what) return;
      busy.value = true;
      try {
        showToast('success', await remove(what));
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        asked.value = null;
        refresh();
      }
    },
  };
});

export type Roles = InstanceType<typeof RolesModel>;
