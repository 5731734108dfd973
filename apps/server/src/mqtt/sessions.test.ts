import { expect, test } from 'vitest';
import { ServerEvents } from '../events.ts';
import { createLogger } from '../logger.ts';
import { DeviceSessions, ONLINE_TIMEOUT_MS, type DeviceSession } from './sessions.ts';

const DEVICE = { id: 'd', key: 1, organisationId: 'o' };

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
  sessions.heard(DEVICE);
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
