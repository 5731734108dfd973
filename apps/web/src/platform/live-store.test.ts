import { expect, test, vi } from 'vitest';
import { effect } from '@preact/signals-react';
import type { RealtimeClient, StreamEvent } from '@farm3d/api';
import { LiveStore, type Schedule } from './live-store.ts';

/** A stream whose frames and values are controlled by the test. */
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
    networkLost: () => {},
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

test('several values within one frame are applied once, with the newest value', () => {
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

test('a late value does not replace a newer one, within a frame or after it', () => {
  const { store, telemetry, frame } = stage();
  telemetry('a', 20, { t: 2 });
  telemetry('a', 10, { t: 1 });
  frame();
  telemetry('a', 15, { t: 1.5 });
  frame();
  expect(store.device('a').reading('t').value).toEqual({ ts: 20, value: 2 });
});

test('without a schedule it writes in a microtask after the event', async () => {
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

test('the values of one event are written after it, without a timer', async () => {
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

test('listeners are called once per frame with all changed devices', () => {
  const { store, telemetry, frame } = stage();
  const notified: string[][] = [];
  store.onFlush((ids) => notified.push([...ids].toSorted()));
  telemetry('b', 1, { t: 1 });
  telemetry('a', 1, { t: 1 });
  telemetry('a', 2, { u: 1 });
  frame();
  expect(notified).toEqual([['a', 'b']]);
});

test('a device that goes offline keeps the time of its last message', () => {
  const { store, telemetry, say, frame } = stage();
  telemetry('a', 1000, { t: 1 });
  frame();
  say({ type: 'device-state', items: [{ deviceId: 'a', online: false, lastActivity: null }] });
  frame();
  const device = store.device('a');
  expect(device.online.value).toBe(false);
  expect(device.lastActivity.value).toBe(1000);
});

test('keys are listed once each, in the order of arrival', () => {
  const { store, telemetry, frame } = stage();
  telemetry('a', 1, { t: 1, u: 2 });
  frame();
  telemetry('a', 2, { u: 3, v: 4 });
  frame();
  expect(store.device('a').keys.value).toEqual(['t', 'u', 'v']);
});

test('refused messages are counted per device', () => {
  const { store, say } = stage();
  say({ type: 'rejection', deviceId: 'a', count: 3, ts: 5, reason: 'not JSON', problems: [] });
  expect(store.device('a').rejection.value).toEqual({ count: 3, at: 5, reason: 'not JSON' });
  expect(store.device('b').rejection.value).toBeNull();
});
