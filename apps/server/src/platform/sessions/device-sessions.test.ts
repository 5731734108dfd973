import { expect, test, vi } from 'vitest';
import type { Kysely } from 'kysely';
import { ServerEvents } from '../events.ts';
import { createLogger } from '../logger.ts';
import type { Database } from '../storage/schema.ts';
import { DeviceSessions, ONLINE_TIMEOUT_MS, type DeviceSession } from './device-sessions.ts';

const DEVICE = { id: 'd', key: 1, organisationId: 'o', productModelId: 'p' };

function setUp() {
  const clock = { now: 1_000_000 };
  const events = new ServerEvents(createLogger('silent'));
  const states: boolean[] = [];
  events.on('device-state', ({ online }) => states.push(online));
  let closed = 0;
  const session: DeviceSession = {
    send: () => ({ accepted: true, delivered: Promise.resolve(true) }),
    close: () => (closed += 1),
  };
  return {
    clock,
    states,
    session,
    sessions: new DeviceSessions(events, () => clock.now),
    closedCount: () => closed,
  };
}

test('a device is online while a session is open, however long it is silent', () => {
  const { clock, sessions, session, states } = setUp();
  sessions.opened(DEVICE, session);
  clock.now += 10 * ONLINE_TIMEOUT_MS;
  expect(sessions.isOnline('d')).toBe(true);
  expect(states).toEqual([true]);
});

test('after its last session it stays online until the time-out since it was last heard', () => {
  const { clock, sessions, session, states } = setUp();
  const close = sessions.opened(DEVICE, session);
  clock.now += ONLINE_TIMEOUT_MS + 1;
  close();
  expect(sessions.isOnline('d')).toBe(false);
  sessions.recordActivity(DEVICE);
  expect(sessions.onlineIds()).toEqual(['d']);
  expect(states).toEqual([true, false, true]);
});

test('the end of one of two sessions tells nothing', () => {
  const { clock, sessions, session, states } = setUp();
  const close = sessions.opened(DEVICE, session);
  sessions.opened(DEVICE, { ...session });
  clock.now += ONLINE_TIMEOUT_MS + 1;
  close();
  close();
  expect(states).toEqual([true]);
  expect(sessions.sessionsOf('d')).toHaveLength(1);
});

test('a dropped device loses its connections and is forgotten', () => {
  const { sessions, session, closedCount } = setUp();
  sessions.opened(DEVICE, session);
  sessions.drop('d');
  expect(closedCount()).toBe(1);
  expect(sessions.isOnline('d')).toBe(false);
  expect(sessions.lastActivity('d')).toBeNull();
});

/** A database with these rows in the table. */
function tables(rows: Record<string, unknown[]>): Kysely<Database> {
  const selectFrom = (table: string) => {
    const query = { select: () => query, where: () => query, execute: async () => rows[table] ?? [] };
    return query;
  };
  return { selectFrom } as unknown as Kysely<Database>;
}

test('the product says how long its devices may be silent, also at the start', async () => {
  const { clock, sessions, states } = setUp();
  const minute = 60_000;
  const activeAgo = (id: string, product: string, ms: number) => ({
    id,
    key: 1,
    organisation_id: 'o',
    product_model_id: product,
    last_activity_at: new Date(clock.now - ms),
  });
  clock.now = 1_000 * minute;
  await sessions.start(
    tables({
      product_model: [
        { id: 'sleeper', detail: { onlineTimeoutS: 3600 } },
        { id: 'talker', detail: { onlineTimeoutS: 60 } },
        { id: 'p', detail: {} },
      ],
      device: [
        activeAgo('asleep', 'sleeper', 50 * minute),
        activeAgo('silent', 'talker', 2 * minute),
        activeAgo('plain', 'p', 2 * minute),
      ],
    }),
  );
  sessions.stop();
  expect(sessions.onlineIds()).toEqual(['asleep', 'plain']);
  sessions.recordActivity({ ...DEVICE, id: 'silent', productModelId: 'talker' });
  expect(sessions.isOnline('silent')).toBe(true);
  expect(states).toEqual([true, true, true]);
});

test('the connection of a gateway says nothing of a device behind it that fell silent', async () => {
  const { clock, sessions, session } = setUp();
  vi.useFakeTimers();
  try {
    await sessions.start(tables({}));
    sessions.opened({ ...DEVICE, id: 'gateway' }, session);
    const close = sessions.opened(DEVICE, session, { relayed: true });
    expect(sessions.onlineIds()).toEqual(['gateway', 'd']);
    clock.now += ONLINE_TIMEOUT_MS + 1;
    vi.advanceTimersByTime(10_000);
    expect(sessions.onlineIds()).toEqual(['gateway']);
    // Messages to it still go through the gateway.
    expect(sessions.sessionsOf('d')).toHaveLength(1);
    close();
    expect(sessions.sessionsOf('d')).toHaveLength(0);
  } finally {
    sessions.stop();
    vi.useRealTimers();
  }
});
