import { createModel, signal } from '@preact/signals-react';
import { ApiError, type InvitationOffer, invitations as invitationCalls } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { type Services, openHome, switchOrganisation } from '../../platform/services.ts';
import { createField } from './field.ts';
import { t } from './zh-CN.ts';

/** Least length of a password; the server has the other rules. */
const MIN_LENGTH = 15;

/** How somebody who is not logged in accepts. */
export type AccountKind = 'new' | 'existing';

/** The acceptance of an invitation: by who is logged in, with an account, or with a new one. */
export const InvitationModel = createModel((services: Services, token: string) => {
  const { invitations } = services.clientOf({ invitations: invitationCalls });
  const offer = loadable<InvitationOffer>((abort) => invitations.offer(token, { signal: abort }));
  const kind = signal<AccountKind>('new');
  const username = createField();
  const displayName = createField();
  const password = createField();
  /** Error of the last attempt that belongs to no field. */
  const problem = signal<string | null>(null);
  const busy = signal(false);
  void offer.load();

  const isComplete = (): boolean => {
    const isShort = kind.value === 'new' && Array.from(password.text.value).length < MIN_LENGTH;
    username.wrong.value = username.text.value.trim() === '' ? () => t('login.usernameRequired') : null;
    password.wrong.value =
      password.text.value === ''
        ? () => t('login.passwordRequired')
        : isShort
          ? () => t('invitation.password.tooShort')
          : null;
    return username.wrong.value === null && password.wrong.value === null;
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    problem.value = null;
    try {
      await work();
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      if (field === 'username') username.wrong.value = () => problemText(error);
      else if (field === 'password') password.wrong.value = () => problemText(error);
      else problem.value = problemText(error);
    } finally {
      busy.value = false;
    }
  };
  /** Accepts, logs in, and opens the organisation. */
  const enter = async (): Promise<void> => {
    const credentials = { username: username.text.value.trim(), password: password.text.value };
    const { organisationId } = await invitations.accept(
      kind.value === 'new'
        ? { ...credentials, token, account: 'new', displayName: displayName.text.value.trim() }
        : { ...credentials, token, account: 'existing' },
    );
    const session = await services.api.auth.login(credentials);
    services.session.begin(session);
    if (session.user.organisation.id === organisationId) openHome();
    else await switchOrganisation(services, organisationId);
  };
  return {
    offer,
    kind,
    username,
    displayName,
    password,
    problem,
    busy,
    choose: (chosen: AccountKind): void => {
      kind.value = chosen;
      username.wrong.value = null;
      password.wrong.value = null;
      problem.value = null;
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
