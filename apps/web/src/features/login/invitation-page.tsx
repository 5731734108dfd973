import { useState, type ReactNode } from 'react';
import { useModel } from '@preact/signals-react';
import { CircleAlert } from 'lucide-react';
import { useLocation } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Button, ErrorState, Skeleton } from '@farm3d/ui';
import { ApiError, type InvitationOffer } from '@farm3d/api';
import { logOut } from '../../platform/log-out.ts';
import { PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { sessionIsKnown, user } from '../../platform/session.ts';
import { dateText } from '../../platform/time-text.ts';
import { InvitationForm } from './components/invitation-form.tsx';
import { LoginFrame } from '../../components/login-frame/login-frame.tsx';
import { InvitationModel, type InvitationAcceptance } from './invitation-model.ts';
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
  const model = useModel(() => new InvitationModel(token));
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
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={
            <Button data-testid="invitation-retry" onClick={() => void offer.load()}>
              {t('common.retry')}
            </Button>
          }
        />
      ) : shown && sessionIsKnown.value ? (
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
  const { organisationName: name, invitee, expiresAt } = offer;
  return (
    <>
      <h1 className="text-display font-semibold">{t('invitation.title', { name })}</h1>
      <p className="text-body text-ink-2">{t('invitation.for', { invitee, date: dateText(expiresAt) })}</p>
      {model.problem.value !== null && <Problem>{model.problem.value}</Problem>}
      {user.value ? <AsCaller name={user.value.username} model={model} /> : <InvitationForm model={model} />}
    </>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      data-testid="invitation-problem"
      className="flex items-center gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
    >
      <CircleAlert aria-hidden size={16} className="shrink-0" />
      {children}
    </p>
  );
}

/** Whoever is logged in accepts with one click. */
function AsCaller({ name, model }: { name: string; model: InvitationAcceptance }) {
  const error = model.usernameError.value;
  return (
    <>
      {error !== null && <Problem>{error}</Problem>}
      <Button
        variant="primary"
        busy={model.busy.value}
        data-testid="invitation-join"
        onClick={() => void model.join()}
      >
        {t('invitation.join', { name })}
      </Button>
      <Button data-testid="invitation-other" onClick={() => void logOut()}>
        {t('invitation.other')}
      </Button>
    </>
  );
}
