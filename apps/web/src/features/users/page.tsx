import { useModel } from '@preact/signals-react';
import { MailPlus, UserPlus } from 'lucide-react';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  OfflineBanner,
  SearchField,
  Skeleton,
} from '@farm3d/ui';
import AccessDialog from '../../components/access/access-dialog.tsx';
import { LinkDialog } from '../../components/invitations/link-dialog.tsx';
import { allLoaded } from '../../components/loading-dialog.tsx';
import { problemHint, problemText } from '../../platform/problem.ts';
import { live } from '../../platform/services.ts';
import { PageHint } from '../../shell/page-hint.tsx';
import { Shell } from '../../shell/shell.tsx';
import { InviteDialog } from './components/invite-dialog.tsx';
import { MadePasswordDialog } from './components/made-password-dialog.tsx';
import { OpenInvitations } from './components/open-invitations.tsx';
import { RemoveDialog } from './components/remove-dialog.tsx';
import { UserDialog } from './components/user-dialog.tsx';
import { UserRow } from './components/user-row.tsx';
import { nameOf, UsersModel, type Asked, type Users } from './model.ts';
import { t } from './zh-CN.ts';

/** Label of the button that confirms an action. */
const CONFIRMS: Record<Asked, () => string> = {
  lock: () => t('users.lock'),
  reset: () => t('users.reset'),
  factors: () => t('users.factors'),
};

/** `/iotManagement/users`: users of the organisation. */
export default function UsersPage() {
  const model = useModel(UsersModel);
  const asked = model.asked.value;
  const count = model.users.value.value?.length;
  return (
    <Shell
      group={t('nav.organisation')}
      title={t('users.title')}
      subtitle={
        count === undefined ? <PageHint text={t('users.subtitle')} /> : t('users.count', { n: count })
      }
      actions={
        // Without the roles there is nothing to give.
        model.mayChange.value &&
        model.roles.hasLoaded.value && (
          <>
            <Button
              icon={<MailPlus size={18} />}
              data-testid="user-invite"
              onClick={() => model.invite(true)}
            >
              {t('users.invite')}
            </Button>
            <Button
              variant="primary"
              icon={<UserPlus size={18} />}
              data-testid="user-new"
              onClick={() => model.edit('new')}
            >
              {t('users.new')}
            </Button>
          </>
        )
      }
    >
      {live.status.value === 'offline' && (
        <div className="mb-4">
          <OfflineBanner text={t('live.offline')} />
        </div>
      )}
      <div className="flex flex-col gap-4">
        <SearchField
          label={t('users.search')}
          clearLabel={t('common.clear')}
          value={model.search.value}
          onValueChange={model.type}
          testId="user-search"
        />
        <OpenInvitations model={model} />
        <List model={model} />
      </div>
      <UserDialog model={model} />
      {model.accessOf.value && (
        <AccessDialog
          of="person"
          id={model.accessOf.value.userId}
          name={nameOf(model.accessOf.value)}
          onClose={() => model.showAccess(null)}
        />
      )}
      {model.leaving.value && <RemoveDialog user={model.leaving.value} model={model} />}
      <MadePasswordDialog model={model} />
      <InviteDialog model={model} />
      <LinkDialog invitation={model.invitation.value} onDone={model.linkHandedOver} />
      <ConfirmDialog
        open={asked !== null}
        dangerous={asked?.action !== 'reset'}
        title={t('common.prompt')}
        message={asked && t(`users.${asked.action}.message`, { name: nameOf(asked.user) })}
        confirmLabel={asked ? CONFIRMS[asked.action]() : ''}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.confirm()}
        onCancel={model.cancel}
      />
    </Shell>
  );
}

function List({ model }: { model: Users }) {
  // A user is shown with the names of the roles.
  const isLoaded = allLoaded([model.users, model.roles]);
  const error = model.users.error.value ?? model.roles.error.value;
  const shown = model.shown.value;
  if (error !== null && !isLoaded)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={
          <Button data-testid="users-retry" onClick={model.refresh}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  if (!isLoaded)
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-14" />
        ))}
      </div>
    );
  if (shown.length === 0)
    return (
      <EmptyState
        testId="users-none"
        title={t('users.noMatch.title')}
        hint={t('users.noMatch.hint')}
        action={<Button onClick={() => model.type('')}>{t('common.clear')}</Button>}
      />
    );
  return (
    <ul className="rounded-panel border border-line bg-raised" data-testid="users" data-count={shown.length}>
      {shown.map((one) => (
        <UserRow key={one.userId} user={one} model={model} />
      ))}
    </ul>
  );
}
