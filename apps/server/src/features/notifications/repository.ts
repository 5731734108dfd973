import { createHash, randomUUID } from 'node:crypto';
import {
  NOTIFICATION_KINDS,
  type ChannelKind,
  type NotificationChannel as Channel,
  type CheckedChannelDraft,
  type NotificationKind,
  type NotificationPreferences,
  type OnCall,
  type OnCallRota,
} from '@farm3d/api';
import type { Pool, PoolClient } from 'pg';
import type { SecretBox } from '../../platform/auth/secret-box.ts';
import { platformNow } from '../../platform/clock.ts';
import type { ChannelAddress } from '../../platform/notifications/sender.ts';
import { newWebhookKey } from '../../platform/outgoing/signed-webhook.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { Keyset, type Placed } from '../../platform/storage/keyset.ts';
import type { Page } from '../../platform/storage/owned-rows.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { onCallAt } from './on-call-turns.ts';
import { rotasOf, setRota } from './on-call.ts';
import type { RawVariables, TextKind } from './texts.ts';

/** A person in an organisation: whose notifications these are. */
interface Owner {
  readonly organisationId: string;
  readonly userId: string;
}

interface NotificationRow {
  readonly id: string;
  readonly kind: TextKind;
  readonly severity: string | null;
  readonly subjectId: string | null;
  readonly variables: RawVariables;
  readonly createTime: Date;
  readonly readTime: Date | null;
}

export interface DeliveryRow {
  readonly id: string;
  readonly channel: string;
  readonly channelKind: ChannelKind;
  readonly kind: TextKind;
  readonly severity: string | null;
  readonly variables: RawVariables;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  readonly failures: readonly { at: number; reason: string; detail: string }[];
  readonly createTime: Date;
  readonly nextTime: Date | null;
  readonly finishTime: Date | null;
}

const MAX_CHANNELS = 10;
/** Of a person in a minute. */
const MAX_TESTS = 20;
const NOTIFICATION = `n.id, n.kind, n.severity, n.subject_id as "subjectId", n.variables, n.created_at as "createTime",
  n.read_at as "readTime"`;
const NEWEST = new Keyset('notifications', [
  { sql: 'n.created_at', type: 'timestamptz', direction: 'desc' },
  { sql: 'n.id', type: 'uuid' },
]);
const NEWEST_DELIVERIES = new Keyset('deliveries', [
  { sql: 'n.created_at', type: 'timestamptz', direction: 'desc' },
  { sql: 'd.id', type: 'uuid' },
]);
const DELIVERY = `select d.id, c.name as channel, c.kind as "channelKind", n.kind, n.severity, n.variables, d.state,
  d.attempts, d.failures, n.created_at as "createTime", d.finished_at as "finishTime",
  case when d.state = 'waiting' then d.next_at end as "nextTime", ${NEWEST_DELIVERIES.place}
  from notification_delivery d join notification n on n.id = d.notification_id
  join notification_channel c on c.id = d.channel_id
  where n.organisation_id = $1 and n.user_id = $2`;
const OWNED = 'organisation_id = $1 and user_id = $2';

/** Of somebody who has set none. */
const DEFAULT_PREFERENCES: NotificationPreferences = {
  kinds: [...NOTIFICATION_KINDS],
  minSeverity: 'WARNING',
  groups: [],
  quiet: null,
  timeZone: 'Asia/Shanghai',
  urgentAlways: true,
  language: 'zh-CN',
  onCallOnly: false,
  digestAt: null,
};

/** Notifications, preferences, channels and deliveries of a person. */
export class NotificationRepository {
  readonly #pool: Pool;
  readonly #box: SecretBox;

  constructor(pool: Pool, box: SecretBox) {
    this.#pool = pool;
    this.#box = box;
  }

