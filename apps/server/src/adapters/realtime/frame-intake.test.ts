import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { FrameIntake } from './frame-intake.ts';

test('a socket is not read while more than 256 KiB of its frames wait, small ones included', () => {
  const socket = {
    isPaused: false,
    pause: () => (socket.isPaused = true),
    resume: () => (socket.isPaused = false),
  };
  const intake = new FrameIntake(socket as unknown as WebSocket);
  const handled = [intake.take(200_000), intake.take(60_000)];
  expect(socket.isPaused).toBe(false);
  handled.push(intake.take(60_000));
  expect(socket.isPaused).toBe(true);
  handled.shift()?.();
  expect(socket.isPaused).toBe(false);
  for (const done of handled) done();
  const small = Array.from({ length: 1_024 }, () => intake.take(1));
  expect(socket.isPaused).toBe(false);
  small.push(intake.take(1));
  expect(socket.isPaused).toBe(true);
  for (const done of small) done();
  expect(socket.isPaused).toBe(false);
});

test('a socket is read again from 256 KiB on, and only one that was not read', () => {
  let resumed = 0;
  const socket = {
    isPaused: false,
    pause: () => (socket.isPaused = true),
    resume: () => {
      socket.isPaused = false;
      resumed += 1;
    },
  };
  const intake = new FrameIntake(socket as unknown as WebSocket);
  intake.take(1_000)();
  expect(resumed).toBe(0);
  intake.take(256 * 1024);
  const [first, second] = [intake.take(256), intake.take(256)];
  expect(socket.isPaused).toBe(true);
  first();
  expect(socket.isPaused).toBe(true);
  second();
  expect([socket.isPaused, resumed]).toEqual([false, 1]);
});
