import { computed, createModel, effect, signal } from '@preact/signals-react';
import type {
  CreatedInvitation,
  Department,
  Invitation,
  Person,
  PersonWithPassword,
  Role,
} from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { organisationApi } from '../../platform/organisation-api.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live } from '../../platform/services.ts';
import { isAdministrator, user as caller } from '../../platform/session.ts';
import { presentTime } from '../../platform/time-text.ts';
import { showToast } from '../../platform/toasts.ts';
import { knownRoles, roleText } from '../../components/access/role-text.ts';
import { t } from './zh-CN.ts';
import { userApi } from './user-api.ts';

/** Users of a call; an organisation's are fetched page by page. */
const PAGE_USERS = 200;

/** An action that the user confirms first. */
export type Asked = 'lock' | 'reset' | 'factors';

/** Name for people: the display name, else the user name. */
export const nameOf = ({ displayName, username }: Pick<Person, 'displayName' | 'username'>): string =>
  displayName || username;

async function allUsers(abort: AbortSignal): Promise<Person[]> {
  const found: Person[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await userApi.users.list({ page, pageSize: PAGE_USERS }, { signal: abort });
    found.push(...items);
    if (items.length < PAGE_USERS || found.length >= total) return found;
  }
}

/** Users of the organisation, and what an administrator does with them. */
export const UsersModel = createModel(() => {
  const search = signal('');
  const users = loadable<readonly Person[]>(allUsers);
  const roles = loadable<readonly Role[]>(async (abort) =>
    knownRoles((await userApi.users.roles({ signal: abort })).items),
  );
  const departments = loadable<readonly Department[]>(
    async (abort) => (await api.organisation.departments({ signal: abort })).items,
  );
  /** The opened form: 'new', a user, or none. */
  const editing = signal<Person | 'new' | null>(null);
  /** Who is taken out of the organisation. */
  const leaving = signal<Person | null>(null);
  /** Whose rights are shown. */
  const accessOf = signal<Person | null>(null);
  const asked = signal<{ readonly action: Asked; readonly user: Person } | null>(null);
  /** A made password, shown once. */
  const made = signal<{ readonly user: Person; readonly password: string } | null>(null);
  const busy = signal(false);
  /** Whether the form of an invitation is open. */
  const inviting = signal(false);
  /** A new invitation, whose link is shown once. */
  const invitation = signal<CreatedInvitation | null>(null);
  const invitations = loadable<readonly Invitation[]>(
    async (abort) => (await organisationApi.invitations.list({ signal: abort })).items,
  );
  /** Whether the caller may change users; others see names only. */
  const mayChange = isAdministrator;
  const refresh = (): void => {
    void users.load();
    void roles.load();
    void departments.load();
    if (mayChange.peek()) void invitations.load();
  };
  // Fetched when it is known that the caller may see them.
  effect(() => {
    if (mayChange.value) void invitations.load();
  });
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  refresh();

  const showMade = (saved: PersonWithPassword): void => {
    if (saved.password !== null) made.value = { user: saved, password: saved.password };
  };
  const attempt = async (work: () => Promise<string | null>): Promise<void> => {
    busy.value = true;
    try {
      const text = await work();
      if (text !== null) showToast('success', text);
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = false;
      void users.load();
    }
  };
  const work: Record<Asked, (user: Person) => Promise<string | null>> = {
    lock: async (user) => {
      await userApi.users.update(user.userId, { enabled: false });
      return t('users.isLocked', { name: nameOf(user) });
    },
    reset: async (user) => {
      showMade(await userApi.users.update(user.userId, { password: null }));
      return null;
    },
    factors: async (user) => {
      await userApi.users.removeTwoFactors(user.userId);
      return t('users.factorsRemoved', { name: nameOf(user) });
    },
  };
  const isOwner = computed(() => caller.value?.roles.includes('owner') ?? false);
  return {
    search,
    users,
    roles,
    departments,
    editing,
    asked,
    made,
    busy,
    refresh,
    shown: computed(() => {
      const text = search.value.trim().toLowerCase();
      return (users.value.value ?? []).filter((user) =>
        [user.username, user.displayName, ...user.roles.map(roleText)].some((part) =>
          part.toLowerCase().includes(text),
        ),
      );
    }),
    /** Roles that the caller can give. */
    offeredRoles: computed(() =>
      (roles.value.value ?? [])
        .filter(
          ({ role, rights, own }) =>
            (own || rights.length > 0) &&
            (role !== 'owner' || isOwner.value) &&
            rights.every((right) => caller.value?.rights.includes(right)),
        )
        .map(({ role }) => role),
    ),
    mayChange,
    leaving,
    takeOut: (person: Person | null): void => {
      leaving.value = person;
    },
    tookOut: (person: Person): void => {
      leaving.value = null;
      showToast('success', t('users.removed', { name: nameOf(person) }));
      void users.load();
    },
    /** Who can have the open work of somebody who leaves. */
    successorsOf: (person: Person): readonly Person[] => {
      const working = (roles.value.peek() ?? [])
        .filter(({ rights }) => rights.includes('work-orders'))
        .map(({ role }) => role);
      return (users.value.peek() ?? []).filter(
        (one) =>
          one.userId !== person.userId && one.enabled && one.roles.some((role) => working.includes(role)),
      );
    },
    accessOf,
    showAccess: (shown: Person | null): void => {
      accessOf.value = shown;
    },
    inviting,
    invitation,
    /** Those that can still be accepted. */
    openInvitations: computed(() =>
      (invitations.value.value ?? []).filter(
        ({ acceptedAt, expiresAt }) => acceptedAt === null && expiresAt > presentTime(),
      ),
    ),
    invite: (open: boolean): void => {
      inviting.value = open;
    },
    invited: (made: CreatedInvitation): void => {
      inviting.value = false;
      invitation.value = made;
      void invitations.load();
    },
    linkHandedOver: (): void => {
      invitation.value = null;
    },
    withdraw: ({ id, invitee }: Invitation): Promise<void> =>
      attempt(async () => {
        await organisationApi.invitations.remove(id);
        await invitations.load();
        return t('users.invitation.removed', { name: invitee });
      }),
    type: (text: string): void => {
      search.value = text;
    },
    edit: (user: Person | 'new' | null): void => {
      editing.value = user;
    },
    saved: (saved: PersonWithPassword): void => {
      editing.value = null;
      showMade(saved);
      if (saved.password === null) showToast('success', t('users.saved'));
      void users.load();
    },
    ask: (action: Asked, user: Person): void => {
      asked.value = { action, user };
    },
    cancel: (): void => {
      asked.value = null;
    },
    confirm: async (): Promise<void> => {
      const now = asked.peek();
      if (!now) return;
      await attempt(() => work[now.action](now.user));
      asked.value = null;
    },
    unlock: (user: Person): Promise<void> =>
      attempt(async () => {
        await userApi.users.update(user.userId, { enabled: true });
        return t('users.isUnlocked', { name: nameOf(user) });
      }),
    handedOver: (): void => {
      made.value = null;
    },
  };
});

export type Users = InstanceType<typeof UsersModel>;
