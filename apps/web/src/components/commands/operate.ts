import type { DeviceHandle, RpcAnswer, TelemetryValue } from '@farm3d/api';
import { t, term } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { runCommand, type CommandProgress } from './service-commands.ts';
import { switchState, type ServiceSwitch } from './service-switch.ts';

/** Timeout of the device's answer, milliseconds. */
const ANSWER_MS = 10_000;

type Params = Readonly<Record<string, TelemetryValue>>;

/** The reported state of a device's switch. Subscribes. */
export const stateOf = (deviceId: string, { state }: ServiceSwitch) =>
  state === null ? null : switchState(live.device(deviceId).reading(state).value?.value);

/** Why a command failed, in the present language. */
export const failureText = (error: unknown): string =>
  error === null ? t('command.refused') : problemText(error);

/** Sends a service and waits for the device. */
type Send = (deviceId: string, service: string, params: Params, timeoutMs: number) => Promise<RpcAnswer>;

const sendDirectly: Send = (deviceId, method, params, timeout) =>
  api.rpc.twoway(deviceId, { method, params, timeout });

/**
 * Sends a service to a device and reports how it ended.
 * @param turned the switch that the parameters turn, whose state confirms the command; null: the answer confirms it
 * @param send the call; default: a command
 */
export async function operate(
  deviceId: string,
  { identify, name }: Pick<DeviceHandle, 'identify' | 'name'>,
  params: Params,
  turned: ServiceSwitch | null,
  send = sendDirectly,
): Promise<CommandProgress | null> {
  const state = turned?.state ?? null;
  const progress = await runCommand({
    deviceId,
    service: identify,
    send: () => send(deviceId, identify, params, ANSWER_MS),
    expected:
      turned && state !== null
        ? {
            reading: live.device(deviceId).reading(state),
            isReached: (value) => switchState(value) === params[turned.key],
          }
        : null,
  });
  const names = { name: term(identify, name) };
  const toast = `command.${deviceId}`;
  if (progress?.kind === 'confirmed') showToast('success', t('command.done', names), toast);
  else if (progress?.kind === 'unconfirmed') showToast('warning', t('command.unconfirmed', names), toast);
  else if (progress?.kind === 'failed') {
    showToast('error', t('command.failed', { ...names, reason: failureText(progress.error) }), toast);
  }
  return progress;
}
