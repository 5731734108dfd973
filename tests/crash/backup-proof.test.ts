import { execFileSync } from 'node:child_process';
import {
  createWriteStream,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  type WriteStream,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ApiError, createApiClient, type ApiClient } from '@farm3d/api';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { picture } from '../support/fixtures.ts';
import { startServer } from '../support/server.ts';
import { ADMIN_PASSWORD, DataFolder, FarmProcess, runToExit } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

const outside = mkdtempSync(join(tmpdir(), 'farm3d-proof-'));
const file = join(outside, 'farm.backup');
/** Of an older farm3d, with fewer migrations. */
const OLD = join(import.meta.dirname, '../http/backups/57-e7820a34.backup');
const folder = new DataFolder();
const pipes: WriteStream[] = [];
/** Of another installation in the same PostgreSQL. */
const FOREIGN = 'farm3d_proof_1_0123456789abcdef';

let server: FarmProcess;
let database: Client;
let api: ApiClient;

const apiOf = async (baseUrl: string, password: string): Promise<ApiClient> => {
  const { accessToken } = await createApiClient({ baseUrl }).auth.login({ username: 'admin', password });
  return createApiClient({ baseUrl, getAccessToken: () => accessToken });
};
const start = async (): Promise<void> => {
  server = await FarmProcess.start(folder);
  database = await folder.connect();
  api = await apiOf(`http://127.0.0.1:${server.httpPort}`, ADMIN_PASSWORD);
};

beforeAll(async () => {
  await start();
  await api.devices.create({ name: '三号探头', productModelCode: 'TQ-3L' });
  await api.files.upload(new Blob([picture(8, 8)]), '叶.png');
  await database.query(`create database ${FOREIGN}`);
  const backup = await runToExit({ FARM3D_DATA_DIR: folder.path }, ['backup', file]);
  expect([backup.code, backup.stderr]).toEqual([0, '']);
});
afterAll(async () => {
  for (const pipe of pipes) pipe.destroy();
  await database?.end();
  await server?.stop();
  await folder.remove();
  rmSync(outside, { recursive: true, force: true });
});

const proof = async (of = api) => (await of.system.report()).proof;
const stateOf = async (of = api) => (await proof(of))?.state;
/** Proves the last backup; how it ends. */
async function prove(of = api): Promise<string | undefined> {
  await of.system.proveBackup();
  await until(async () => (await stateOf(of)) !== 'running', 'the proof has ended');
  return stateOf(of);
}
const refusal = (of = api) =>
  of.system.proveBackup().then(
    () => 'begun',
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  );
const databases = async (): Promise<string[]> => {
  const { rows } = await database.query<{ name: string }>(
    `select datname as name from pg_database where datname like '%proof%' order by 1`,
  );
  return rows.map(({ name }) => name);
};
const nothingLeft = (): Promise<void> =>
  until(async () => (await databases()).join() === FOREIGN, 'no database of a proof is left');
/** Says that the last backup is elsewhere. */
const place = (path: string | null): Promise<unknown> =>
  database.query('update backup_record set path = $1', [path]);

/** Begins a proof that does not come to its end: half of the file arrives, and nothing more until the pipe is closed. */
async function beginEndless(): Promise<{ close: () => void }> {
  const pipe = join(outside, `${pipes.length}.pipe`);
  execFileSync('mkfifo', [pipe]);
  await place(pipe);
  await api.system.proveBackup();
  const whole = readFileSync(file);
  const stream = createWriteStream(pipe).on('error', () => undefined);
  stream.write(whole.subarray(0, whole.length >> 1));
  pipes.push(stream);
  await until(async () => ((await proof())?.rows ?? 0) > 0, 'its progress is reported');
  expect(await databases()).toHaveLength(2);
  return { close: () => void stream.destroy() };
}

test('a real backup is proven by a restore of every row, of which nothing stays', async () => {
  expect(await proof()).toBeNull();
  expect(await prove()).toBe('proven');
  const { backup, proof: last } = await api.system.report();
  expect(backup?.path).toBe(file);
  expect(last).toMatchObject({ backupAt: backup?.finishedAt, rows: last?.totalRows });
  expect(last?.totalRows).toBeGreaterThan(100);
  expect(await databases()).toEqual([FOREIGN]);
  const { items } = await api.audit.list();
  expect(items.map(({ action }) => action)).toContain('system.proveBackup');
});

