import { computed, createModel, effect, signal } from '@preact/signals-react';
import {
  invitations as invitationCalls,
  users as userCalls,
  type CreatedInvitation,
  type Department,
  type Invitation,
  type Person,
  type PersonWithPassword,
  type Role,
} from '@farm3d/api';
import { knownRoles, roleText } from '../../components/access/role-text.ts';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { allPages, createList } from '../../kit/list-model.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { presentTime } from '../../platform/time-text.ts';
import { showToast } from '../../platform/toasts.ts';
import { nameOf } from './user-fields.ts';
import { t } from './zh-CN.ts';

/** An action that the user confirms first. */
export type Asked = 'lock' | 'reset' | 'factors';

/** Users of the organisation, and what an administrator does with them. */
export const UsersModel = createModel((services: Services, search = '') => {
  const { api, session } = services;
  const { users, invitations: inviting } = services.clientOf({
    users: userCalls,
    invitations: invitationCalls,
  });
  const roles = loadable<readonly Role[]>(async (abort) =>
    knownRoles((await users.roles({ signal: abort })).items),
  );
  const departments = loadable<readonly Department[]>(
    async (abort) => (await api.organisation.departments({ signal: abort })).items,
  );
  const list = createList<Person>(services, {
    fetch: (abort) => allPages((page) => users.list(page, { signal: abort })),
    textsOf: (user) => [user.username, user.displayName, ...user.roles.map(roleText)],
    given: search,
    // A user is shown with the names of the roles.
    beside: [roles],
  });
  const invitations = loadable<readonly Invitation[]>(
    async (abort) => (await inviting.list({ signal: abort })).items,
  );
  /** The opened form: of a new user or of one. */
  const editing = createOpening<Person | 'new'>();
  /** Who is taken out of the organisation. */
  const leaving = createOpening<Person>();
  /** Whose rights are shown. */
  const access = createOpening<Person>();
  /** The form of an invitation. */
  const invite = createOpening<true>();
  /** A made password, shown once. */
  const made = createOpening<{ readonly user: Person; readonly password: string }>();
  /** A new invitation, whose link is shown once. */
  const invitation = signal<CreatedInvitation | null>(null);
  /** Whether the caller may change users; others see names only. */
  const mayChange = session.isAdministrator;
  const { attempt } = createAttempts(list.refresh);
  void departments.load();
  // Fetched when it is known that the caller may see them.
  effect(() => {
    if (mayChange.value) void invitations.load();
  });

  const showMade = (saved: PersonWithPassword): void => {
    if (saved.password !== null) made.open({ user: saved, password: saved.password });
  };
  const work: Record<Asked, (user: Person) => Promise<string | null>> = {
    lock: async (user) => {
      await users.update(user.userId, { enabled: false });
      return t('users.isLocked', { name: nameOf(user) });
    },
    reset: async (user) => {
      showMade(await users.update(user.userId, { password: null }));
      return null;
    },
    factors: async (user) => {
      await users.removeTwoFactors(user.userId);
      return t('users.factorsRemoved', { name: nameOf(user) });
    },
  };
  const isOwner = computed(() => session.user.value?.roles.includes('owner') ?? false);
  return {
    list,
    roles,
    departments,
    editing,
    leaving,
    access,
    invite,
    made,
    invitation,
    mayChange,
    asked: createQuestion<{ readonly action: Asked; readonly user: Person }>(({ action, user }) =>
      attempt(() => work[action](user)),
    ),
    /** Roles that the caller can give. */
    offeredRoles: computed(() =>
      (roles.value.value ?? [])
        .filter(
          ({ role, rights, own }) =>
            (own || rights.length > 0) &&
            (role !== 'owner' || isOwner.value) &&
            rights.every((right) => session.user.value?.rights.includes(right)),
        )
        .map(({ role }) => role),
    ),
    tookOut: (person: Person): void => {
      leaving.close();
      showToast('success', t('users.removed', { name: nameOf(person) }));
      list.refresh();
    },
    /** Who can have the open work of somebody who leaves. */
    successorsOf: (person: Person): readonly Person[] => {
      const working = (roles.value.peek() ?? [])
        .filter(({ rights }) => rights.includes('work-orders'))
        .map(({ role }) => role);
      return (list.rows.value.peek() ?? []).filter(
        (one) =>
          one.userId !== person.userId && one.enabled && one.roles.some((role) => working.includes(role)),
      );
    },
    /** Those that can still be accepted. */
    openInvitations: computed(() =>
      (invitations.value.value ?? []).filter(
        ({ acceptedAt, expiresAt }) => acceptedAt === null && expiresAt > presentTime(),
      ),
    ),
    invited: (created: CreatedInvitation): void => {
      invite.close();
      invitation.value = created;
      void invitations.load();
    },
    linkHandedOver: (): void => {
      invitation.value = null;
    },
    withdraw: ({ id, invitee }: Invitation) =>
      attempt(async () => {
        await inviting.remove(id);
        await invitations.load();
        return t('users.invitation.removed', { name: invitee });
      }),
    saved: (saved: PersonWithPassword): void => {
      editing.close();
      showMade(saved);
      if (saved.password === null) showToast('success', t('users.saved'));
      list.refresh();
    },
    unlock: (user: Person) =>
      attempt(async () => {
        await users.update(user.userId, { enabled: true });
        return t('users.isUnlocked', { name: nameOf(user) });
      }),
  };
});

export type Users = InstanceType<typeof UsersModel>;
