import { MailPlus, Trash2, UserPlus } from 'lucide-react';
import { Badge, Button, IconButton } from '@farm3d/ui';
import { roleText } from '../../components/access/role-text.ts';
import { List } from '../../kit/list.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { dateText } from '../../platform/time-text.ts';
import { UserDialogs } from './dialogs.tsx';
import { UsersModel, type Users } from './model.ts';
import { UserRow } from './user-row.tsx';
import { t } from './zh-CN.ts';

/** `/iotManagement/users`: users of the organisation. */
export default function UsersPage() {
  const model = useModelOf(UsersModel, location.search);
  const count = model.list.rows.value.value?.length;
  return (
    <Page
      hint={t('users.subtitle')}
      search={model.list.address}
      summary={count !== undefined && t('users.count', { n: count })}
      actions={
        // Without the roles there is nothing to give.
        model.mayChange.value &&
        model.roles.hasLoaded.value && (
          <>
            <Button
              icon={<MailPlus size={18} />}
              data-testid="user-invite"
              onClick={() => model.invite.open(true)}
            >
              {t('users.invite')}
            </Button>
            <Button
              variant="primary"
              icon={<UserPlus size={18} />}
              data-testid="user-new"
              onClick={() => model.editing.open('new')}
            >
              {t('users.new')}
            </Button>
          </>
        )
      }
    >
      <List
        model={model.list}
        testId="users"
        search={t('users.search')}
        searchTestId="user-search"
        noMatch={{ title: t('users.noMatch.title'), hint: t('users.noMatch.hint') }}
        above={<OpenInvitations model={model} />}
      >
        {(user) => <UserRow key={user.userId} user={user} model={model} />}
      </List>
      <UserDialogs model={model} />
    </Page>
  );
}

/** Invitations that can still be accepted, for administrators. */
function OpenInvitations({ model }: { model: Users }) {
  const open = model.openInvitations.value;
  if (open.length === 0) return null;
  return (
    <section className="flex flex-col gap-2" data-testid="invitations" data-count={open.length}>
      <h2 className="text-body font-semibold">{t('users.invitations')}</h2>
      <ul className="rounded-panel border border-line bg-raised">
        {open.map((invitation) => (
          <li
            key={invitation.id}
            data-testid="invitation-row"
            data-invitee={invitation.invitee}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
          >
            <p className="min-w-0 flex-1 basis-full truncate text-body font-medium sm:basis-0">
              {invitation.invitee}
            </p>
            <div className="flex flex-wrap gap-1.5">
              {invitation.roles.map((role) => (
                <Badge key={role} tone="water">
                  {roleText(role)}
                </Badge>
              ))}
            </div>
            <p className="flex-1 text-note text-ink-3 sm:flex-none">
              {t('users.invitation.until', { date: dateText(invitation.expiresAt) })}
            </p>
            <IconButton
              label={t('users.invitation.remove', { name: invitation.invitee })}
              icon={<Trash2 size={18} />}
              data-testid="invitation-remove"
              onClick={() => void model.withdraw(invitation)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
