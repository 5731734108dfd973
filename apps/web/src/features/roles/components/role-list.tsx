import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { Badge, Menu } from '@farm3d/ui';
import type { Role } from '@farm3d/api';
import { t as common } from '../../../platform/locale.ts';
import { isAdministrator } from '../../../platform/session.ts';
import { rightText, roleText } from '../../../components/access/role-text.ts';
import { t as accessText } from '../../../components/access/zh-CN.ts';
import type { Roles } from '../model.ts';
import { t } from '../zh-CN.ts';

const ICON = { size: 18 } as const;

/** The roles with what they permit; own ones with the actions of an administrator. */
export function RoleList({ model }: { model: Roles }) {
  const shown = model.shown.value;
  return (
    <ul className="rounded-panel border border-line bg-raised" data-testid="roles" data-count={shown.length}>
      {shown.map((role) => (
        <RoleRow key={role.role} role={role} model={model} />
      ))}
    </ul>
  );
}

function RoleRow({ role, model }: { role: Role; model: Roles }) {
  const name = roleText(role.role);
  return (
    <li
      data-testid="role"
      data-name={name}
      data-own={role.own}
      className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[14rem_1fr_auto]"
    >
      <p className="flex min-w-0 flex-wrap items-center gap-2 text-body font-medium">
        <span className="truncate">{name}</span>
        <Badge tone={role.own ? 'leaf' : 'neutral'}>{t(role.own ? 'roles.own' : 'roles.builtIn')}</Badge>
      </p>
      <p
        data-testid="role-rights"
        className="text-note text-ink-2 max-md:col-span-2 max-md:row-start-2 md:pt-0.5"
      >
        {role.rights.length === 0
          ? t('roles.noRights')
          : role.rights.map(rightText).join(accessText('access.comma'))}
      </p>
      {role.own && isAdministrator.value ? (
        // As high as a line of text: rows of own roles stand as those of built-in ones do.
        <div className="-my-2">
          <Menu
            label={t('roles.menu', { name })}
            testId="role-menu"
            button={<EllipsisVertical {...ICON} />}
            entries={[
              {
                id: 'role-edit',
                label: t('roles.edit'),
                icon: <Pencil {...ICON} />,
                onSelect: () => model.edit(role),
              },
              {
                id: 'role-remove',
                label: common('common.delete'),
                icon: <Trash2 {...ICON} />,
                startsGroup: true,
                onSelect: () => model.ask({ role }),
              },
            ]}
          />
        </div>
      ) : (
        <span />
      )}
    </li>
  );
}
