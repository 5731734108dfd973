import { expect, test, vi } from 'vitest';
import { DEVICE, MINUTE, database, setUp, setUpSweeps } from './device-sessions.fixtures.ts';
import { ONLINE_TIMEOUT_MS, RECONNECT_MS } from './device-sessions.ts';

const PRODUCT = { id: 'd', product_model_id: 'p' };

test('a device is online while a session is open, however long it is silent', () => {
  const { clock, sessions, session, states } = setUp();
  sessions.opened(DEVICE, session);
  clock.now += 10 * ONLINE_TIMEOUT_MS;
  expect(sessions.isOnline('d')).toBe(true);
  expect(states).toEqual([true]);
});

test('a change of the state names the device, its owner and when it was last heard', async () => {
  const { clock, sessions, changes, sweep } = await setUpSweeps();
  const reportedAt = clock.now;
  sessions.recordActivity(DEVICE);
  clock.now += ONLINE_TIMEOUT_MS;
  sweep();
  sweep();
  const change = { deviceId: 'd', organisationId: 'o', lastActivity: reportedAt };
  expect(changes).toEqual([
    { ...change, online: true },
    { ...change, online: false },
  ]);
});

test('of a device that nobody heard nothing is known', () => {
  const { sessions } = setUp();
  expect(sessions.isOnline('d')).toBe(false);
  expect(sessions.isConnected('d')).toBe(false);
  expect(sessions.lastActivity('d')).toBeNull();
  expect(sessions.expectedReportMs(PRODUCT)).toBeNull();
  expect(sessions.sessionsOf('d')).toEqual([]);
  expect(sessions.onlineIds()).toEqual([]);
  expect(sessions.connected).toEqual([]);
});

