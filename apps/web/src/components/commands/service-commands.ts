import { signal } from '@preact/signals-react';
import type { DeviceHandle, LatestValue, RpcAnswer, TelemetryValue } from '@farm3d/api';
import type { LiveStore } from '../../platform/live-store.ts';
import { t, term } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { switchState, type ServiceSwitch } from './service-switch.ts';

/** How far the last command of a service is. */
export type CommandProgress =
  /** Sent; the device has not answered. */
  | { readonly kind: 'sent' }
  /** The device accepted it and has not reported the new state. */
  | { readonly kind: 'accepted' }
  /** The device reported the new state; without a state to report: it answered. */
  | { readonly kind: 'confirmed'; readonly at: number }
  /** The device accepted it, and reported no new state in time. */
  | { readonly kind: 'unconfirmed'; readonly at: number }
  /** `error` null: the device refused it. */
  | { readonly kind: 'failed'; readonly at: number; readonly error: unknown };

/** A command of a device. */
export interface ServiceCommand {
  readonly deviceId: string;
  readonly service: string;
  /** Sends it and waits for the device's answer. */
  readonly send: () => Promise<{ readonly status: string }>;
  /** The reading that confirms it, and the value that it must have; null: the answer is all. */
  readonly expected: {
    readonly reading: Reading;
    readonly isReached: (value: TelemetryValue) => boolean;
  } | null;
}

interface Reading {
  subscribe(listener: (latest: LatestValue | null) => void): () => void;
}

/** Time for the report of the new state after the answer, milliseconds. */
const REPORT_MS = 15_000;

/** The commands of this page by device and service: cards and panels show the same. */
const commands = signal<ReadonlyMap<string, ReadonlyMap<string, CommandProgress>>>(new Map());

const isOpen = (progress: CommandProgress | undefined): boolean =>
  progress?.kind === 'sent' || progress?.kind === 'accepted';

/** The progress of a service's last command; null: none was sent from this page. Subscribes. */
export const commandOf = (deviceId: string, service: string): CommandProgress | null =>
  commands.value.get(deviceId)?.get(service) ?? null;

/** The service of the device that waits for the device; null when none does. Subscribes. */
export function pendingService(deviceId: string): string | null {
  for (const [service, progress] of commands.value.get(deviceId) ?? []) if (isOpen(progress)) return service;
  return null;
}

function note(deviceId: string, service: string, progress: CommandProgress): void {
  const ofDevice = new Map(commands.peek().get(deviceId)).set(service, progress);
  commands.value = new Map(commands.peek()).set(deviceId, ofDevice);
}

/** Resolves to whether the expected value was reported in time. */
function reported({ reading, isReached }: NonNullable<ServiceCommand['expected']>): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isReported: boolean): void => {
      clearTimeout(timer);
      // `subscribe` calls back at once, before `stop` is there.
      queueMicrotask(() => stop());
      resolve(isReported);
    };
    const timer = setTimeout(() => done(false), REPORT_MS);
    const stop = reading.subscribe((latest) => {
      if (latest && isReached(latest.value)) done(true);
    });
  });
}

/**
 * Sends a command and follows it until the device confirms it. A device takes one at a time: null when another waits.
 * @returns how it ended
 */
export async function runCommand(command: ServiceCommand): Promise<CommandProgress | null> {
  const { deviceId, service, send, expected } = command;
  if ([...(commands.peek().get(deviceId)?.values() ?? [])].some(isOpen)) return null;
  const end = (progress: CommandProgress): CommandProgress => {
    note(deviceId, service, progress);
    return progress;
  };
  note(deviceId, service, { kind: 'sent' });
  try {
    const { status } = await send();
    if (status !== 'success') return end({ kind: 'failed', at: Date.now(), error: null });
  } catch (error) {
    return end({ kind: 'failed', at: Date.now(), error });
  }
  if (!expected) return end({ kind: 'confirmed', at: Date.now() });
  note(deviceId, service, { kind: 'accepted' });
  const isReported = await reported(expected);
  return end({ kind: isReported ? 'confirmed' : 'unconfirmed', at: Date.now() });
}

/** Timeout of the device's answer, milliseconds. */
const ANSWER_MS = 10_000;

type Params = Readonly<Record<string, TelemetryValue>>;

/** The reported state of a device's switch. Subscribes. */
export const stateOf = (live: LiveStore, deviceId: string, { state }: ServiceSwitch) =>
  state === null ? null : switchState(live.device(deviceId).reading(state).value?.value);

/** Why a command failed, in the present language. */
export const failureText = (error: unknown): string =>
  error === null ? t('command.refused') : problemText(error);

/** Sends a service and waits for the device. */
type Send = (deviceId: string, service: string, params: Params, timeoutMs: number) => Promise<RpcAnswer>;

/**
 * Sends a service to a device and reports how it ended.
 * @param turned the switch that the parameters turn, whose state confirms the command; null: the answer confirms it
 * @param send the call; default: a command
 */
export async function operate(
  { api, live }: Services,
  deviceId: string,
  { identify, name }: Pick<DeviceHandle, 'identify' | 'name'>,
  params: Params,
  turned: ServiceSwitch | null,
  send: Send = (device, method, values, timeout) =>
    api.rpc.twoway(device, { method, params: values, timeout }),
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
