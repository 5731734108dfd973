import { useState } from 'react';
import { KeyRound, UserPlus } from 'lucide-react';
import { useLocation } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Button, Skeleton, ChoiceTiles, TextField } from '@farm3d/ui';
import { ApiError, type InvitationOffer } from '@farm3d/api';
import { LoginFrame } from '../../components/login-frame/login-frame.tsx';
import { Problem, PasswordField } from '../../components/people/password-field.tsx';
import { Failure } from '../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { PATHS } from '../../platform/paths.ts';
import { dateText } from '../../platform/time-text.ts';
import { InvitationModel, type InvitationAcceptance, type AccountKind } from './invitation-model.ts';
import { t } from './zh-CN.ts';

/** `/invitation#…`: accepts the invitation of the token behind '#'. */
export default function InvitationPage() {
  const hash = useLocationProperty(() => location.hash.slice(1));
  // Kept for the page: the address may lose it. Another link in the same tab only changes the part behind '#'.
  const [token, setToken] = useState(hash);
  if (hash !== '' && hash !== token) setToken(hash);
  return (
    <LoginFrame>
      <Invitation key={token} token={token} />
    </LoginFrame>
  );
}

function Invitation({ token }: { token: string }) {
  const { session } = useServices();
  const model = useModelOf(InvitationModel, token);
  const { offer } = model;
  const error = offer.error.value;
  const shown = offer.value.value;
  return (
    <section
      data-testid="invitation"
      className="frosted flex w-full max-w-sm flex-col gap-5 p-6 sm:p-8 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none lg:backdrop-filter-none"
    >
      {isGone(error) ? (
        <Gone />
      ) : error !== null ? (
        <Failure error={error} onRetry={() => void offer.load()} testId="invitation-retry" />
      ) : shown && session.isKnown.value ? (
        <Offer offer={shown} model={model} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  );
}

/** Whether there is no such invitation; any other error may pass. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function Gone() {
  const [, navigate] = useLocation();
  return (
    <>
      <h1 className="text-display font-semibold">{t('invitation.gone.title')}</h1>
      <p className="text-body text-ink-2">{t('invitation.gone')}</p>
      <Button data-testid="invitation-login" onClick={() => navigate(PATHS.login)}>
        {t('invitation.toLogin')}
      </Button>
    </>
  );
}

function Offer({ offer, model }: { offer: InvitationOffer; model: InvitationAcceptance }) {
  const { user } = useServices().session;
  const { organisationName: name, invitee, expiresAt } = offer;
  return (
    <>
      <h1 className="text-display font-semibold">{t('invitation.title', { name })}</h1>
      <p className="text-body text-ink-2">{t('invitation.for', { invitee, date: dateText(expiresAt) })}</p>
      <Problem text={model.problem.value} testId="invitation-problem" />
      {user.value ? <AsCaller name={user.value.username} model={model} /> : <InvitationForm model={model} />}
    </>
  );
}

/** Whoever is logged in accepts with one click. */
function AsCaller({ name, model }: { name: string; model: InvitationAcceptance }) {
  const { session } = useServices();
  return (
    <>
      <Problem text={model.username.error.value} testId="invitation-problem" />
      <Button
        variant="primary"
        busy={model.busy.value}
        data-testid="invitation-join"
        onClick={() => void model.join()}
      >
        {t('invitation.join', { name })}
      </Button>
      <Button data-testid="invitation-other" onClick={() => void session.logOut()}>
        {t('invitation.other')}
      </Button>
    </>
  );
}

const ICON = { size: 20 } as const;

/** The account of somebody who accepts an invitation and is not logged in. */
function InvitationForm({ model }: { model: InvitationAcceptance }) {
  const kind = model.kind.value;
  const isNew = kind === 'new';
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void model.submit();
      }}
    >
      <ChoiceTiles<AccountKind>
        label={t('invitation.kind')}
        testId="invitation-kind"
        value={kind}
        onChange={model.choose}
        options={[
          { value: 'new', label: t('invitation.new'), icon: <UserPlus {...ICON} /> },
          { value: 'existing', label: t('invitation.existing'), icon: <KeyRound {...ICON} /> },
        ]}
      />
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-testid="invitation-username"
        {...model.username.shown.value}
      />
      {isNew && (
        <TextField
          label={t('invitation.displayName')}
          name="name"
          autoComplete="name"
          data-testid="invitation-name"
          {...model.displayName.shown.value}
        />
      )}
      <PasswordField
        label={t('login.password')}
        hint={isNew ? t('invitation.password.hint') : undefined}
        name={isNew ? 'new-password' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        data-testid="invitation-password"
        {...model.password.shown.value}
      />
      <Button type="submit" variant="primary" busy={model.busy.value} data-testid="invitation-submit">
        {t(isNew ? 'invitation.accept.new' : 'invitation.accept.existing')}
      </Button>
    </form>
  );
}
