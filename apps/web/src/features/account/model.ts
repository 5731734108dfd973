import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { ApiKey, LoginSession, Role, User } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live } from '../../platform/services.ts';
import { changeUser, isAdministrator, user } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { knownRoles } from '../../components/access/role-text.ts';
import { accountApi } from './account-api.ts';
import type { MadeKey } from './key-form.ts';
import { t } from './zh-CN.ts';

/** What the user confirms first. */
export type Asked = { readonly end: 'others' } | { readonly remove: ApiKey };

/** What the profile shows. */
export type Profile = Pick<User, 'displayName' | 'phone' | 'email' | 'areaCode' | 'picture'>;

/** Profile, logins and keys of the caller. */
export const AccountModel = createModel(() => {
  const person = loadable<Profile>((abort) => api.auth.me({ signal: abort }));
  const showsEnded = signal(false);
  const sessions = loadable<readonly LoginSession[]>(
    async (abort) =>
      (await accountApi.sessions.list({ ended: showsEnded.peek() ? '1' : '0' }, { signal: abort })).items,
  );
  const roles = loadable<readonly Role[]>(async (abort) =>
    knownRoles((await accountApi.users.roles({ signal: abort })).items),
  );
  const keys = loadable<readonly ApiKey[]>(
    async (abort) => (await accountApi.apiKeys.list({ signal: abort })).items,
  );
  const asked = signal<Asked | null>(null);
  const busy = signal(false);
  /** Whether the form of a new key is open. */
  const isMaking = signal(false);
  /** A new key, shown once. */
  const made = signal<MadeKey | null>(null);
  /** Whether the caller may make keys. */
  const mayMakeKeys = isAdministrator;
  const refresh = (): void => {
    void person.load();
    void sessions.load();
    void roles.load();
    if (mayMakeKeys.peek()) void keys.load();
  };
  effect(() => {
    if (mayMakeKeys.value) void keys.load();
  });
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  refresh();

  const attempt = async (work: () => Promise<string>): Promise<void> => {
    busy.value = true;
    try {
      showToast('success', await work());
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = false;
      asked.value = null;
    }
  };
  const endSessions = (ids: readonly string[]): Promise<void> =>
    attempt(async () => {
      try {
        for (const id of ids) await accountApi.sessions.revoke(id);
      } finally {
        await sessions.load();
      }
      return t('account.session.hasEnded');
    });
  const others = computed(() =>
    (sessions.value.value ?? []).filter(({ current, endedAt }) => !current && endedAt === null),
  );
  return {
    person,
    sessions,
    showsEnded,
    others,
    roles,
    keys,
    asked,
    busy,
    isMaking,
    made,
    mayMakeKeys,
    refresh,
    /** Roles with rights that the caller can give to a key. */
    offeredRoles: computed(() =>
      (roles.value.value ?? []).filter(
        ({ role, rights }) =>
          rights.length > 0 &&
          (role !== 'owner' || user.value?.roles.includes('owner')) &&
          rights.every((right) => user.value?.rights.includes(right)),
      ),
    ),
    saved: (changed: Profile): void => {
      const { displayName, areaCode, picture } = changed;
      person.set(changed);
      changeUser({ displayName, areaCode, picture });
      showToast('success', t('account.saved'));
    },
    passwordChanged: (): void => {
      showToast('success', t('account.password.changed'));
      void sessions.load();
    },
    showEnded: (on: boolean): void => {
      showsEnded.value = on;
      void sessions.load();
    },
    endSession: (id: string): Promise<void> => endSessions([id]),
    ask: (what: Asked | null): void => {
      asked.value = what;
    },
    confirm: (): Promise<void> => {
      const what = asked.peek();
      if (!what) return Promise.resolve();
      if ('end' in what) return endSessions(others.peek().map(({ id }) => id));
      return attempt(async () => {
        await accountApi.apiKeys.remove(what.remove.id);
        await keys.load();
        return t('account.key.removed');
      });
    },
    makeKey: (open: boolean): void => {
      isMaking.value = open;
    },
    keyMade: (key: MadeKey): void => {
      isMaking.value = false;
      made.value = key;
      void keys.load();
    },
    keyStored: (): void => {
      made.value = null;
    },
  };
});

export type Account = InstanceType<typeof AccountModel>;
