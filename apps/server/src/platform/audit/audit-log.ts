import { createHash } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import { platformNow } from '../clock.ts';
import { Keyset } from '../storage/keyset.ts';
import type { Page } from '../storage/owned-rows.ts';
import type { Database } from '../storage/schema.ts';
import type { AuditEntryTable } from '../storage/tables/people.ts';
import type { Anchor, AuditAnchors } from './audit-anchors.ts';

export interface AuditEvent {
  readonly organisationId: string;
  readonly userId: string | null;
  readonly username?: string | undefined;
  readonly address: string;
  /** Name of the call. */
  readonly action: string;
  /** Address of the call, without secrets. */
  readonly target: string;
}

/** Which entries of a list; undefined members do not narrow it. */
interface AuditFilter {
  readonly username?: string | undefined;
  /** Part of the name of the call. */
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** Epoch ms, from and before. */
  readonly startTs?: number | undefined;
  readonly endTs?: number | undefined;
}

const NEWEST = new Keyset('audit', [{ sql: 'audit_entry.seq', type: 'bigint', direction: 'desc' }]);

/** Previous hash of the first entry of an organisation. */
const BEGINNING = Buffer.alloc(32);
/** Entries read at a time when the chain is verified. */
const CHECK_STEP = 5_000;

type Chained = Omit<Selectable<AuditEntryTable>, 'hash' | 'previous_hash'>;

/** The fields in one fixed order, so that equal entries have equal hashes. */
function entryHash(previous: Buffer, entry: Chained): Buffer {
  const fields = [
    entry.organisation_id,
    entry.seq,
    entry.at.toISOString(),
    entry.user_id,
    entry.username,
    entry.address,
    entry.action,
    entry.target,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest();
}

/** The audit log as a hash chain: a later change of an entry is detectable. */
export class AuditLog {
  readonly #db: Kysely<Database>;
  readonly #anchors: Pick<AuditAnchors, 'read' | 'write'>;
  /** Resolves when all that was recorded by `recordLater` is. */
  #later: Promise<void> = Promise.resolve();

  constructor(db: Kysely<Database>, anchors: Pick<AuditAnchors, 'read' | 'write'>) {
    this.#db = db;
    this.#anchors = anchors;
  }

  async record(event: AuditEvent): Promise<void> {
    const anchor = await this.#append(event);
    // An anchor that cannot be written stays behind; the entry itself is committed.
    await this.#anchors.write(event.organisationId, anchor).catch(() => undefined);
  }

  /**
   * As `record`, one after the other: many at once, such as logins that failed, delay the entries of others by one each,
   * and occupy one connection.
   */
  recordLater(event: AuditEvent): Promise<void> {
    const recorded = this.#later.then(() => this.record(event));
    this.#later = recorded.catch(() => undefined);
    return recorded;
  }

  #append(event: AuditEvent): Promise<Anchor> {
    return this.#db.transaction().execute(async (transaction) => {
      // One after the other: each entry contains the hash of the one before.
      await sql`select pg_advisory_xact_lock(hashtextextended(${event.organisationId}, 41))`.execute(
        transaction,
      );
      const last = await transaction
        .selectFrom('audit_entry')
        .select(['seq', 'hash'])
        .where('organisation_id', '=', event.organisationId)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      const username =
        event.username ??
        (
          await transaction
            .selectFrom('app_user')
            .select('username')
            .where('id', '=', event.userId)
            .executeTakeFirst()
        )?.username ??
        '';
      const previous = last?.hash ?? BEGINNING;
      const seq = Number(last?.seq ?? 0) + 1;
      const entry = {
        organisation_id: event.organisationId,
        at: new Date(platformNow()),
        user_id: event.userId,
        username,
        address: event.address,
        action: event.action,
        target: event.target.slice(0, 500),
      };
      const hash = entryHash(previous, { ...entry, seq: String(seq) });
      await transaction
        .insertInto('audit_entry')
        .values({ ...entry, seq, previous_hash: previous, hash })
        .execute();
      return { seq, hash };
    });
  }

  /** Newest first. */
  async list(
    organisationId: string,
    page: Page,
    { username, action, target, startTs, endTs }: AuditFilter = {},
  ) {
    let query = this.#db.selectFrom('audit_entry').where('organisation_id', '=', organisationId);
    if (username) query = query.where('username', '=', username);
    if (action) query = query.where(sql<boolean>`position(lower(${action}) in lower(action)) > 0`);
    if (target) query = query.where(sql<boolean>`position(lower(${target}) in lower(target)) > 0`);
    if (startTs !== undefined) query = query.where('at', '>=', new Date(startTs));
    if (endTs !== undefined) query = query.where('at', '<', new Date(endTs));
    const selected = query.select(['seq', 'at as time', 'username', 'address', 'action', 'target', 'hash']);
    const [rows, counted] = await Promise.all([
      NEWEST.rows(selected, page).execute(),
      query.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
    ]);
    const total = Number(counted?.total ?? 0);
    const { items, next } = NEWEST.page(rows, page.limit);
    return {
      next,
      items: items.map(({ seq, hash, ...same }) => ({
        ...same,
        seq: Number(seq),
        hash: hash.toString('hex'),
      })),
      total,
    };
  }

  /**
   * Verifies the whole chain up to its anchor; `brokenAt` is the number of the first wrong or missing entry, null when
   * all are right.
   */
  async verify(organisationId: string): Promise<{ entries: number; brokenAt: number | null }> {
    // Read first: later entries are after it.
    const anchor = await this.#anchors.read(organisationId);
    let previous: Buffer = BEGINNING;
    let entries = 0;
    for (;;) {
      const rows = await this.#db
        .selectFrom('audit_entry')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('seq', '>', String(entries))
        .orderBy('seq')
        .limit(CHECK_STEP)
        .execute();
      for (const row of rows) {
        const fits =
          Number(row.seq) === entries + 1 &&
          row.previous_hash.equals(previous) &&
          row.hash.equals(entryHash(previous, row)) &&
          // The whole chain was replaced by another one.
          (anchor?.seq !== entries + 1 || row.hash.equals(anchor.hash));
        if (!fits) return { entries, brokenAt: entries + 1 };
        previous = row.hash;
        entries += 1;
      }
      if (rows.length < CHECK_STEP) {
        return { entries, brokenAt: anchor && anchor.seq > entries ? entries + 1 : null };
      }
    }
  }
}
