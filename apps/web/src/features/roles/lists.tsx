import { Pencil, Trash2 } from 'lucide-react';
import { Badge, EmptyState, IconButton } from '@farm3d/ui';
import type { AccessRule, Role } from '@farm3d/api';
import { levelText, rightText, roleText } from '../../components/access/role-text.ts';
import { t as accessText } from '../../components/access/zh-CN.ts';
import { menuEntry, RowMenu } from '../../kit/menu-entry.tsx';
import { useServices } from '../../kit/services.tsx';
import type { Roles } from './model.ts';
import { t } from './zh-CN.ts';

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
  const { session } = useServices();
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
      {role.own && session.isAdministrator.value ? (
        // As high as a line of text: rows of own roles stand as those of built-in ones do.
        <div className="-my-2">
          <RowMenu
            label={t('roles.menu', { name })}
            testId="role-menu"
            entries={[
              menuEntry('role-edit', t('roles.edit'), Pencil, () => model.editing.open(role)),
              menuEntry('role-remove', t('common.delete'), Trash2, () => model.asked.ask({ role }), {
                startsGroup: true,
              }),
            ]}
          />
        </div>
      ) : (
        <span />
      )}
    </li>
  );
}

/** Who a rule is for, in words. */
export function whoText({ userId, role, who }: AccessRule): string {
  if (role !== null) return t('rules.role', { name: roleText(role) });
  return t(userId === null ? 'rules.department' : 'rules.user', { name: who });
}

/** What a rule is about, in words. */
export const whatText = ({ groupId, what }: AccessRule): string =>
  t(groupId === null ? 'rules.scene' : 'rules.group', { name: what });

/** The rights by group and scene. */
export function RuleList({ model }: { model: Roles }) {
  const rules = model.rules.value.value ?? [];
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-3xl text-note text-ink-3">{t('rules.about')}</p>
      {rules.length === 0 ? (
        <EmptyState testId="rules-none" title={t('rules.none')} hint={t('rules.none.hint')} />
      ) : (
        <ul
          className="rounded-panel border border-line bg-raised"
          data-testid="rules"
          data-count={rules.length}
        >
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} model={model} />
          ))}
        </ul>
      )}
    </div>
  );
}

function RuleRow({ rule, model }: { rule: AccessRule; model: Roles }) {
  const [who, what] = [whoText(rule), whatText(rule)];
  return (
    <li
      data-testid="rule"
      data-who={rule.who}
      data-what={rule.what}
      data-level={rule.level}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 md:grid-cols-[1.4fr_1.4fr_8rem_auto]"
    >
      <p className="min-w-0 text-body font-medium break-words">{who}</p>
      <p className="min-w-0 text-body text-ink-2 break-words max-md:col-start-1">{what}</p>
      <p className="max-md:col-start-1">
        <Badge tone="water">{levelText(rule.level)}</Badge>
      </p>
      <IconButton
        label={t('rules.remove', { who, what })}
        icon={<Trash2 size={18} />}
        data-testid="rule-remove"
        className="max-md:col-start-2 max-md:row-start-1"
        onClick={() => model.asked.ask({ rule })}
      />
    </li>
  );
}
