import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WatchedServer } from './watched-server.mjs';

let folder: string;
let program: string;
let lines: string[];
let server: WatchedServer;

const SOUND = `process.on('SIGTERM', () => { console.log('stopped in order'); process.exit(0); });
console.log('pid ' + process.pid);
console.log('farm3d is ready at http://localhost:1');
setInterval(() => {}, 1000);`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farm3d-watched-'));
  program = join(folder, 'main.mjs');
  writeFileSync(program, SOUND);
  lines = [];
  server = new WatchedServer(process.env, (line: string) => lines.push(line), program);
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const pids = () => lines.filter((line) => line.startsWith('pid ')).map((line) => Number(line.slice(4)));
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a restart ends the process and resolves with a new one', async () => {
  server.start();
  await server.ready;
  await server.restart();
  await server.ready;
  const [first, second] = pids();
  expect(second).not.toBe(first);
  expect([isAlive(first), isAlive(second)]).toEqual([false, true]);
});

test('a caller during an edit that does not run is served after the edit that repairs it', async () => {
  server.start();
  await server.ready;
  writeFileSync(program, 'process.exit(1)');
  await server.restart();
  const waiting = server.ready.then(() => pids().length);
  await vi.waitFor(() => expect(lines.at(-1)).toContain('starts again with the next edit'), 30_000);
  writeFileSync(program, SOUND);
  await server.restart();
  expect(await waiting).toBe(2);
});

test('closing asks the process to end and waits for its exit', async () => {
  server.start();
  await server.ready;
  await server.stop();
  expect(lines.at(-1)).toBe('stopped in order');
  expect(isAlive(pids()[0])).toBe(false);
});
