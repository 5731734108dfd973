import { expect, onTestFinished, test, vi } from 'vitest';
import type { Kysely } from 'kysely';
import { ServerEvents } from '../events.ts';
import { createLogger } from '../logger.ts';
import type { Database } from '../storage/schema.ts';
import { DeviceSessions, ONLINE_TIMEOUT_MS, RECONNECT_MS, type DeviceSession } from './device-sessions.ts';

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

/** A running sweeper: `sweep` lets its time come. */
async function setUpSweeps(rows: Record<string, unknown[]> = {}) {
  const parts = setUp();
  vi.useFakeTimers();
  await parts.sessions.start(tables(rows));
  onTestFinished(() => {
    parts.sessions.stop();
    vi.useRealTimers();
  });
  return { ...parts, rows, sweep: () => vi.advanceTimersByTime(5_000) };
}

test('a device is online while a session is open, however long it is silent', () => {
  const { clock, sessions, session, states } = setUp();
  sessions.opened(DEVICE, session);
  clock.now += 10 * ONLINE_TIMEOUT_MS;
  expect(sessions.isOnline('d')).toBe(true);
  expect(states).toEqual([true]);
});

test('a device that disconnected minutes ago is not online; one that only reconnects stays so', async () => {
  const { clock, sessions, session, states, sweep } = await setUpSweeps();
  const close = sessions.opened(DEVICE, session);
  close();
  expect([sessions.isConnected('d'), sessions.isOnline('d')]).toEqual([false, true]);
  sessions.opened(DEVICE, session)();
  clock.now += RECONNECT_MS;
  sweep();
  expect(sessions.isOnline('d')).toBe(false);
  // Heard without a connection since: it reports over HTTP as well.
  clock.now += 1;
  sessions.recordActivity(DEVICE);
  clock.now += ONLINE_TIMEOUT_MS - 1;
  sweep();
  expect(sessions.onlineIds()).toEqual(['d']);
  clock.now += 1;
  sweep();
  expect(states).toEqual([true, false, true, false]);
});

test('a device that is expected to report only so often sleeps in between, unless its gateway is gone', async () => {
  const { clock, sessions, session, sweep } = await setUpSweeps({
    product_model: [{ id: 'p', detail: { onlineTimeoutS: 7200 } }],
  });
  expect(sessions.expectedReportMs({ id: 'd', product_model_id: 'p' })).toBe(7_200_000);
  sessions.opened(DEVICE, session)();
  sessions.opened({ ...DEVICE, id: 'child' }, session, { relayed: true })();
  clock.now += 3_600_000;
  sweep();
  expect(sessions.onlineIds()).toEqual(['d']);
  clock.now += 3_600_000;
  sweep();
  expect(sessions.onlineIds()).toEqual([]);
});

test('the server attribute inactivityTimeout of a device takes the place of what its product says', async () => {
  const { clock, sessions, sweep, rows } = await setUpSweeps({
    product_model: [{ id: 'p', detail: { onlineTimeoutS: 7200 } }],
    device: [{ id: 'd', timeoutMs: 60_000 }],
  });
  sessions.recordActivity(DEVICE);
  clock.now += 60_000;
  sweep();
  expect(sessions.isOnline('d')).toBe(false);
  rows['device'] = [{ id: 'd', timeoutMs: null }];
  await sessions.loadTimeout('d');
  expect(sessions.isOnline('d')).toBe(true);
  expect(sessions.expectedReportMs({ id: 'd', product_model_id: 'p' })).toBe(7_200_000);
});

test('the end of one of two sessions tells nothing', () => {
  const { clock, sessions, session, states } = setUp();
  const close = sessions.opened(DEVICE, session);
  sessions.opened(DEVICE, { ...session });
  clock.now += RECONNECT_MS;
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
    const query = {
      select: () => query,
      leftJoin: () => query,
      where: () => query,
      execute: async () => rows[table] ?? [],
      executeTakeFirst: async () => rows[table]?.[0],
    };
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

test('after a restart a device whose connection had ended is offline; the others have time to reconnect', async () => {
  const now = 1_000_000;
  const row = (id: string, changedAgo: number | null, more: object = {}) => ({
    id,
    key: 1,
    organisation_id: 'o',
    product_model_id: 'p',
    last_activity_at: new Date(now - 120_000),
    changed_at: changedAgo === null ? null : new Date(now - changedAgo),
    connected: false,
    relayed: false,
    ...more,
  });
  const rows = {
    product_model: [{ id: 'sleeper', detail: { onlineTimeoutS: 7200 } }],
    device: [
      row('over HTTP', null),
      row('ended', 60_000),
      row('ended just now', RECONNECT_MS - 1_000),
      row('heard since', 180_000),
      row('cut off by the restart', 0),
      row('at another server', 60_000, { connected: true }),
      row('sleeps', 60_000, { product_model_id: 'sleeper' }),
      row('behind a gateway', 60_000, { product_model_id: 'sleeper', relayed: true }),
    ],
  };
  const { clock, sessions, session, sweep } = await setUpSweeps(rows);
  expect(sessions.onlineIds()).toEqual([
    'over HTTP',
    'ended just now',
    'heard since',
    'cut off by the restart',
    'at another server',
    'sleeps',
  ]);
  expect(sessions.connected).toEqual([]);
  sessions.opened({ ...DEVICE, id: 'ended just now' }, session);
  clock.now += RECONNECT_MS;
  sweep();
  expect(sessions.onlineIds()).toEqual([
    'over HTTP',
    'ended just now',
    'heard since',
    'at another server',
    'sleeps',
  ]);
});

test('a connection that ended at another server leaves the device half a minute, unless it is connected or heard here', async () => {
  const { clock, sessions, session, sweep } = await setUpSweeps();
  const devices = ['gone', 'reporting', 'here', 'behind a gateway', 'back'].map((id) => ({ ...DEVICE, id }));
  const [gone, reporting, here, behind, back] = devices;
  for (const device of devices) sessions.recordActivity(device);
  sessions.opened(here ?? DEVICE, session);
  sessions.opened(behind ?? DEVICE, session, { relayed: true });
  clock.now += 1_000;
  const ended = { connected: false, relayed: false, at: clock.now };
  for (const device of devices) sessions.changedElsewhere(device, ended);
  expect(sessions.onlineIds()).toEqual(devices.map(({ id }) => id));
  clock.now += 1_000;
  sessions.recordActivity(reporting ?? DEVICE);
  sessions.changedElsewhere(back ?? DEVICE, { connected: true, relayed: false, at: clock.now });
  clock.now += RECONNECT_MS;
  // It is read more than once.
  sessions.changedElsewhere(gone ?? DEVICE, ended);
  sweep();
  expect(sessions.onlineIds()).toEqual(['reporting', 'here', 'behind a gateway', 'back']);
});

test('open connections are stored again on request, ended ones are not', () => {
  const { clock, session } = setUp();
  const noted: [number, boolean][] = [];
  const records = {
    note: (key: number, { connected }: { connected: boolean }) => noted.push([key, connected]),
  };
  const sessions = new DeviceSessions(new ServerEvents(createLogger('silent')), () => clock.now, records);
  sessions.opened(DEVICE, session);
  sessions.opened({ ...DEVICE, id: 'e', key: 2 }, session)();
  noted.length = 0;
  sessions.noteOpen();
  expect(noted).toEqual([[1, true]]);
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
