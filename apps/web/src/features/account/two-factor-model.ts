import { computed, createModel, signal } from '@preact/signals-react';
import { startRegistration } from '@simplewebauthn/browser';
import {
  ApiError,
  passkeys as passkeyCalls,
  twoFactors as twoFactorCalls,
  type Passkey,
  type TwoFactorState,
} from '@farm3d/api';
import { createAttempts } from '../../kit/actions.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** What the open dialog does. */
export type TwoFactorTask = 'begin' | 'renew' | 'end' | 'passkey';

/** A secret that an authenticator app has to take over. */
interface Secret {
  readonly secret: string;
  readonly uri: string;
}

/** What went wrong; of a device, in our own words. */
function failureText(error: unknown): string {
  const kind = error instanceof Error ? error.name : '';
  if (kind === 'InvalidStateError') return t('account.passkey.known');
  return kind === 'NotAllowedError' || kind === 'SecurityError'
    ? t('account.passkey.cancelled')
    : problemText(error);
}

const callsOf = (clientOf: Services['clientOf']) =>
  clientOf({ passkeys: passkeyCalls, twoFactors: twoFactorCalls });
type TwoFactorCalls = ReturnType<typeof callsOf>;

/**
 * Adds a passkey that this device makes once its user has unlocked it.
 * @throws {Error} NotAllowedError when the user did not, InvalidStateError when the device has one already
 */
async function addPasskey(
  calls: TwoFactorCalls['passkeys'],
  name: string,
  proof: { readonly password: string; readonly code?: string },
): Promise<void> {
  const { options } = await calls.begin(proof);
  const { id, rawId, type, clientExtensionResults, response } = await startRegistration({
    optionsJSON: options as never,
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  await calls.create({
    name,
    credential: {
      id,
      rawId,
      type,
      clientExtensionResults: { ...clientExtensionResults },
      response: { clientDataJSON, attestationObject, transports },
    },
  });
}

/** A field of the dialog, and what is wrong with it; typing ends that. */
function textField() {
  const text = signal('');
  const error = signal<string | null>(null);
  return {
    text,
    error,
    type: (typed: string): void => {
      text.value = typed;
      error.value = null;
    },
  };
}

/** The second factor and the passkeys of the caller. @param onChanged called when other logins have ended */
export const TwoFactorModel = createModel(({ clientOf }: Services, onChanged: () => void) => {
  const calls = callsOf(clientOf);
  const state = loadable<TwoFactorState>((abort) => calls.twoFactors.get({ signal: abort }));
  const passkeys = loadable<readonly Passkey[]>(
    async (abort) => (await calls.passkeys.list({ signal: abort })).items,
  );
  const task = signal<TwoFactorTask | null>(null);
  /** Of a new passkey. */
  const name = textField();
  const password = textField();
  const code = textField();
  const problem = signal<string | null>(null);
  const busy = signal(false);
  const secret = signal<Secret | null>(null);
  /** New recovery codes, shown once. */
  const recoveryCodes = signal<readonly string[] | null>(null);
  const asksPassword = computed(() => secret.value === null);
  const asksCode = computed(
    () => secret.value !== null || (state.value.value?.totp === true && task.value !== 'begin'),
  );
  void state.load();
  void passkeys.load();

  const open = (next: TwoFactorTask | null): void => {
    task.value = next;
    secret.value = null;
    recoveryCodes.value = null;
    for (const field of [password, code, name]) field.type('');
    problem.value = null;
  };
  const isComplete = (): boolean => {
    password.error.value =
      asksPassword.peek() && password.text.value === '' ? t('login.passwordRequired') : null;
    code.error.value = asksCode.peek() && code.text.value.trim() === '' ? t('login.codeRequired') : null;
    name.error.value =
      task.peek() === 'passkey' && name.text.value.trim() === '' ? t('account.passkey.nameRequired') : null;
    return [password, code, name].every(({ error }) => error.value === null);
  };
  const perform = async (): Promise<void> => {
    const proof = { password: password.text.value, code: code.text.value };
    if (task.value === 'passkey') {
      await addPasskey(
        calls.passkeys,
        name.text.value.trim(),
        asksCode.peek() ? proof : { password: password.text.value },
      );
      open(null);
      showToast('success', t('account.passkey.added'));
      await passkeys.load();
    } else if (task.value === 'end') {
      await calls.twoFactors.end(proof);
      open(null);
      showToast('success', t('account.factors.ended'));
    } else if (task.value === 'renew') {
      recoveryCodes.value = (await calls.twoFactors.renewRecoveryCodes(proof)).recoveryCodes;
    } else if (secret.value === null) {
      secret.value = await calls.twoFactors.begin({ password: password.text.value });
      return;
    } else {
      recoveryCodes.value = (await calls.twoFactors.confirm({ code: code.text.value })).recoveryCodes;
      onChanged();
    }
    await state.load();
  };
  const submit = async (): Promise<void> => {
    if (busy.value || !isComplete()) return;
    busy.value = true;
    problem.value = null;
    try {
      await perform();
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      if (field === 'password') password.error.value = problemText(error);
      else if (field === 'code') code.error.value = problemText(error);
      else problem.value = failureText(error);
      code.text.value = '';
    } finally {
      busy.value = false;
    }
  };

  const { attempt } = createAttempts(() => void passkeys.load());
  const removePasskey = (id: string) =>
    attempt(async () => {
      await calls.passkeys.remove(id);
      return t('account.passkey.removed');
    });

  return {
    state,
    passkeys,
    removePasskey,
    task,
    name,
    password,
    code,
    problem,
    busy,
    secret,
    recoveryCodes,
    asksPassword,
    asksCode,
    open,
    submit,
  };
});

export type TwoFactor = InstanceType<typeof TwoFactorModel>;
