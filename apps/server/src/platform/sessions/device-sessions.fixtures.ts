import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import { ServerEvents, type ServerEventMap } from '../events.ts';
import { createLogger } from '../logger.ts';
import type { Database } from '../storage/schema.ts';
import type { ConnectionRecord } from './connection-records.ts';
import { DeviceSessions, type DeviceSession } from './device-sessions.ts';

export const DEVICE = { id: 'd', key: 1, organisationId: 'o', productModelId: 'p' };
export const MINUTE = 60_000;

const TABLES = `
  create table product_model (id text, detail text);
  create table device (id text, key integer, organisation_id text, product_model_id text, last_activity_at integer,
    server_attributes text);
  create table device_connection (device integer, connected integer, relayed integer, changed_at integer);`;

/** What is stored at the start. Instants are epoch ms. */
export interface Stored {
  /** `onlineTimeoutS` of products by id; undefined: the product says none. */
  readonly products?: Readonly<Record<string, unknown>>;
  readonly devices?: readonly {
    readonly id: string;
    readonly productModelId?: string;
    readonly lastActivityAt?: number;
    readonly inactivityTimeout?: unknown;
    readonly connection?: ConnectionRecord;
  }[];
}

/**
 * A database in memory. SQLite knows the statements of the sessions but for `jsonb_typeof`, which it is given, and the
 * cast of PostgreSQL, which it does not need.
 */
export function database({ products = {}, devices = [] }: Stored = {}) {
  const sqlite = new DatabaseSync(':memory:');
  onTestFinished(() => sqlite.close());
  sqlite.function('jsonb_typeof', (json) => (json === null ? null : typeof JSON.parse(String(json))));
  sqlite.exec(TABLES);
  for (const [id, onlineTimeoutS] of Object.entries(products)) {
    const detail = JSON.stringify({ onlineTimeoutS });
    sqlite.prepare('insert into product_model values (?, ?)').run(id, detail);
  }
  for (const [index, device] of devices.entries()) {
    const { id, productModelId = 'p', lastActivityAt = null, inactivityTimeout, connection } = device;
    const attributes = JSON.stringify({ inactivityTimeout });
    sqlite
      .prepare('insert into device values (?, ?, ?, ?, ?, ?)')
      .run(id, index + 1, 'o', productModelId, lastActivityAt, attributes);
    if (!connection) continue;
    sqlite
      .prepare('insert into device_connection values (?, ?, ?, ?)')
      .run(index + 1, Number(connection.connected), Number(connection.relayed), connection.at);
  }
  let isAway = false;
  let statements = 0;
  const prepare = (text: string) => {
    statements += 1;
    if (isAway) throw new Error('the database is away');
    const statement = sqlite.prepare(text.replaceAll('::float8', ''));
    return {
      reader: true,
      all: (parameters: readonly unknown[]) => statement.all(...parameters.map(toSqlite)).map(fromSqlite),
      run: () => ({ changes: 0, lastInsertRowid: 0 }),
      iterate: () => [][Symbol.iterator](),
    };
  };
  return {
    db: new Kysely<Database>({
      dialect: new SqliteDialect({ database: { prepare, close: () => undefined } }),
    }),
    setInactivityTimeout(id: string, inactivityTimeout: unknown): void {
      sqlite
        .prepare('update device set server_attributes = ? where id = ?')
        .run(JSON.stringify({ inactivityTimeout }), id);
    },
    remove(id: string): void {
      sqlite.prepare('delete from device where id = ?').run(id);
    },
    goAway: (): unknown => (isAway = true),
    statements: (): number => statements,
  };
}

const toSqlite = (value: unknown) => (value instanceof Date ? value.getTime() : String(value));

/** Values as pg returns them. */
function fromSqlite(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (value === null) return [column, null];
      if (column.endsWith('_at')) return [column, new Date(Number(value))];
      if (column === 'connected' || column === 'relayed') return [column, value === 1];
      return [column, column === 'detail' && typeof value === 'string' ? JSON.parse(value) : value];
    }),
  );
}

/** Sessions with a clock of their own; `states` and `noted` are what they report. */
export function setUp() {
  const clock = { now: 1_000_000_000_000 };
  const events = new ServerEvents(createLogger('silent'));
  const changes: ServerEventMap['device-state'][] = [];
  const states: boolean[] = [];
  events.on('device-state', (change) => {
    changes.push(change);
    states.push(change.online);
  });
  const noted: (ConnectionRecord & { key: number })[] = [];
  const note = (key: number, record: ConnectionRecord) => noted.push({ key, ...record });
  let closed = 0;
  const session: DeviceSession = {
    send: () => ({ accepted: true, delivered: Promise.resolve(true) }),
    close: () => (closed += 1),
  };
  return {
    clock,
    changes,
    states,
    noted,
    session,
    sessions: new DeviceSessions(events, () => clock.now, { note }),
    closedCount: () => closed,
  };
}

/** Started sessions: `sweep` lets the time of the sweeper come. */
export async function setUpSweeps(stored: (now: number) => Stored = () => ({})) {
  const parts = setUp();
  const tables = database(stored(parts.clock.now));
  vi.useFakeTimers();
  onTestFinished(() => {
    parts.sessions.stop();
    vi.useRealTimers();
  });
  await parts.sessions.start(tables.db);
  return { ...parts, tables, sweep: () => vi.advanceTimersByTime(5_000) };
}
