import { useModel } from '@preact/signals-react';
import { KeyRound, Trash2 } from 'lucide-react';
import { Badge, Button, Dialog, EmptyState, GenericForm, IconButton } from '@farm3d/ui';
import type { ApiKey } from '@farm3d/api';
import { CopyLine } from '../../../components/copy-line.tsx';
import { formServices } from '../../../kit/forms/form-services.ts';
import { dateText, presentTime } from '../../../platform/time-text.ts';
import { rightText, roleText } from '../../../components/access/role-text.ts';
import { KeyFormModel } from '../key-form.ts';
import type { Account } from '../model.ts';
import { t } from '../zh-CN.ts';

const FORM = 'key-form';

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
      {model.isMaking.value && <NewKey model={model} />}
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
            {t('account.key.only', { rights: rights.map(rightText).join(t('account.key.comma')) })}
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
        onClick={() => model.ask({ remove: value })}
      />
    </li>
  );
}

function NewKey({ model }: { model: Account }) {
  const { form, send } = useModel(() => new KeyFormModel(model.offeredRoles.peek(), model.keyMade));
  const close = (): void => model.makeKey(false);
  return (
    <Dialog
      open
      onClose={close}
      title={t('account.keys.new')}
      closeLabel={t('common.close')}
      testId="key-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form={FORM} variant="primary" busy={form.busy.value} data-testid="key-submit">
            {t('account.key.create')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}

/** Shows the secret of a new key, once. */
function MadeKeyDialog({ model }: { model: Account }) {
  const made = model.made.value;
  return (
    <Dialog
      open={made !== null}
      onClose={model.keyStored}
      title={made ? t('account.key.made', { name: made.name }) : ''}
      closeLabel={t('common.close')}
      testId="key-made-dialog"
      // A click outside must not lose it.
      keepOpen
      actions={
        <Button variant="primary" data-testid="key-done" onClick={model.keyStored}>
          {t('account.key.done')}
        </Button>
      }
    >
      {made && (
        <div className="flex flex-col gap-4 pt-1">
          <p className="flex gap-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
            <KeyRound aria-hidden size={18} className="mt-0.5 shrink-0" />
            {t('account.key.made.hint')}
          </p>
          <CopyLine label={t('account.key.label')} text={made.key} testId="key-secret" />
        </div>
      )}
    </Dialog>
  );
}