test('a device is connected while a session is open, its own or one of its gateway', () => {
  const { sessions, session } = setUp();
  const child = { ...DEVICE, id: 'child' };
  const close = sessions.opened(DEVICE, session);
  const closeChild = sessions.opened(child, session, { relayed: true });
  sessions.recordActivity({ ...DEVICE, id: 'over HTTP' });
  expect(['d', 'child', 'over HTTP'].map((id) => sessions.isConnected(id))).toEqual([true, true, false]);
  expect(sessions.connected).toEqual([DEVICE, child]);
  close();
  expect(sessions.connected).toEqual([child]);
  closeChild();
  expect(['d', 'child'].map((id) => sessions.isConnected(id))).toEqual([false, false]);
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

test('a message that arrives late does not set back when the device was last heard', () => {
  const { clock, sessions } = setUp();
  sessions.recordActivity(DEVICE);
  sessions.recordActivity(DEVICE, clock.now - MINUTE);
  expect(sessions.lastActivity('d')).toBe(clock.now);
});

test('a clock that is set back takes no connected device offline', async () => {
  const { clock, sessions, session, states, sweep } = await setUpSweeps();
  sessions.opened(DEVICE, session);
  sessions.recordActivity({ ...DEVICE, id: 'over HTTP' });
  clock.now -= 60 * MINUTE;
  sweep();
  expect(sessions.onlineIds()).toEqual(['d', 'over HTTP']);
  expect(states).toEqual([true, true]);
});

test('a device that is expected to report only so often sleeps in between, unless its gateway is gone', async () => {
  const { clock, sessions, session, sweep } = await setUpSweeps(() => ({ products: { p: 7200 } }));
  expect(sessions.expectedReportMs(PRODUCT)).toBe(7_200_000);
  sessions.opened(DEVICE, session)();
  sessions.opened({ ...DEVICE, id: 'child' }, session, { relayed: true })();
  clock.now += 3_600_000;
  sweep();
  expect(sessions.onlineIds()).toEqual(['d']);
  clock.now += 3_600_000;
  sweep();
  expect(sessions.onlineIds()).toEqual([]);
});

test('a time-out that a product gets, changes or loses holds for its devices', async () => {
  const { clock, sessions, sweep } = await setUpSweeps();
  sessions.recordActivity(DEVICE);
  sessions.setOnlineTimeout('other', 3600);
  sessions.setOnlineTimeout('p', 60);
  expect(sessions.expectedReportMs(PRODUCT)).toBe(MINUTE);
  clock.now += MINUTE;
  sweep();
  expect(sessions.isOnline('d')).toBe(false);
  sessions.setOnlineTimeout('p', 3600);
  sweep();
  expect(sessions.isOnline('d')).toBe(true);
  clock.now += ONLINE_TIMEOUT_MS;
  sweep();
  expect(sessions.isOnline('d')).toBe(true);
  sessions.setOnlineTimeout('p', null);
  expect(sessions.expectedReportMs(PRODUCT)).toBeNull();
  sweep();
  expect(sessions.isOnline('d')).toBe(false);
});

test('the server attribute inactivityTimeout of a device takes the place of what its product says', async () => {
  const { clock, sessions, sweep, tables } = await setUpSweeps(() => ({
    products: { p: 7200 },
    devices: [
      { id: 'other', inactivityTimeout: 5 * MINUTE },
      { id: 'd', inactivityTimeout: MINUTE },
    ],
  }));
  sessions.recordActivity(DEVICE);
  clock.now += MINUTE;
  sweep();
  expect(sessions.isOnline('d')).toBe(false);
  tables.setInactivityTimeout('d', 90_000);
  await sessions.loadTimeout('d');
  expect(sessions.isOnline('d')).toBe(true);
  expect(sessions.expectedReportMs(PRODUCT)).toBe(90_000);
  tables.setInactivityTimeout('d', undefined);
  await sessions.loadTimeout('d');
  expect(sessions.expectedReportMs(PRODUCT)).toBe(7_200_000);
});

test('a time-out that is no number of milliseconds, or zero, counts as none', async () => {
  const { sessions, tables } = await setUpSweeps(() => ({
    products: { p: 0, text: 'soon', negative: -60 },
    devices: [
      { id: 'zero', inactivityTimeout: 0 },
      { id: 'negative', inactivityTimeout: -1 },
      { id: 'text', inactivityTimeout: '60000' },
      { id: 'd', inactivityTimeout: MINUTE },
    ],
  }));
  const expected = (id: string, product = 'p') =>
    sessions.expectedReportMs({ id, product_model_id: product });
  expect(['zero', 'negative', 'text'].map((id) => expected(id))).toEqual([null, null, null]);
  expect(['text', 'negative'].map((product) => expected('another', product))).toEqual([null, null]);
  expect(expected('d')).toBe(MINUTE);
  tables.setInactivityTimeout('d', 0);
  await sessions.loadTimeout('d');
  expect(expected('d')).toBeNull();
});

test('a removed device loses its time-out; one that nobody heard stays unknown', async () => {
  const { sessions, tables, states } = await setUpSweeps(() => ({
    devices: [{ id: 'd', inactivityTimeout: MINUTE }],
  }));
  await sessions.loadTimeout('d');
  expect(sessions.expectedReportMs(PRODUCT)).toBe(MINUTE);
  tables.remove('d');
  await sessions.loadTimeout('d');
  expect(sessions.expectedReportMs(PRODUCT)).toBeNull();
  expect(sessions.lastActivity('d')).toBeNull();
  expect(states).toEqual([]);
});

test('while the database is away a device keeps its time-out, and its connections open and end', async () => {
  const { sessions, session, tables, states } = await setUpSweeps(() => ({
    devices: [{ id: 'd', inactivityTimeout: MINUTE }],
  }));
  tables.goAway();
  await expect(sessions.loadTimeout('d')).rejects.toThrow('away');
  expect(sessions.expectedReportMs(PRODUCT)).toBe(MINUTE);
  sessions.opened(DEVICE, session)();
  expect(sessions.isConnected('d')).toBe(false);
  expect(states).toEqual([true]);
});

test('the time-outs of thousand devices that change at once are read by a few statements', async () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `d${n}`);
  const { sessions, tables } = await setUpSweeps(() => ({
    devices: ids.map((id, n) => ({ id, inactivityTimeout: (n + 1) * 1000 })),
  }));
  for (const id of ids) tables.setInactivityTimeout(id, 2 * MINUTE);
  const before = tables.statements();
  await Promise.all(ids.map((id) => sessions.loadTimeout(id)));
  expect(tables.statements() - before).toBeLessThan(5);
  for (const id of ids) expect(sessions.expectedReportMs({ ...PRODUCT, id })).toBe(2 * MINUTE);
});

