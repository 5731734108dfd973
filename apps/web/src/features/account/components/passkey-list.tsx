import { Fingerprint, Trash2 } from 'lucide-react';
import { Button, IconButton } from '@farm3d/ui';
import { passkeysWork } from '../../../platform/passkeys.ts';
import { dateText } from '../../../platform/time-text.ts';
import type { TwoFactor } from '../two-factor-model.ts';
import { t } from '../zh-CN.ts';

/** The passkeys of the caller, and the button for a new one of this device. */
export function PasskeyList({ model }: { model: TwoFactor }) {
  const passkeys = model.passkeys.value.value ?? [];
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto min-w-0 flex-1 basis-56">
          <h3 className="text-body font-medium">{t('account.passkeys')}</h3>
          <p className="text-note text-ink-3">
            {t(passkeysWork() ? 'account.passkeys.hint' : 'account.passkeys.cannot')}
          </p>
        </div>
        {passkeysWork() && (
          <Button size="sm" data-testid="passkey-new" onClick={() => model.open('passkey')}>
            {t('account.factors.passkey')}
          </Button>
        )}
      </div>
      {passkeys.length > 0 && (
        <ul className="flex flex-col gap-2">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li
              key={id}
              data-testid="passkey"
              data-name={name}
              className="flex items-center gap-3 rounded-control border border-line px-3 py-2"
            >
              <Fingerprint aria-hidden size={18} className="shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1">
                <p className="truncate text-body font-medium">{name}</p>
                <p className="text-note text-ink-3">
                  {lastUsedAt === null
                    ? t('account.passkey.since', { date: dateText(createdAt) })
                    : t('account.passkey.used', { date: dateText(lastUsedAt) })}
                </p>
              </div>
              <IconButton
                label={t('account.key.remove', { name })}
                icon={<Trash2 size={18} />}
                data-testid="passkey-remove"
                onClick={() => void model.removePasskey(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
