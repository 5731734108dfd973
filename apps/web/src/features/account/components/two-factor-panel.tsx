import { useModel } from '@preact/signals-react';
import { KeyRound } from 'lucide-react';
import { Badge, Button, Dialog, ErrorState, Skeleton, TextField } from '@farm3d/ui';
import { CopyLine } from '../../../components/copy-line.tsx';
import { Notice } from '../../../components/notice.tsx';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { PasswordField } from '../../../components/password/password-field.tsx';
import type { Account } from '../model.ts';
import { TwoFactorModel, type TwoFactor } from '../two-factor-model.ts';
import { t } from '../zh-CN.ts';
import { PasskeyList } from './passkey-list.tsx';
import { QrCode } from './qr-code.tsx';

const FORM = 'two-factor-form';

/** Whether logins ask for a code, and what to do about it. */
export function TwoFactorPanel({ model: account }: { model: Account }) {
  const model = useModel(() => new TwoFactorModel(() => void account.sessions.load()));
  const state = model.state.value.value;
  const error = model.state.error.value;
  if (!state)
    return error === null ? (
      <Skeleton className="h-12" />
    ) : (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={() => void model.state.load()}>{t('common.retry')}</Button>}
      />
    );
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
    <Dialog
      open={task !== null}
      onClose={close}
      title={task ? t(`account.factors.${task}`) : ''}
      closeLabel={t('common.close')}
      testId="factors-dialog"
      // A click outside must not lose what is shown once.
      keepOpen={hasCodes}
      actions={
        hasCodes ? (
          <Button variant="primary" data-testid="factors-done" onClick={close}>
            {t('account.key.done')}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button
              type="submit"
              form={FORM}
              variant="primary"
              busy={model.busy.value}
              data-testid="factors-submit"
            >
              {t('account.factors.next')}
            </Button>
          </>
        )
      }
    >
      {hasCodes ? <RecoveryCodes codes={model.recoveryCodes.value ?? []} /> : <Proof model={model} />}
    </Dialog>
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
          label={t('account.passkey.name')}
          hint={t('account.passkey.name.hint')}
          maxLength={64}
          required
          data-testid="passkey-name"
          value={model.name.value}
          error={model.nameError.value}
          onValueChange={model.typeName}
        />
      )}
      {model.asksPassword.value && (
        <PasswordField
          label={t('login.password')}
          name="current-password"
          autoComplete="current-password"
          data-testid="factors-password"
          value={model.password.value}
          error={model.passwordError.value}
          onValueChange={model.typePassword}
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
          value={model.code.value}
          error={model.codeError.value}
          onValueChange={model.typeCode}
        />
      )}
    </form>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="flex flex-col gap-4 pt-1">
      <p className="flex gap-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
        <KeyRound aria-hidden size={18} className="mt-0.5 shrink-0" />
        {t('account.factors.codes.hint')}
      </p>
      <CopyLine label={t('account.factors.codes')} text={codes.join('\n')} testId="factors-recovery-codes" />
    </div>
  );
}
