import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import type { DeviceSession, DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import { DeviceRpc } from './device-rpc.ts';
import type { Interlocks } from './interlocks.ts';

const valve = { id: 'valve', key: 1 };
const other = { id: 'other', key: 2 };
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** Commands whose devices are always connected and acknowledge what they receive. */
function commands() {
  /** Number of each command that was sent, by device. */
  const sent: { deviceId: string; number: number; payload: unknown }[] = [];
  const sessionOf = (deviceId: string): DeviceSession => ({
    send: (topic, payload) => {
      sent.push({ deviceId, number: Number(topic.split('/').at(-1)), payload: JSON.parse(payload) });
      return { accepted: true, delivered: Promise.resolve(true) };
    },
    close: () => {},
  });
  const rpc = new DeviceRpc({
    pool: { query: async () => ({ rows: [{ id: 'command' }], rowCount: 1 }) } as unknown as Pool,
    sessions: { sessionsOf: (id: string) => [sessionOf(id)] } as unknown as DeviceSessions,
    interlocks: { admit: async () => null } as unknown as Interlocks,
    reach: { levelOn: async () => null },
    clock: { now: () => 0 },
    log: createLogger('silent'),
  });
  return { rpc, sent };
}

afterEach(() => {
  vi.useRealTimers();
});

test('only the device of a command responds to it', async () => {
  const { rpc, sent } = commands();
  const answer = rpc.send(valve, { method: 'switchValve', params: { open: true } });
  await expect.poll(() => sent).toHaveLength(1);
  const { number } = sent[0]!;
  expect(rpc.answeredBy(other, number, json({ open: false }))).toBeNull();
  expect(rpc.answeredBy(valve, number + 1, json({ open: false }))).toBeNull();
  expect(rpc.answeredBy(valve, number, json({ open: true }))).toBeNull();
  await expect(answer).resolves.toEqual({ open: true });
});

test('a response that is no JSON is reported and awaited on', async () => {
  const { rpc, sent } = commands();
  const answer = rpc.send(valve, { method: 'read' });
  await expect.poll(() => sent).toHaveLength(1);
  const { number, payload } = sent[0]!;
  expect(payload).toEqual({ method: 'read', params: {} });
  expect(rpc.answeredBy(valve, number, new TextEncoder().encode('{'))).not.toBeNull();
  rpc.answeredBy(valve, number, json(7));
  await expect(answer).resolves.toBe(7);
});

test('the owner of a device changes: what it answers is dropped', async () => {
  const { rpc, sent } = commands();
  const answer = rpc.send(valve, { method: 'read' });
  const kept = rpc.send(other, { method: 'read' });
  const refused = expect(answer).rejects.toMatchObject({ code: 'timeout' });
  await expect.poll(() => sent).toHaveLength(2);
  rpc.end({ of: 'device', id: 'valve' });
  await refused;
  rpc.answeredBy(other, sent.find(({ deviceId }) => deviceId === 'other')!.number, json(1));
  await expect(kept).resolves.toBe(1);
});

test('a response is awaited for as many milliseconds as were asked for', async () => {
  vi.useFakeTimers();
  const { rpc, sent } = commands();
  const inTime = rpc.send(valve, { method: 'read', timeoutMs: 30_000 });
  const answered = expect(inTime).resolves.toBe(7);
  await vi.advanceTimersByTimeAsync(29_999);
  rpc.answeredBy(valve, sent[0]!.number, json(7));
  await answered;
  const late = expect(rpc.send(valve, { method: 'read', timeoutMs: 30_000 })).rejects.toMatchObject({
    code: 'timeout',
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await late;
});
