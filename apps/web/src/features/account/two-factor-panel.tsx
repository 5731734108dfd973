import { useMemo } from 'react';
import { Fingerprint, Trash2 } from 'lucide-react';
import makeCode from 'qrcode-generator';
import { Badge, Button, IconButton, Skeleton, TextField } from '@farm3d/ui';
import { CopyLine, Notice } from '../../kit/blocks.tsx';
import { PasswordField } from '../../components/people/password-field.tsx';
import { DialogButtons, PageDialog, OnceNote } from '../../kit/dialog.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { passkeysWork } from '../../platform/passkeys.ts';
import { dateText } from '../../platform/time-text.ts';
import type { Account } from './model.ts';
import { TwoFactorModel, type TwoFactor } from './two-factor-model.ts';
import { t } from './zh-CN.ts';

const FORM = 'two-factor-form';

/** Whether logins ask for a code, and what to do about it. */
export function TwoFactorPanel({ model: account }: { model: Account }) {
  const model = useModelOf(TwoFactorModel, () => void account.sessions.load());
  return (
    <Loaded of={model.state} skeleton={<Skeleton className="h-12" />}>
      {() => <State model={model} />}
    </Loaded>
  );
}

function State({ model }: { model: TwoFactor }) {
  const state = model.state.value.value;
  if (!state) return null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2" data-testid="two-factors" data-on={state.totp}>
        <div className="mr-auto flex min-w-0 flex-wrap items-center gap-2">
          <Badge tone={state.totp ? 'leaf' : 'neutral'}>
            {t(state.totp ? 'account.factors.on' : 'account.factors.off')}
          </Badge>
          {state.totp && (
            <span className="text-note text-ink-3">
              {t('account.factors.left', { n: state.recoveryCodesLeft })}
            </span>
          )}
        </div>
        {state.totp ? (
          <>
            <Button size="sm" data-testid="factors-renew" onClick={() => model.open('renew')}>
              {t('account.factors.renew')}
            </Button>
            <Button size="sm" data-testid="factors-end" onClick={() => model.open('end')}>
              {t('account.factors.end')}
            </Button>
          </>
        ) : (
          <Button size="sm" data-testid="factors-begin" onClick={() => model.open('begin')}>
            {t('account.factors.begin')}
          </Button>
        )}
      </div>
      <PasskeyList model={model} />
      <TaskDialog model={model} />
    </div>
  );
}

function TaskDialog({ model }: { model: TwoFactor }) {
  const task = model.task.value;
  const hasCodes = model.recoveryCodes.value !== null;
  const close = (): void => model.open(null);
  return (
    <PageDialog
      open={task !== null}
      onClose={close}
      title={task ? t(`account.factors.${task}`) : ''}
      testId="factors-dialog"
      // A click outside must not lose what is shown once.
      keepOpen={hasCodes}
      actions={
        hasCodes ? (
          <Button variant="primary" data-testid="factors-done" onClick={close}>
            {t('account.key.done')}
          </Button>
        ) : (
          <DialogButtons
            onCancel={close}
            label={t('account.factors.next')}
            form={FORM}
            busy={model.busy.value}
            testId="factors-submit"
          />
        )
      }
    >
      {hasCodes ? <RecoveryCodes codes={model.recoveryCodes.value ?? []} /> : <Proof model={model} />}
    </PageDialog>
  );
}

/** Password and code, as far as they are asked for, and the secret of a new code. */
function Proof({ model }: { model: TwoFactor }) {
  const secret = model.secret.value;
  return (
    <form
      id={FORM}
      noValidate
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        void model.submit();
      }}
    >
      {model.problem.value !== null && <Notice tone="alarm">{model.problem.value}</Notice>}
      {secret && (
        <>
          <p className="text-body text-ink-2">{t('account.factors.scan')}</p>
          <QrCode text={secret.uri} label={t('account.factors.qr')} />
          <CopyLine label={t('account.factors.secret')} text={secret.secret} testId="factors-secret" />
        </>
      )}
      {model.task.value === 'passkey' && (
        <TextField
          label={t('account.key.name')}
          hint={t('account.passkey.name.hint')}
          maxLength={64}
          required
          data-testid="passkey-name"
          value={model.name.text.value}
          error={model.name.error.value}
          onValueChange={model.name.type}
        />
      )}
      {model.asksPassword.value && (
        <PasswordField
          label={t('login.password')}
          name="current-password"
          autoComplete="current-password"
          data-testid="factors-password"
          value={model.password.text.value}
          error={model.password.error.value}
          onValueChange={model.password.type}
        />
      )}
      {model.asksCode.value && (
        <TextField
          label={t('login.code')}
          hint={secret ? t('account.factors.code.hint') : t('login.code.hint')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-testid="factors-code"
          value={model.code.text.value}
          error={model.code.error.value}
          onValueChange={model.code.type}
        />
      )}
    </form>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="flex flex-col gap-4 pt-1">
      <OnceNote>{t('account.factors.codes.hint')}</OnceNote>
      <CopyLine label={t('account.factors.codes')} text={codes.join('\n')} testId="factors-recovery-codes" />
    </div>
  );
}

/** The passkeys of the caller, and the button for a new one of this device. */
function PasskeyList({ model }: { model: TwoFactor }) {
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

/** Modules of the quiet zone around the code, that readers expect. */
const QUIET = 4;

/** A QR code. It is dark on white in both themes: many readers take no other. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      data-testid="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function pathOf(text: string): { size: number; path: string } {
  const code = makeCode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  return { size: count + 2 * QUIET, path };
}
