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
