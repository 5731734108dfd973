import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnonymousConnections } from './anonymous-connections.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('above the limit of an address its oldest silent connection is closed; one that authenticated stays', async () => {
  const connections = new AnonymousConnections(2, 10);
  const closed: string[] = [];
  const open = (source: string, name: string): (() => void) =>
    connections.add(source, () => closed.push(name));
  const authenticated = open('a', 'a1');
  for (const name of ['a2', 'a3', 'a4', 'a5']) open('a', name);
  open('b', 'b1');
  authenticated();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(closed).toEqual(['a2', 'a3']);
  expect(connections.size).toBe(3);
});

test('above the limit of all the oldest of any address is closed', async () => {
  const connections = new AnonymousConnections(2, 3);
  const closed: number[] = [];
  const left = Array.from({ length: 5 }, (_, n) => connections.add(`source ${n}`, () => closed.push(n)));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(closed).toEqual([0, 1]);
  for (const leave of left) leave();
  expect(connections.size).toBe(0);
});

test('hundreds that connect in one moment keep their connections until their logins have arrived', async () => {
  const connections = new AnonymousConnections(2, 3);
  const closed: number[] = [];
  const authenticated = Array.from({ length: 600 }, (_, n) => connections.add('a', () => closed.push(n)));
  await vi.advanceTimersByTimeAsync(1_000);
  for (const leave of authenticated) leave();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(closed).toEqual([]);
  expect(connections.size).toBe(0);
});

/** Connections of one address with their closed ones. */
function counted(perSource: number, total?: number) {
  const connections = new AnonymousConnections(perSource, total);
  const closed: string[] = [];
  const open = (source: string, name: string): (() => void) =>
    connections.add(source, () => closed.push(name));
  return { connections, closed, open };
}

test('a connection counts two seconds after it came, not before', async () => {
  const { connections, closed, open } = counted(1);
  open('a', 'a1');
  await vi.advanceTimersByTimeAsync(1_000);
  open('a', 'a2');
  await vi.advanceTimersByTimeAsync(1_999);
  expect([closed, connections.size]).toEqual([[], 2]);
  await vi.advanceTimersByTimeAsync(2);
  expect([closed, connections.size]).toEqual([['a1'], 1]);
});

test('a login that is read in the same moment as its time is over comes first', async () => {
  const { connections, closed, open } = counted(0);
  const authenticated = open('a', 'a1');
  setTimeout(authenticated, 2_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([closed, connections.size]).toEqual([[], 0]);
});

test('one that leaves makes room, and leaving twice or after it was closed changes nothing', async () => {
  const { connections, closed, open } = counted(2);
  const [first, second] = [open('a', 'a1'), open('a', 'a2')];
  await vi.advanceTimersByTimeAsync(3_000);
  first();
  first();
  open('a', 'a3');
  await vi.advanceTimersByTimeAsync(3_000);
  expect([closed, connections.size]).toEqual([[], 2]);
  open('a', 'a4');
  await vi.advanceTimersByTimeAsync(3_000);
  expect([closed, connections.size]).toEqual([['a2'], 2]);
  second();
  expect(connections.size).toBe(2);
});

test('one more closes one, also where both limits are reached', async () => {
  const { closed, open } = counted(1, 1);
  for (const name of ['a1', 'a2']) open('a', name);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(closed).toEqual(['a1']);
  open('b', 'b1');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(closed).toEqual(['a1', 'a2']);
});

test('of all addresses together four thousand may be silent', async () => {
  const { connections, closed, open } = counted(1);
  for (let n = 0; n < 4_000; n += 1) open(`source ${n}`, String(n));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(closed).toEqual([]);
  open('another', 'another');
  await vi.advanceTimersByTimeAsync(3_000);
  expect([closed, connections.size]).toEqual([['0'], 4_000]);
});
