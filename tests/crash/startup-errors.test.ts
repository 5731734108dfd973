import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startServer } from '../support/server.ts';
import { DataFolder, FarmProcess, runToExit, type Exit } from './support/farm-process.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

const folder = new DataFolder();
let occupied: Server;
let port: string;

beforeAll(async () => {
  occupied = createServer();
  await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve));
  port = String((occupied.address() as AddressInfo).port);
});

afterAll(async () => {
  occupied.close();
  await folder.remove();
});

/** Asserts one line on stderr, exit code 1, and no message that it is ready. */
function expectOneLine(exit: Exit, ...parts: string[]): void {
  expect(exit.stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^farm3d: /)]);
  for (const part of parts) expect(exit.stderr).toContain(part);
  expect(exit.code).toBe(1);
  expect(exit.stdout).not.toContain('farm3d is ready');
}

test('a used HTTP port is reported with the setting that changes it', async () => {
  const exit = await runToExit({ FARM3D_DATA_DIR: folder.path, FARM3D_PORT: port });
  expectOneLine(exit, `HTTP port ${port} is taken`, 'FARM3D_PORT');
});

test('a used MQTT port is reported with the setting that changes it, and the database is stopped again', async () => {
  const exit = await runToExit({ FARM3D_DATA_DIR: folder.path, FARM3D_MQTT_PORT: port });
  expectOneLine(exit, `MQTT port ${port} is taken`, 'FARM3D_MQTT_PORT');
  expect(existsSync(join(folder.cluster, 'postmaster.pid'))).toBe(false);
});

test('a used RTMP port is reported with the setting that changes or disables it', async () => {
  const exit = await runToExit({ FARM3D_DATA_DIR: folder.path, FARM3D_RTMP_PORT: port });
  expectOneLine(exit, `RTMP port ${port} is taken`, 'FARM3D_RTMP_PORT', 'off');
  expect(existsSync(join(folder.cluster, 'postmaster.pid'))).toBe(false);
});

test('a data folder without write permission is reported', async () => {
  const file = join(dirname(folder.path), 'a-file');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  const exit = await runToExit({ FARM3D_DATA_DIR: join(file, 'data') });
  expectOneLine(exit, `${file}/data cannot be written`, 'FARM3D_DATA_DIR');
});

test('an unreachable DATABASE_URL is reported without its password', async () => {
  const exit = await runToExit({
    FARM3D_DATA_DIR: folder.path,
    DATABASE_URL: `postgres://farmer:hunter2-secret@127.0.0.1:1/farm`,
  });
  expectOneLine(exit, '127.0.0.1:1/farm cannot be reached', 'DATABASE_URL');
  expect(exit.stderr).not.toContain('hunter2');
});

test('an invalid setting is reported', async () => {
  const exit = await runToExit({ FARM3D_DATA_DIR: folder.path, FARM3D_PORT: 'eighty' });
  expectOneLine(exit, 'FARM3D_PORT must be a port number');
});

test('a platform without PostgreSQL programs is reported with DATABASE_URL as the alternative', async () => {
  // Node reads the platform at its start; a preloaded script simulates another machine.
  const preload = join(dirname(folder.path), 'other-machine.mjs');
  writeFileSync(preload, `Object.defineProperty(process, 'arch', { value: 'riscv64' });\n`);
  const exit = await runToExit({ FARM3D_DATA_DIR: folder.path, NODE_OPTIONS: `--import=${preload}` });
  expectOneLine(exit, 'no PostgreSQL programs for', 'riscv64', 'DATABASE_URL');
});

test('a second server on the same data folder is refused, the first is not affected, and its death releases the folder', async () => {
  const first = await FarmProcess.start(folder);
  const refused = await runToExit({ FARM3D_DATA_DIR: folder.path });
  expectOneLine(refused, 'already running on the data folder', 'FARM3D_DATA_DIR');
  expect((await fetch(`http://127.0.0.1:${first.httpPort}/readyz`)).status).toBe(200);
  await first.kill9();
  const next = await FarmProcess.start(folder);
  expect(await next.stop()).toBe(0);
});

test('a stale pid file does not prevent the start if another program has its pid now', async () => {
  const first = await FarmProcess.start(folder);
  const pidFile = join(folder.cluster, 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await first.stop();
  writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
  const owner = statSync(folder.cluster);
  chownSync(pidFile, owner.uid, owner.gid);
  const next = await FarmProcess.start(folder);
  expect(await next.stop()).toBe(0);
});

test('the password of a user can be reset while the server runs and while it is stopped', async () => {
  const server = await FarmProcess.start(folder);
  const running = await runToExit({ FARM3D_DATA_DIR: folder.path }, ['reset-password', 'admin']);
  const password = /^new password of admin: (\S+)$/m.exec(running.stdout)?.[1];
  expect([running.code, running.stderr]).toEqual([0, '']);
  const logIn = await fetch(`http://127.0.0.1:${server.httpPort}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect(logIn.status).toBe(200);
  await server.stop();
  const stopped = await runToExit({ FARM3D_DATA_DIR: folder.path }, ['reset-password', 'admin']);
  expect(stopped.stdout).toMatch(/^new password of admin: \S{16,}\n$/);
  expectOneLine(
    await runToExit({ FARM3D_DATA_DIR: folder.path }, ['reset-password', 'nobody']),
    'no user named nobody',
  );
});

test('SIGTERM ends the server and its database with exit code 0', async () => {
  const server = await FarmProcess.start(folder);
  expect(existsSync(join(folder.cluster, 'postmaster.pid'))).toBe(true);
  expect(await server.stop()).toBe(0);
  expect(existsSync(join(folder.cluster, 'postmaster.pid'))).toBe(false);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'the media process ends when its server gets %s',
  async (signal) => {
    const server = await startServer({ env: { FARM3D_RTMP_PORT: '0' } });
    try {
      const media = Number(/"pid":(\d+),"msg":"the media process listens/.exec(server.output())?.[1]);
      const lives = (pid: number): boolean => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      };
      expect(lives(media)).toBe(true);
      // The signal goes to the server process only, not to its children.
      process.kill(server.pid, signal);
      await vi.waitUntil(() => !lives(server.pid), { timeout: 20_000 });
      await vi.waitUntil(() => !lives(media), { timeout: 30_000 });
    } finally {
      await server.stop();
    }
  },
);
