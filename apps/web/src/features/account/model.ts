import { computed, createModel, effect, signal } from '@preact/signals-react';
import {
  apiKeys,
  sessions as sessionCalls,
  users,
  type ApiKey,
  type LoginSession,
  type Role,
  type User,
} from '@farm3d/api';
import { knownRoles } from '../../components/access/role-text.ts';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** What the user confirms first. */
type Asked = { readonly end: 'others' } | { readonly remove: ApiKey };

/** A new key with its secret, which is shown once. */
export interface MadeKey {
  readonly name: string;
  readonly key: string;
}

/** What the profile shows. */
export type Profile = Pick<User, 'displayName' | 'phone' | 'email' | 'areaCode' | 'picture'>;

/** Profile, logins and keys of the caller. */
export const AccountModel = createModel(({ api, clientOf, live, session }: Services) => {
  const calls = clientOf({ apiKeys, sessions: sessionCalls, users });
  const person = loadable<Profile>((abort) => api.auth.me({ signal: abort }));
  const showsEnded = signal(false);
  const sessions = loadable<readonly LoginSession[]>(
    async (abort) =>
      (await calls.sessions.list({ ended: showsEnded.peek() ? '1' : '0' }, { signal: abort })).items,
  );
  const roles = loadable<readonly Role[]>(async (abort) =>
    knownRoles((await calls.users.roles({ signal: abort })).items),
  );
  const keys = loadable<readonly ApiKey[]>(
    async (abort) => (await calls.apiKeys.list({ signal: abort })).items,
  );
  /** The form of a new key. */
  const making = createOpening<true>();
  /** A new key, shown once. */
  const made = createOpening<MadeKey>();
  /** Whether the caller may make keys. */
  const mayMakeKeys = session.isAdministrator;
  const refresh = (): void => {
    void person.load();
    void sessions.load();
    void roles.load();
    if (mayMakeKeys.peek()) void keys.load();
  };
  effect(() => {
    if (mayMakeKeys.value) void keys.load();
  });
  whenResumed(live, refresh);
  refresh();

  const { attempt } = createAttempts();
  const endSessions = (ids: readonly string[]) =>
    attempt(async () => {
      try {
        for (const id of ids) await calls.sessions.revoke(id);
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
    making,
    made,
    mayMakeKeys,
    refresh,
    /** Roles with rights that the caller can give to a key. */
    offeredRoles: computed(() =>
      (roles.value.value ?? []).filter(
        ({ role, rights }) =>
          rights.length > 0 &&
          (role !== 'owner' || session.user.value?.roles.includes('owner')) &&
          rights.every((right) => session.user.value?.rights.includes(right)),
      ),
    ),
    saved: (changed: Profile): void => {
      const { displayName, areaCode, picture } = changed;
      person.set(changed);
      session.changeUser({ displayName, areaCode, picture });
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
    endSession: (id: string) => endSessions([id]),
    asked: createQuestion<Asked>((what) =>
      'end' in what
        ? endSessions(others.peek().map(({ id }) => id))
        : attempt(async () => {
            await calls.apiKeys.remove(what.remove.id);
            await keys.load();
            return t('account.key.removed');
          }),
    ),
    keyMade: (key: MadeKey): void => {
      making.close();
      made.open(key);
      void keys.load();
    },
  };
});

export type Account = InstanceType<typeof AccountModel>;
