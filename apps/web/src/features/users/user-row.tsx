import { KeyRound, Lock, LockOpen, Pencil, ShieldOff, ShieldQuestionMark, Trash2 } from 'lucide-react';
import { Badge, type MenuEntry } from '@farm3d/ui';
import type { Person } from '@farm3d/api';
import { PersonPicture } from '../../components/people/person-picture.tsx';
import { menuEntry, RowMenu } from '../../kit/menu-entry.tsx';
import { useServices } from '../../kit/services.tsx';
import { dateText } from '../../platform/time-text.ts';
import type { Users } from './model.ts';
import { nameOf } from './user-fields.ts';
import { roleText } from '../../components/access/role-text.ts';
import { t } from './zh-CN.ts';

/** A user in the list, with the actions of an administrator. */
export function UserRow({ user, model }: { user: Person; model: Users }) {
  const { session } = useServices();
  const isCaller = session.user.value?.userId === user.userId;
  const name = nameOf(user);
  const contact = [user.phone, user.email].filter((part) => part !== '').join(' · ');
  return (
    <li
      data-testid="user-row"
      data-username={user.username}
      data-enabled={user.enabled}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[1.4fr_1.4fr_1.6fr_auto]"
    >
      <div className="flex min-w-0 items-center gap-3">
        <PersonPicture picture={user.picture} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 text-body font-medium">
            <span className="truncate">{name}</span>
            {isCaller && <Badge tone="leaf">{t('users.you')}</Badge>}
            {!user.enabled && (
              <Badge tone="neutral" icon={<Lock aria-hidden size={12} strokeWidth={2} />}>
                {t('users.locked')}
              </Badge>
            )}
          </p>
          {name !== user.username && <p className="truncate text-note text-ink-3">{user.username}</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-1.5 max-md:col-span-2 max-md:row-start-2">
        {user.roles.map((role) => (
          <Badge key={role} tone="water">
            {roleText(role)}
          </Badge>
        ))}
      </div>
      <div className="min-w-0 text-note text-ink-3 max-md:col-span-2 max-md:row-start-3">
        {contact !== '' && <p className="truncate text-ink-2">{contact}</p>}
        <p>
          {user.mustChangePassword
            ? t('users.mustChange')
            : t('users.since', { date: dateText(user.createdAt) })}
        </p>
      </div>
      {model.mayChange.value && (
        <RowMenu
          label={t('users.menu', { name })}
          testId="user-row-menu"
          entries={entriesOf(user, model, isCaller)}
        />
      )}
    </li>
  );
}

function entriesOf(user: Person, model: Users, isCaller: boolean): MenuEntry[] {
  const edit = menuEntry('user-edit', t('users.edit'), Pencil, () => model.editing.open(user));
  const access = menuEntry('user-access', t('users.access'), ShieldQuestionMark, () =>
    model.access.open(user),
  );
  // Nobody locks themselves out; their own password is changed in the profile.
  if (isCaller) return [edit, access];
  return [
    edit,
    access,
    menuEntry('user-reset', t('users.reset'), KeyRound, () => model.asked.ask({ action: 'reset', user })),
    menuEntry('user-factors', t('users.factors'), ShieldOff, () =>
      model.asked.ask({ action: 'factors', user }),
    ),
    user.enabled
      ? menuEntry('user-lock', t('users.lock'), Lock, () => model.asked.ask({ action: 'lock', user }))
      : menuEntry('user-unlock', t('users.unlock'), LockOpen, () => void model.unlock(user)),
    menuEntry('user-remove', t('common.delete'), Trash2, () => model.leaving.open(user), {
      startsGroup: true,
    }),
  ];
}
