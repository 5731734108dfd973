import { signal } from '@preact/signals-react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LatestValue } from '@farm3d/api';
import { commandOf, pendingService, runCommand } from './service-commands.ts';

beforeEach(() => vi.useFakeTimers({ now: 1000 }));
afterEach(() => vi.useRealTimers());

let devices = 0;
/** A command to a new device, whose answer and report the test gives. */
function setUp(expects = true) {
  const deviceId = `device-${(devices += 1)}`;
  const reading = signal<LatestValue | null>(null);
  const answer = Promise.withResolvers<{ status: string }>();
  const ended = runCommand({
    deviceId,
    service: 'turn',
    send: () => answer.promise,
    expected: expects ? { reading, isReached: (value) => value === true } : null,
  });
  return { deviceId, reading, answer, ended, kind: () => commandOf(deviceId, 'turn')?.kind };
}

test('a command is sent, accepted by the answer, confirmed by the report', async () => {
  const { deviceId, reading, answer, ended, kind } = setUp();
  expect([kind(), pendingService(deviceId)]).toEqual(['sent', 'turn']);
  answer.resolve({ status: 'success' });
  await vi.advanceTimersByTimeAsync(0);
  expect([kind(), pendingService(deviceId)]).toEqual(['accepted', 'turn']);
  reading.value = { ts: 1, value: false };
  expect(kind()).toBe('accepted');
  reading.value = { ts: 2, value: true };
  expect(await ended).toEqual({ kind: 'confirmed', at: 1000 });
  expect([kind(), pendingService(deviceId)]).toEqual(['confirmed', null]);
});

test('an answer without a report of the state is not called confirmed', async () => {
  const { answer, ended } = setUp();
  answer.resolve({ status: 'success' });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await ended).toMatchObject({ kind: 'unconfirmed' });
});

test('without a state to report the answer confirms', async () => {
  const { answer, ended } = setUp(false);
  answer.resolve({ status: 'success' });
  expect(await ended).toMatchObject({ kind: 'confirmed' });
});

test('a refusal and an error are failures, and the device takes the next command', async () => {
  const refused = setUp();
  refused.answer.resolve({ status: 'busy' });
  expect(await refused.ended).toEqual({ kind: 'failed', at: 1000, error: null });
  const broken = setUp();
  const error = new Error('no network');
  broken.answer.reject(error);
  expect(await broken.ended).toEqual({ kind: 'failed', at: 1000, error });
  expect(pendingService(broken.deviceId)).toBeNull();
});

test('a device takes one command at a time', async () => {
  const { deviceId, answer } = setUp(false);
  const send = vi.fn(async () => ({ status: 'success' }));
  expect(await runCommand({ deviceId, service: 'other', send, expected: null })).toBeNull();
  expect(send).not.toHaveBeenCalled();
  answer.resolve({ status: 'success' });
  await vi.advanceTimersByTimeAsync(0);
  expect(await runCommand({ deviceId, service: 'other', send, expected: null })).toMatchObject({
    kind: 'confirmed',
  });
});
