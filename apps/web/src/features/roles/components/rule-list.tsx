import { Trash2 } from 'lucide-react';
import { Badge, EmptyState, IconButton } from '@farm3d/ui';
import type { AccessRule } from '@farm3d/api';
import { levelText, roleText } from '../../../components/access/role-text.ts';
import type { Roles } from '../model.ts';
import { t } from '../zh-CN.ts';

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
        onClick={() => model.ask({ rule })}
      />
    </li>
  );
}
