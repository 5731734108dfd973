import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** The user that PostgreSQL runs as when root starts farm3d; other programs may be of that user, too. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('not root: nobody else can enter the data folder anyway, only passwords are tested');

let folder: DataFolder;
let server: FarmProcess;
beforeEach(async () => {
  folder = new DataFolder();
  server = await FarmProcess.start(folder);
});
afterEach(async () => {
  await server.stop();
  await folder.remove();
});

/** What PostgreSQL says to a client with this password; null when it lets it in. */
async function refusal(password?: string): Promise<string | null> {
  const { host, port } = folder.postmaster();
  const client = new pg.Client({ host, port, user: 'farm3d', database: 'farm3d', password });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function expectClosed(): Promise<void> {
  expect(await refusal()).toContain('password must be a string');
  expect(await refusal('guessed')).toContain('password authentication failed');
  expect(await refusal(folder.account.password)).toBeNull();
  if (!isRoot) return;
  const list = (path: string, gid: number) => spawnSync('/bin/ls', [path], { uid: NOBODY, gid }).status;
  const { pid, host } = folder.postmaster();
  const own = Number(/^Gid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  expect(/^Groups:[ \t]*(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]).toBe('');
  for (const path of [host, folder.cluster]) {
    expect(list(path, NOBODY)).toBe(2);
    expect(list(path, own)).toBe(0);
  }
}

test('nobody but the server and its database enters their folder, and every connection needs the password', async () => {
  await expectClosed();
  expect(statSync(join(folder.path, 'secrets/database-password')).mode & 0o777).toBe(0o600);
});

/** The folders and rules of farm3d 0.1, with a PostgreSQL on them that its server left behind. */
async function makeFormer(): Promise<number> {
  const program = readlinkSync(`/proc/${folder.postmaster().pid}/exe`);
  await server.stop();
  const closed = dirname(folder.cluster);
  rmSync(join(closed, 'run/pg_hba.conf'));
  writeFileSync(join(folder.cluster, 'pg_hba.conf'), 'local all all trust\n');
  if (isRoot) {
    rmSync(join(folder.path, 'run'), { recursive: true, force: true });
    for (const name of ['pg', 'run']) renameSync(join(closed, name), join(folder.path, name));
    rmSync(closed, { recursive: true });
    const give = (path: string) => chownSync(path, NOBODY, NOBODY);
    for (const name of readdirSync(folder.path, { recursive: true, encoding: 'utf8' }))
      if (/^(pg|run)(\/|$)/.test(name)) give(join(folder.path, name));
  }
  // The password was asked for over TCP only, which nothing listened on: it may be any.
  writeFileSync(join(folder.path, 'secrets/database-password'), 'another-than-the-cluster-knows\n');
  const left = spawn(
    program,
    ['-D', folder.cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder.path}/run`],
    { ...(isRoot && { uid: NOBODY, gid: NOBODY }), cwd: '/', detached: true, stdio: 'ignore' },
  );
  left.unref();
  await until(async () => (await refusal().catch(() => 'starts')) === null, 'the former PostgreSQL lets in');
  return left.pid ?? 0;
}

test('a data folder of an earlier version goes on with its data, closed', async () => {
  const client = await folder.connect();
  await client.query('create table kept (n int); insert into kept values (7)');
  await client.end();
  const former = await makeFormer();
  server = await FarmProcess.start(folder);
  expect(() => process.kill(former, 0)).toThrow('ESRCH');
  await expectClosed();
  const again = await folder.connect();
  expect((await again.query('select n from kept')).rows).toEqual([{ n: 7 }]);
  await again.end();
  expect(existsSync(join(folder.path, 'pg'))).toBe(!isRoot);
});

test('a lost password is replaced at the next start', async () => {
  await server.stop();
  rmSync(join(folder.path, 'secrets/database-password'));
  server = await FarmProcess.start(folder);
  await expectClosed();
});