test('a truncated file, other bytes, fewer rows than were written and a missing file are each told', async () => {
  const whole = readFileSync(file);
  const other = join(outside, 'other.backup');
  await place(other);
  for (const bytes of [whole.subarray(0, whole.length >> 1), Buffer.from('not a backup')]) {
    writeFileSync(other, bytes);
    expect(await prove()).toBe('damaged');
  }
  rmSync(other);
  expect(await prove()).toBe('gone');
  await place(file);
  await database.query('update backup_record set rows = rows + 1');
  expect(await prove()).toBe('different');
  await database.query('update backup_record set rows = rows - 1');
  await place(null);
  expect(await refusal()).toBe(409);
  await place(file);
  expect(await databases()).toEqual([FOREIGN]);
});

test('every upload is hashed: one with other bytes, or that the backup lacks, is named', async () => {
  const [own] = (await database.query<{ sha256: string }>('select sha256 from file')).rows;
  const upload = `${own?.sha256.slice(0, 2)}/${own?.sha256}`;
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  const at = lines.indexOf(JSON.stringify({ file: upload }));
  const bytes = Buffer.from(lines[at + 1] ?? '', 'base64');
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1);
  const other = join(outside, 'uploads.backup');
  await place(other);
  for (const damaged of [lines.with(at + 1, bytes.toString('base64')), lines.toSpliced(at, 3)]) {
    writeFileSync(other, gzipSync(damaged.join('\n')));
    expect(await prove()).toBe('uploads');
    expect(await proof()).toMatchObject({ upload });
  }
  rmSync(other);
  await place(file);
  expect([await prove(), (await proof())?.upload]).toEqual(['proven', null]);
});

test('that of an older farm3d is proven as it would be restored', async () => {
  await place(OLD);
  const lines = gunzipSync(readFileSync(OLD)).toString('utf8').trimEnd().split('\n');
  const { rows, files } = JSON.parse(lines.at(-1) ?? '') as { rows: number; files: number };
  const [own] = (
    await database.query<{ rows: string; files: number }>('select rows, files from backup_record')
  ).rows;
  const written = (...counts: unknown[]): Promise<unknown> =>
    database.query('update backup_record set rows = $1, files = $2', counts);
  await written(rows, files);
  expect(await prove()).toBe('proven');
  expect(await proof()).toMatchObject({ rows, totalRows: rows });
  expect(await databases()).toEqual([FOREIGN]);
  await written(own?.rows, own?.files);
  await place(file);
});

test('only one runs, its progress is reported, and it is cancelled', async () => {
  const pipe = await beginEndless();
  expect(await refusal()).toBe(409);
  expect(await proof()).toMatchObject({ state: 'running', finishedAt: null });
  await api.system.cancelProof();
  expect(await stateOf()).toBe('cancelled');
  await nothingLeft();
  pipe.close();
  expect(await stateOf()).toBe('cancelled');
  await place(file);
  const begun = await Promise.all([refusal(), refusal()]);
  expect(new Set(begun)).toEqual(new Set([409, 'begun']));
  await until(async () => (await stateOf()) === 'proven', 'the one that was begun ends well');
});

test('a server that stops, or is killed, leaves it interrupted, and no database', async () => {
  const stopping = await beginEndless();
  const stopped = server.stop();
  const isOver = (): Promise<boolean> =>
    database.query('select from backup_record where proof_finished_at is not null').then(
      ({ rowCount }) => rowCount === 1,
      // It was the last thing before the database stopped.
      () => true,
    );
  await until(isOver, 'the proof has ended');
  // A read that waits would keep the process.
  stopping.close();
  await stopped;
  await start();
  expect(await stateOf()).toBe('interrupted');
  expect(await databases()).toEqual([FOREIGN]);

  const killing = await beginEndless();
  await database.end();
  await server.kill9();
  killing.close();
  await start();
  await until(async () => (await stateOf()) === 'interrupted', 'it is interrupted');
  await nothingLeft();
  await place(file);
  expect(await prove()).toBe('proven');
});

test('in an external database it needs a role that may make databases, and says so', async () => {
  await database.query(`create role poor login password 'poor'`);
  await database.query('create database poor owner poor');
  const { host, port } = folder.postmaster();
  const DATABASE_URL = `postgres://poor:poor@/poor?host=${encodeURIComponent(host)}&port=${port}`;
  const poor = await startServer({ env: { DATABASE_URL } });
  onTestFinished(async () => void (await poor.stop()));
  const backup = await runToExit({ DATABASE_URL, FARM3D_DATA_DIR: poor.dataDir }, [
    'backup',
    join(outside, 'poor.backup'),
  ]);
  expect([backup.code, backup.stderr]).toEqual([0, '']);
  const own = await poor.client();
  expect(await prove(own)).toBe('denied');
  await database.query('alter role poor createdb');
  expect(await prove(own)).toBe('proven');
  // The other installation has one of its own.
  expect(await databases()).toEqual([FOREIGN]);
  renameSync(file, `${file}.moved`);
  expect([await prove(), await stateOf(own)]).toEqual(['gone', 'proven']);
});
