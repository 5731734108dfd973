import { Trash2 } from 'lucide-react';
import { Badge, EmptyState, IconButton } from '@farm3d/ui';
import type { ApiKey } from '@farm3d/api';
import { rightText, roleText } from '../../components/access/role-text.ts';
import { t as accessText } from '../../components/access/zh-CN.ts';
import { CopyLine } from '../../kit/blocks.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useServices } from '../../kit/services.tsx';
import { OnceDialog } from '../../kit/dialog.tsx';
import { dateText, presentTime } from '../../platform/time-text.ts';
import { KeyFormModel } from './forms.ts';
import type { Account } from './model.ts';
import { t } from './zh-CN.ts';

/** The keys of programs in the organisation, with their roles and end. */
export function KeyList({ model }: { model: Account }) {
  const keys = model.keys.value.value ?? [];
  return (
    <>
      {keys.length === 0 && <EmptyState testId="keys-none" title={t('account.keys.none')} />}
      <ul data-testid="keys" data-count={keys.length} className="flex flex-col gap-2">
        {keys.map((key) => (
          <KeyRow key={key.id} value={key} model={model} />
        ))}
      </ul>
      {model.making.subject.value && <NewKey model={model} />}
      <MadeKeyDialog model={model} />
    </>
  );
}

function KeyRow({ value, model }: { value: ApiKey; model: Account }) {
  const { name, roles, rights, readOnly, expiresAt } = value;
  const isExpired = expiresAt !== null && expiresAt <= presentTime();
  return (
    <li
      data-testid="key"
      data-name={name}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-line px-3 py-2"
    >
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate text-body font-medium">{name}</p>
        <p className="text-note text-ink-3">
          {expiresAt === null
            ? t('account.key.forever')
            : t('account.key.expires', { date: dateText(expiresAt) })}
        </p>
        {rights !== null && (
          <p data-testid="key-rights" className="text-note text-ink-3">
            {t('account.key.only', { rights: rights.map(rightText).join(accessText('access.comma')) })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {roles.map((role) => (
          <Badge key={role} tone="water">
            {roleText(role)}
          </Badge>
        ))}
        {readOnly && <Badge tone="neutral">{t('account.key.readOnly')}</Badge>}
        {isExpired && <Badge tone="neutral">{t('account.key.expired')}</Badge>}
      </div>
      <IconButton
        label={t('account.key.remove', { name })}
        icon={<Trash2 size={18} />}
        data-testid="key-remove"
        onClick={() => model.asked.ask({ remove: value })}
      />
    </li>
  );
}

function NewKey({ model }: { model: Account }) {
  const services = useServices();
  return (
    <FormDialog
      id="key"
      title={t('account.keys.new')}
      submitLabel={t('account.key.create')}
      model={() => new KeyFormModel(services, model.offeredRoles.peek(), model.keyMade)}
      onClose={model.making.close}
    />
  );
}

/** Shows the secret of a new key, once. */
function MadeKeyDialog({ model }: { model: Account }) {
  return (
    <OnceDialog
      made={model.made.subject.value}
      onDone={model.made.close}
      title={(made) => t('account.key.made', { name: made.name })}
      note={() => t('account.key.made.hint')}
      doneLabel={t('account.key.done')}
      testId="key-made-dialog"
      doneTestId="key-done"
    >
      {(made) => <CopyLine label={t('account.key.label')} text={made.key} testId="key-secret" />}
    </OnceDialog>
  );
}
