import { expect, test, vi } from 'vitest';
import { effect } from '@preact/signals-react';
import type { RealtimeClient, StreamEvent } from '@farm3d/api';
import { LiveStore, type Schedule } from './live-store.ts';

/** A stream that says what the test says, and frames that come when the test wants them. */
/** @param schedule null: the store's own */
function stage(schedule?: Schedule | null) {
  let say: (event: StreamEvent) => void = () => {};
  const frames: (() => void)[] = [];
  const realtime: RealtimeClient = {
    status: 'online',
    subscribe: (_target, listener) => {
      say = listener;
      return () => {};
    },
    onStatus: () => () => {},
    reauthenticate: () => {},
    close: () => {},
  };
  const store =
    schedule === null
      ? new LiveStore(realtime)
      : new LiveStore(realtime, schedule ?? ((run) => frames.push(run)));
  store.watch({ organisation: true });
  const telemetry = (deviceId: string, ts: number, values: Record<string, number | string | boolean>): void =>
    say({ type: 'telemetry', items: [{ deviceId, ts, values }] });
  const frame = (): void => {
    for (const run of frames.splice(0)) run();
  };
  return { store, say: (event: StreamEvent) => say(event), telemetry, frame, frames };
}

test('a burst between two frames changes a value once, to the newest', () => {
  const { store, telemetry, frame, frames } = stage();
  const seen: unknown[] = [];
  effect(() => {
    seen.push(store.device('a').reading('t').value?.value);
  });
  for (let i = 1; i <= 100; i += 1) telemetry('a', i, { t: i });
  expect(frames).toHaveLength(1);
  frame();
  expect(seen).toEqual([undefined, 100]);
});

test('a value that comes late does not replace a newer one, within a frame or after it', () => {
  const { store, telemetry, frame } = stage();
  telemetry('a', 20, { t: 2 });
  telemetry('a', 10, { t: 1 });
  frame();
  telemetry('a', 15, { t: 1.5 });
  frame();
  expect(store.device('a').reading('t').value).toEqual({ ts: 20, value: 2 });
});

test('without a schedule it writes in the microtask after the event, as a browser lets it', async () => {
  const { queueMicrotask: original } = globalThis;
  // A browser refuses to run it as a method; Node does not.
  vi.stubGlobal('queueMicrotask', function (this: unknown, run: () => void) {
    if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation');
    original(run);
  });
  const { store, telemetry } = stage(null);
  telemetry('a', 1, { t: 1 });
  await Promise.resolve();
  expect(store.device('a').latest('t')?.value).toBe(1);
});

test('what one event brings is written after it, without a timer', async () => {
  const { store, telemetry } = stage(queueMicrotask);
  const flushes: string[][] = [];
  store.onFlush((ids) => flushes.push([...ids]));
  telemetry('a', 1, { t: 1 });
  telemetry('b', 1, { t: 1 });
  expect(store.device('a').latest('t')).toBeNull();
  await Promise.resolve();
  expect(store.device('a').latest('t')?.value).toBe(1);
  expect(flushes).toEqual([['a', 'b']]);
});

test('a device is told to listeners once a frame, together with the others', () => {
  const { store, telemetry, frame } = stage();
  const notified: string[][] = [];
  store.onFlush((ids) => notified.push([...ids].toSorted()));
  telemetry('b', 1, { t: 1 });
  telemetry('a', 1, { t: 1 });
  telemetry('a', 2, { u: 1 });
  frame();
  expect(notified).toEqual([['a', 'b']]);
});

test('going offline arrives, and keeps the last sign of life', () => {
  const { store, telemetry, say, frame } = stage();
  telemetry('a', 1000, { t: 1 });
  frame();
  say({ type: 'device-state', items: [{ deviceId: 'a', online: false, lastActivity: null }] });
  frame();
  const device = store.device('a');
  expect(device.online.value).toBe(false);
  expect(device.lastActivity.value).toBe(1000);
});

test('keys are known in the order in which they first came, each once', () => {
  const { store, telemetry, frame } = stage();
  telemetry('a', 1, { t: 1, u: 2 });
  frame();
  telemetry('a', 2, { u: 3, v: 4 });
  frame();
  expect(store.device('a').keys.value).toEqual(['t', 'u', 'v']);
});

test('a refused message is counted by device', () => {
  const { store, say } = stage();
  say({ type: 'rejection', deviceId: 'a', count: 3, ts: 5, reason: 'not JSON' });
  expect(store.device('a').rejection.value).toEqual({ count: 3, at: 5, reason: 'not JSON' });
  expect(store.device('b').rejection.value).toBeNull();
});