test('before the start there is no time-out to read', async () => {
  const { sessions } = setUp();
  await sessions.loadTimeout('d');
  expect(sessions.expectedReportMs(PRODUCT)).toBeNull();
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

test('a device that reconnects before its old connection is known to have ended is reached over the new one', () => {
  const { clock, sessions, session, noted } = setUp();
  const [first, second] = [{ ...session }, { ...session }];
  const close = sessions.opened(DEVICE, first);
  sessions.opened(DEVICE, second);
  expect(sessions.sessionsOf('d')).toEqual([first, second]);
  expect(sessions.sessionsOf('d')[0]).toBe(first);
  clock.now += MINUTE;
  close();
  expect(sessions.sessionsOf('d')).toHaveLength(1);
  expect(sessions.sessionsOf('d')[0]).toBe(second);
  expect(sessions.connected).toEqual([DEVICE]);
  expect(noted.at(-1)).toEqual({ key: 1, connected: true, relayed: false, at: clock.now });
});

test('a device behind two gateways is connected until the second one is gone', async () => {
  const { clock, sessions, session, sweep } = await setUpSweeps();
  const close = sessions.opened(DEVICE, { ...session }, { relayed: true });
  const closeSecond = sessions.opened(DEVICE, { ...session }, { relayed: true });
  clock.now += 1_000;
  close();
  clock.now += RECONNECT_MS;
  sweep();
  expect([sessions.isConnected('d'), sessions.isOnline('d')]).toEqual([true, true]);
  closeSecond();
  clock.now += RECONNECT_MS;
  sweep();
  expect([sessions.isConnected('d'), sessions.isOnline('d')]).toEqual([false, false]);
});

test('a device whose own connection ends counts by its reports at once while its gateway is connected', () => {
  const { clock, sessions, session, states } = setUp();
  sessions.opened(DEVICE, { ...session }, { relayed: true });
  const close = sessions.opened(DEVICE, session);
  clock.now += ONLINE_TIMEOUT_MS;
  expect(sessions.isOnline('d')).toBe(true);
  close();
  expect(sessions.isConnected('d')).toBe(true);
  expect(states).toEqual([true, false]);
});

test('a dropped device loses its connections and is forgotten', () => {
  const { sessions, session, closedCount } = setUp();
  sessions.opened(DEVICE, session);
  sessions.opened(DEVICE, { ...session });
  sessions.opened({ ...DEVICE, id: 'other' }, session);
  sessions.drop('d');
  expect(closedCount()).toBe(2);
  expect(sessions.isOnline('d')).toBe(false);
  expect(sessions.lastActivity('d')).toBeNull();
  expect(sessions.connected).toEqual([{ ...DEVICE, id: 'other' }]);
});

test('each drop counts, also that of a device without a session: it may be connecting now', () => {
  const { sessions, session } = setUp();
  expect(sessions.drops).toBe(0);
  sessions.drop('d');
  expect(sessions.drops).toBe(1);
  sessions.opened(DEVICE, session);
  sessions.drop('d');
  expect(sessions.drops).toBe(2);
});

test('a dropped device comes back under its new owner; the late end of its old connection changes nothing', () => {
  const { sessions, session, states } = setUp();
  const close = sessions.opened(DEVICE, session);
  sessions.drop('d');
  const sold = { ...DEVICE, organisationId: 'new owner' };
  const next = { ...session };
  sessions.opened(sold, next);
  close();
  expect(sessions.connected).toEqual([sold]);
  expect(sessions.sessionsOf('d')[0]).toBe(next);
  expect(sessions.isOnline('d')).toBe(true);
  expect(states.at(-1)).toBe(true);
});

test('a device may end its sessions itself while it is dropped', () => {
  const { sessions, session } = setUp();
  const ends: (() => void)[] = [];
  const open = () => {
    const at = ends.length;
    ends.push(sessions.opened(DEVICE, { ...session, close: () => ends[at]?.() }));
  };
  open();
  open();
  sessions.drop('d');
  expect(sessions.isConnected('d')).toBe(false);
  expect(sessions.isOnline('d')).toBe(false);
  expect(sessions.onlineIds()).toEqual([]);
});

test('an online device is reached at the outside broker first, and over its open sessions', async () => {
  const { clock, sessions, session, sweep } = await setUpSweeps();
  const outside = { ...session };
  const asked: string[] = [];
  sessions.opened(DEVICE, session);
  expect(sessions.sessionsOf('d')).toHaveLength(1);
  sessions.setExternalSessions((deviceId) => {
    asked.push(deviceId);
    return outside;
  });
  expect(sessions.sessionsOf('unknown')).toEqual([]);
  const reached = sessions.sessionsOf('d');
  expect(reached).toHaveLength(2);
  expect(reached[0]).toBe(outside);
  expect(reached[1]).toBe(session);
  sessions.recordActivity({ ...DEVICE, id: 'e' });
  expect(sessions.sessionsOf('e')[0]).toBe(outside);
  clock.now += ONLINE_TIMEOUT_MS;
  sweep();
  expect(sessions.sessionsOf('e')).toEqual([]);
  expect(asked).toEqual(['d', 'e']);
});

test('the product says how long its devices may be silent, also at the start', async () => {
  const { sessions, states } = await setUpSweeps((now) => ({
    products: { sleeper: 3600, talker: 60, p: undefined },
    devices: [
      { id: 'asleep', productModelId: 'sleeper', lastActivityAt: now - 50 * MINUTE },
      { id: 'silent', productModelId: 'talker', lastActivityAt: now - 2 * MINUTE },
      { id: 'plain', lastActivityAt: now - 2 * MINUTE },
      { id: 'long silent', productModelId: 'sleeper', lastActivityAt: now - 60 * MINUTE },
      { id: 'new' },
    ],
  }));
  expect(sessions.onlineIds()).toEqual(['asleep', 'plain']);
  sessions.recordActivity({ ...DEVICE, id: 'silent', productModelId: 'talker' });
  expect(sessions.isOnline('silent')).toBe(true);
  expect(states).toEqual([true, true, true]);
});

test('after a restart it is known when a device was last heard, and whose it is', async () => {
  const { clock, sessions, changes } = await setUpSweeps((now) => ({
    devices: [
      { id: 'd', lastActivityAt: now - MINUTE },
      { id: 'rare', lastActivityAt: now - 20 * MINUTE, inactivityTimeout: 30 * MINUTE },
      { id: 'too rare', lastActivityAt: now - 40 * MINUTE },
    ],
  }));
  const reported = ['d', 'rare', 'too rare'].map((id) => sessions.lastActivity(id));
  expect(reported).toEqual([clock.now - MINUTE, clock.now - 20 * MINUTE, null]);
  expect(changes).toEqual([
    { deviceId: 'd', organisationId: 'o', online: true, lastActivity: clock.now - MINUTE },
    { deviceId: 'rare', organisationId: 'o', online: true, lastActivity: clock.now - 20 * MINUTE },
  ]);
});

test('after a restart a device whose connection had ended is offline; the others have time to reconnect', async () => {
  const { clock, sessions, session, noted, sweep } = await setUpSweeps((now) => {
    const ended = (ago: number, more: object = {}) => ({
      lastActivityAt: now - 2 * MINUTE,
      connection: { connected: false, relayed: false, at: now - ago, ...more },
    });
    return {
      products: { sleeper: 7200 },
      devices: [
        { id: 'over HTTP', lastActivityAt: now - 2 * MINUTE },
        { id: 'ended', ...ended(MINUTE) },
        { id: 'ended just now', ...ended(RECONNECT_MS - 1_000) },
        { id: 'heard since', ...ended(3 * MINUTE) },
        { id: 'cut off by the restart', ...ended(0) },
        { id: 'at another server', ...ended(MINUTE, { connected: true }) },
        {
          id: 'connected to another server since',
          ...ended(MINUTE, { connected: true }),
          lastActivityAt: now - 20 * MINUTE,
        },
        { id: 'sleeps', ...ended(MINUTE), productModelId: 'sleeper' },
        { id: 'behind a gateway', ...ended(MINUTE, { relayed: true }), productModelId: 'sleeper' },
      ],
    };
  });
  expect(sessions.onlineIds()).toEqual([
    'over HTTP',
    'ended just now',
    'heard since',
    'cut off by the restart',
    'at another server',
    'connected to another server since',
    'sleeps',
  ]);
  expect(sessions.connected).toEqual([]);
  expect(sessions.lastActivity('at another server')).toBe(clock.now - MINUTE);
  sessions.opened({ ...DEVICE, id: 'ended just now', key: 3 }, session);
  expect(noted.map(({ key }) => key)).toEqual([3]);
  clock.now += RECONNECT_MS;
  sweep();
  expect(sessions.onlineIds()).toEqual([
    'over HTTP',
    'ended just now',
    'heard since',
    'at another server',
    'connected to another server since',
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

test('a connection that ended at another server long ago takes the device offline at once', () => {
  const { clock, sessions, states } = setUp();
  sessions.recordActivity(DEVICE, clock.now - 2 * MINUTE);
  sessions.changedElsewhere(DEVICE, { connected: false, relayed: false, at: clock.now - MINUTE });
  expect(states).toEqual([true, false]);
  expect(sessions.lastActivity('d')).toBe(clock.now - 2 * MINUTE);
});

test('an earlier connection at another server does not keep a device online that has disconnected here', async () => {
  const { clock, sessions, session, sweep } = await setUpSweeps();
  sessions.opened(DEVICE, session)();
  sessions.changedElsewhere(DEVICE, { connected: false, relayed: false, at: clock.now - MINUTE });
  sessions.changedElsewhere(DEVICE, { connected: true, relayed: false, at: clock.now - MINUTE });
  clock.now += RECONNECT_MS;
  sweep();
  expect(sessions.isOnline('d')).toBe(false);
});

test('each connection that opens or ends is stored: since when, and whether only a gateway has it', () => {
  const { clock, sessions, session, noted } = setUp();
  const start = clock.now;
  const closeRelayed = sessions.opened(DEVICE, { ...session }, { relayed: true });
  clock.now += 1_000;
  const close = sessions.opened(DEVICE, session);
  clock.now += 1_000;
  close();
  close();
  clock.now += 1_000;
  closeRelayed();
  clock.now += 1_000;
  sessions.opened({ ...DEVICE, key: 2, id: 'e' }, session)();
  clock.now += 1_000;
  sessions.opened(DEVICE, { ...session });
  expect(noted).toEqual([
    { key: 1, connected: true, relayed: true, at: start },
    { key: 1, connected: true, relayed: false, at: start + 1_000 },
    { key: 1, connected: true, relayed: true, at: start + 2_000 },
    { key: 1, connected: false, relayed: true, at: start + 3_000 },
    { key: 2, connected: true, relayed: false, at: start + 4_000 },
    { key: 2, connected: false, relayed: false, at: start + 4_000 },
    { key: 1, connected: true, relayed: false, at: start + 5_000 },
  ]);
});

test('open connections are stored again on request, ended ones are not', () => {
  const { clock, sessions, session, noted } = setUp();
  sessions.opened(DEVICE, session);
  sessions.opened({ ...DEVICE, id: 'e', key: 2 }, session)();
  sessions.recordActivity({ ...DEVICE, id: 'over HTTP', key: 3 });
  noted.length = 0;
  clock.now += MINUTE;
  sessions.noteOpen();
  expect(noted).toEqual([{ key: 1, connected: true, relayed: false, at: clock.now }]);
});

test('the connection of a gateway says nothing of a device behind it that fell silent', async () => {
  const { clock, sessions, session, sweep } = await setUpSweeps();
  sessions.opened({ ...DEVICE, id: 'gateway' }, session);
  const close = sessions.opened(DEVICE, session, { relayed: true });
  expect(sessions.onlineIds()).toEqual(['gateway', 'd']);
  clock.now += ONLINE_TIMEOUT_MS + 1;
  sweep();
  expect(sessions.onlineIds()).toEqual(['gateway']);
  // Messages to it still go through the gateway.
  expect(sessions.sessionsOf('d')).toHaveLength(1);
  close();
  expect(sessions.sessionsOf('d')).toHaveLength(0);
});

test('the check for time-outs ends with the sessions, and keeps no process alive', async () => {
  const { sessions } = setUp();
  const started = vi.spyOn(globalThis, 'setInterval');
  try {
    await sessions.start(database().db);
    const [{ value: timer } = { value: null }] = started.mock.results;
    expect((timer as NodeJS.Timeout).hasRef()).toBe(false);
  } finally {
    started.mockRestore();
    sessions.stop();
  }
});

test('stopped sessions change no state by themselves', async () => {
  const { clock, sessions, states, sweep } = await setUpSweeps();
  sessions.recordActivity(DEVICE);
  sessions.stop();
  sessions.stop();
  clock.now += ONLINE_TIMEOUT_MS;
  sweep();
  expect(states).toEqual([true]);
});

test('what its gateway relays keeps a device online while it is heard; one that is silent stays offline when that goes', async () => {
  const { clock, sessions, session, states, sweep } = await setUpSweeps();
  const close = sessions.opened(DEVICE, session, { relayed: true });
  clock.now += ONLINE_TIMEOUT_MS;
  sweep();
  expect(states).toEqual([true, false]);
  clock.now += MINUTE;
  close();
  sweep();
  expect(states).toEqual([true, false]);
});

test('the end of a gateway at another server takes no silent device online', async () => {
  const { clock, sessions, states } = await setUpSweeps();
  sessions.recordActivity(DEVICE, clock.now - 60 * MINUTE);
  sessions.changedElsewhere(DEVICE, { connected: false, relayed: true, at: clock.now });
  expect(states).toEqual([]);
});

test('a device with a short time-out that only reconnects stays online', async () => {
  const { clock, sessions, session, states, sweep } = await setUpSweeps(() => ({ products: { p: 60 } }));
  const close = sessions.opened(DEVICE, session);
  clock.now += 5 * MINUTE;
  close();
  clock.now += RECONNECT_MS - 1;
  sweep();
  sessions.opened(DEVICE, session);
  expect(states).toEqual([true]);
});

test('whoever watches a device is told that it is offline when it is dropped, once', async () => {
  const { clock, sessions, session, states, noted, sweep } = await setUpSweeps();
  const close = sessions.opened(DEVICE, session);
  sessions.drop('d');
  expect(states).toEqual([true, false]);
  expect(noted.at(-1)).toMatchObject({ connected: false, relayed: false, at: clock.now });
  close();
  clock.now += 60 * MINUTE;
  sweep();
  sessions.drop('d');
  expect(states).toEqual([true, false]);
});

test('the late end of a dropped connection is not that of the next', () => {
  const { sessions, session, noted } = setUp();
  const close = sessions.opened(DEVICE, session);
  sessions.drop('d');
  sessions.opened(DEVICE, { ...session });
  close();
  expect([sessions.isConnected('d'), noted.at(-1)?.connected]).toEqual([true, true]);
});

test('connections that are to be made anew take no device offline that makes one', async () => {
  const { clock, sessions, session, states, noted, closedCount, sweep } = await setUpSweeps();
  const close = sessions.opened(DEVICE, session);
  sessions.opened({ ...DEVICE, id: 'other' }, session);
  sessions.renew('d');
  expect([closedCount(), sessions.drops, sessions.isConnected('d')]).toEqual([1, 1, false]);
  expect(noted.at(-1)).toMatchObject({ key: 1, connected: false });
  close();
  expect(sessions.isOnline('d')).toBe(true);
  sessions.opened(DEVICE, session);
  sessions.renew('d');
  clock.now += RECONNECT_MS;
  sweep();
  expect(sessions.isOnline('d')).toBe(false);
  expect(sessions.isOnline('other')).toBe(true);
  expect(states).toEqual([true, true, false]);
  sessions.renew('unknown');
  expect(sessions.drops).toBe(3);
});

test('a device behind a gateway whose connections are made anew is one that was behind a gateway', () => {
  const { sessions, session, noted } = setUp();
  sessions.opened(DEVICE, session, { relayed: true });
  sessions.renew('d');
  expect(noted.at(-1)).toMatchObject({ connected: false, relayed: true });
});

test('what comes late under the owner before ends with the first sign of the new one', () => {
  const { sessions, session, changes } = setUp();
  sessions.opened(DEVICE, session);
  sessions.drop('d');
  // A request that was on its way.
  sessions.recordActivity(DEVICE);
  const sold = { ...DEVICE, organisationId: 'new owner' };
  sessions.opened(sold, session);
  expect(sessions.connected).toEqual([sold]);
  expect(changes.slice(-2)).toMatchObject([
    { organisationId: 'o', online: false },
    { organisationId: 'new owner', online: true },
  ]);
});

test('open sessions tell whose a device is: what comes late under another owner changes nothing', () => {
  const { sessions, session, changes, closedCount } = setUp();
  sessions.opened(DEVICE, session);
  const sold = { ...DEVICE, organisationId: 'new owner' };
  sessions.recordActivity(sold);
  expect([sessions.connected, changes.length]).toEqual([[DEVICE], 1]);
  // The new owner's device ends those that were left open.
  sessions.opened(sold, { ...session });
  expect([sessions.connected, closedCount()]).toEqual([[sold], 1]);
});

test('a device that has another product model has its time-out', async () => {
  const { clock, sessions, sweep } = await setUpSweeps(() => ({ products: { slow: 7200 } }));
  sessions.recordActivity(DEVICE);
  sessions.recordActivity({ ...DEVICE, productModelId: 'slow' });
  clock.now += ONLINE_TIMEOUT_MS;
  sweep();
  expect(sessions.isOnline('d')).toBe(true);
});

test('after a restart a device that only pings has time to reconnect, too', async () => {
  const { sessions } = await setUpSweeps((now) => {
    const of = (id: string, more: object) => ({
      id,
      lastActivityAt: now - 20 * MINUTE,
      connection: { connected: false, relayed: false, at: now, ...more },
    });
    return {
      devices: [
        of('pings', {}),
        of('at another server', { connected: true }),
        of('silent behind a gateway', { relayed: true }),
        of('ended long ago', { at: now - 20 * MINUTE }),
      ],
    };
  });
  expect(sessions.onlineIds()).toEqual(['pings', 'at another server']);
});

test('a farm may have any number of devices with a time-out of their own', async () => {
  const devices = Array.from({ length: 150_000 }, (_, id) => ({ id: `${id}`, inactivityTimeout: MINUTE }));
  const { sessions } = await setUpSweeps(() => ({ devices }));
  expect(sessions.expectedReportMs({ id: '149999', product_model_id: 'p' })).toBe(MINUTE);
});
