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