  async list({ organisationId, userId }: Owner, unread: boolean, page: Page) {
    const end = NEWEST.end([organisationId, userId, unread], page);
    const { rows } = await this.#pool.query<NotificationRow & Placed>(
      `select ${NOTIFICATION}, ${NEWEST.place} from notification n
       where ${OWNED} and (not $3 or n.read_at is null) ${end.text}`,
      end.values,
    );
    const counts = await this.#pool.query<{ all: number; unread: number }>(
      `select count(*)::float8 as all, count(*) filter (where read_at is null)::float8 as unread
       from notification where ${OWNED}`,
      [organisationId, userId],
    );
    const { all = 0, unread: open = 0 } = counts.rows[0] ?? {};
    return { ...NEWEST.page(rows, page.limit), total: unread ? open : all, unread: open };
  }

  async read({ organisationId, userId }: Owner, ids: readonly string[] | undefined): Promise<void> {
    await this.#pool.query(
      `update notification set read_at = platform_now() where ${OWNED} and read_at is null
       and ($3::uuid[] is null or id = any($3))`,
      [organisationId, userId, ids ?? null],
    );
  }

  async preferences({ organisationId, userId }: Owner): Promise<NotificationPreferences> {
    const { rows } = await this.#pool.query<NotificationPreferences>(
      `select kinds, min_severity as "minSeverity", groups::text[] as groups, time_zone as "timeZone",
         urgent_always as "urgentAlways", language, on_call_only as "onCallOnly", digest_at as "digestAt",
         case when quiet_from is not null then jsonb_build_object('from', quiet_from, 'to', quiet_to) end as quiet
       from notification_preference where ${OWNED}`,
      [organisationId, userId],
    );
    return rows[0] ?? DEFAULT_PREFERENCES;
  }

  /** False when the organisation does not have one of the groups. */
  async setPreferences({ organisationId, userId }: Owner, wanted: NotificationPreferences): Promise<boolean> {
    const { quiet } = wanted;
    const { rowCount } = await this.#pool.query(
      `insert into notification_preference (organisation_id, user_id, kinds, min_severity, groups, quiet_from, quiet_to,
         time_zone, urgent_always, language, on_call_only, digest_at)
       select $1, $2, $3, $4, $5::uuid[], $6, $7, $8, $9, $10, $11, $12
       where (select count(*) from device_group g where g.organisation_id = $1 and g.id = any($5::uuid[]))
         = cardinality($5::uuid[])
       on conflict (organisation_id, user_id) do update set kinds = excluded.kinds, groups = excluded.groups,
         min_severity = excluded.min_severity, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
         time_zone = excluded.time_zone, urgent_always = excluded.urgent_always, language = excluded.language,
         on_call_only = excluded.on_call_only, digest_at = excluded.digest_at`,
      [
        organisationId,
        userId,
        wanted.kinds,
        wanted.minSeverity,
        [...new Set(wanted.groups)],
        quiet?.from ?? null,
        quiet?.to ?? null,
        wanted.timeZone,
        wanted.urgentAlways,
        wanted.language,
        wanted.onCallOnly,
        wanted.digestAt,
      ],
    );
    return rowCount === 1;
  }

  async onCall(organisationId: string): Promise<OnCall> {
    const rota = (await rotasOf(this.#pool, [organisationId])).get(organisationId) ?? null;
    return { rota, now: rota && onCallAt(rota, platformNow()) };
  }

  /** False when somebody of it is no member. */
  setOnCall(organisationId: string, rota: OnCallRota | null): Promise<boolean> {
    return setRota(this.#pool, organisationId, rota);
  }

  async channels({ organisationId, userId }: Owner): Promise<Channel[]> {
    const { rows } = await this.#pool.query<Omit<Channel, 'target'> & { sealed: Buffer; email: string }>(
      `select c.id, c.kind, c.name, c.enabled, c.sealed, u.email from notification_channel c
       join app_user u on u.id = c.user_id where c.organisation_id = $1 and c.user_id = $2 order by c.created_at, c.id`,
      [organisationId, userId],
    );
    return rows.map(({ sealed, email, ...channel }) => ({
      ...channel,
      target: channel.kind === 'email' ? email : hostOf(this.#box.open(sealed, channel.id)),
    }));
  }

  /** Null when there are too many. */
  async addChannel(
    owner: Owner,
    draft: CheckedChannelDraft,
  ): Promise<(Channel & { secret: string | null }) | null> {
    const id = randomUUID();
    const settings = settingsOf(draft);
    const hash = draft.kind === 'push' ? createHash('sha256').update(draft.url).digest('hex') : null;
    const { rowCount } = await this.#counted(owner, async (client) => {
      // A browser that subscribes again takes its own place.
      await client.query(`delete from notification_channel where ${OWNED} and address_hash = $3`, [
        owner.organisationId,
        owner.userId,
        hash,
      ]);
      return client.query(
        `insert into notification_channel (id, organisation_id, user_id, kind, name, sealed, address_hash)
         select $3, $1, $2, $4, $5, $6, $7
         where (select count(*) from notification_channel where ${OWNED}) < ${MAX_CHANNELS}`,
        [owner.organisationId, owner.userId, id, draft.kind, draft.name, this.#box.seal(settings, id), hash],
      );
    });
    if (rowCount !== 1) return null;
    const channel = (await this.channels(owner)).find((one) => one.id === id);
    return channel ? { ...channel, secret: draft.kind === 'webhook' ? (settings.key ?? null) : null } : null;
  }

  /** False when the person has no such channel. */
  async switchChannel({ organisationId, userId }: Owner, id: string, enabled: boolean): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rowCount } = await this.#pool.query(
      `update notification_channel set enabled = $4 where ${OWNED} and id = $3`,
      [organisationId, userId, id, enabled],
    );
    return rowCount === 1;
  }

  async removeChannel({ organisationId, userId }: Owner, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rowCount } = await this.#pool.query(
      `delete from notification_channel where ${OWNED} and id = $3`,
      [organisationId, userId, id],
    );
    return rowCount === 1;
  }

  /**
   * Makes the delivery of a test.
   * @returns its id; null when the person has no such channel; 'often' when no more may be made now: a channel must not
   * be a means to flood an address
   */
  async makeTest(owner: Owner, channelId: string): Promise<{ id: string } | 'often' | null> {
    if (!isUuid(channelId)) return null;
    const { organisationId, userId } = owner;
    return this.#counted(owner, async (client) => {
      const tests = await client.query<{ often: boolean }>(
        `select count(*) >= ${MAX_TESTS} as often from notification
         where ${OWNED} and kind = 'test' and created_at > platform_now() - interval '1 minute'`,
        [organisationId, userId],
      );
      if (tests.rows[0]?.often === true) return 'often';
      const { rows } = await client.query<{ id: string }>(
        `with channel as (select id from notification_channel where ${OWNED} and id = $3),
           made as (insert into notification (organisation_id, user_id, event_key, kind, variables, read_at)
             select $1, $2, 'test:' || gen_random_uuid(), 'test', '{}', platform_now() from channel returning id)
         insert into notification_delivery (notification_id, channel_id, next_at)
         select made.id, channel.id, 'infinity' from made, channel returning id`,
        [organisationId, userId, channelId],
      );
      return rows[0] ?? null;
    });
  }

  /** Work that counts before it adds: one at a time for each person, so that no two count the same. */
  #counted<T>({ organisationId, userId }: Owner, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 42))', [
        `${organisationId} ${userId}`,
      ]);
      return work(client);
    });
  }

  async delivery({ organisationId, userId }: Owner, id: string): Promise<DeliveryRow | undefined> {
    const values = [organisationId, userId, id];
    const { rows } = await this.#pool.query<DeliveryRow & Placed>(`${DELIVERY} and d.id = $3`, values);
    return NEWEST_DELIVERIES.page(rows, 1).items[0];
  }

  async deliveries({ organisationId, userId }: Owner, page: Page) {
    const end = NEWEST_DELIVERIES.end([organisationId, userId], page);
    const { rows } = await this.#pool.query<DeliveryRow & Placed>(`${DELIVERY} ${end.text}`, end.values);
    const counted = await this.#pool.query<{ total: number }>(
      `select count(*)::float8 as total from notification_delivery d join notification n on n.id = d.notification_id
       where n.organisation_id = $1 and n.user_id = $2`,
      [organisationId, userId],
    );
    return { ...NEWEST_DELIVERIES.page(rows, page.limit), total: counted.rows[0]?.total ?? 0 };
  }

  async templates(organisationId: string) {
    const { rows } = await this.#pool.query<{
      kind: NotificationKind;
      language: 'zh-CN' | 'en';
      subject: string;
      content: string;
    }>('select kind, language, subject, content from notification_template where organisation_id = $1', [
      organisationId,
    ]);
    return rows;
  }

  async setTemplate(
    organisationId: string,
    { kind, language, subject, content }: Awaited<ReturnType<NotificationRepository['templates']>>[number],
  ): Promise<void> {
    await this.#pool.query(
      `insert into notification_template (organisation_id, kind, language, subject, content) values ($1, $2, $3, $4, $5)
       on conflict (organisation_id, kind, language) do update set subject = excluded.subject, content = excluded.content`,
      [organisationId, kind, language, subject, content],
    );
  }
}

/** What is stored of a channel, encrypted. The key of a webhook is made here; others come from their service. */
function settingsOf(draft: CheckedChannelDraft): Omit<ChannelAddress, 'email'> {
  if (draft.kind === 'email') return {};
  const { url } = draft;
  if (draft.kind === 'push') return { url, key: draft.keys.auth, to: draft.keys.p256dh };
  if (draft.kind === 'webhook') return { url, key: newWebhookKey() };
  if (draft.kind === 'wecom') return { url };
  if (draft.kind === 'dingtalk' || draft.kind === 'feishu') return { url, key: draft.secret };
  return { url, key: draft.secret, to: draft.to };
}

/** The host of a webhook: its path may be a secret. */
function hostOf(settings: unknown): string {
  const { url = '' } = (settings ?? {}) as { url?: string };
  return URL.canParse(url) ? new URL(url).host : '';
}
