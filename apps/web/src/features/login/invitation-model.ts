import { computed, createModel, signal } from '@preact/signals-react';
import { ApiError, type InvitationOffer, invitations as invitationCalls } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { beginSession } from '../../platform/session.ts';
import { openHome, switchOrganisation } from '../../platform/workplaces.ts';
import { t } from './zh-CN.ts';

/** Least length of a password; the server has the other rules. */
const MIN_LENGTH = 15;

/** Makes a text in the present language; null: none. */
type TextOf = (() => string) | null;

/** How somebody who is not logged in accepts. */
export type AccountKind = 'new' | 'existing';

/** The acceptance of an invitation: by who is logged in, with an account, or with a new one. */
export const InvitationModel = createModel((services: Services, token: string) => {
  const { invitations } = services.clientOf({ invitations: invitationCalls });
  const offer = loadable<InvitationOffer>((abort) => invitations.offer(token, { signal: abort }));
  const kind = signal<AccountKind>('new');
  const username = signal('');
  const displayName = signal('');
  const password = signal('');
  const wrongUsername = signal<TextOf>(null);
  const wrongPassword = signal<TextOf>(null);
  /** Error of the last attempt that belongs to no field. */
  const problem = signal<string | null>(null);
  const busy = signal(false);
  void offer.load();

  const isComplete = (): boolean => {
    const isShort = kind.value === 'new' && Array.from(password.value).length < MIN_LENGTH;
    wrongUsername.value = username.value.trim() === '' ? () => t('login.usernameRequired') : null;
    wrongPassword.value =
      password.value === ''
        ? () => t('login.passwordRequired')
        : isShort
          ? () => t('invitation.password.tooShort')
          : null;
    return wrongUsername.value === null && wrongPassword.value === null;
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    problem.value = null;
    try {
      await work();
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      if (field === 'username') wrongUsername.value = () => problemText(error);
      else if (field === 'password') wrongPassword.value = () => problemText(error);
      else problem.value = problemText(error);
    } finally {
      busy.value = false;
    }
  };
  /** Accepts, logs in, and opens the organisation. */
  const enter = async (): Promise<void> => {
    const credentials = { username: username.value.trim(), password: password.value };
    const { organisationId } = await invitations.accept(
      kind.value === 'new'
        ? { ...credentials, token, account: 'new', displayName: displayName.value.trim() }
        : { ...credentials, token, account: 'existing' },
    );
    const session = await services.api.auth.login(credentials);
    beginSession(session);
    if (session.user.organisation.id === organisationId) openHome();
    else await switchOrganisation(services, organisationId);
  };
  return {
    offer,
    kind,
    username,
    displayName,
    password,
    usernameError: computed(() => wrongUsername.value?.() ?? null),
    passwordError: computed(() => wrongPassword.value?.() ?? null),
    problem,
    busy,
    choose: (chosen: AccountKind): void => {
      kind.value = chosen;
      wrongUsername.value = null;
      wrongPassword.value = null;
      problem.value = null;
    },
    typeUsername: (text: string): void => {
      username.value = text;
      wrongUsername.value = null;
    },
    typeDisplayName: (text: string): void => {
      displayName.value = text;
    },
    typePassword: (text: string): void => {
      password.value = text;
      wrongPassword.value = null;
    },
    submit: async (): Promise<void> => {
      if (isComplete()) await attempt(enter);
    },
    /** For who is logged in. */
    join: (): Promise<void> =>
      attempt(async () => {
        const { organisationId } = await invitations.join(token);
        await switchOrganisation(services, organisationId);
      }),
  };
});

export type InvitationAcceptance = InstanceType<typeof InvitationModel>;
