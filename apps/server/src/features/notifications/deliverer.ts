import type { ChannelKind } from '@farm3d/api';
import type { Pool } from 'pg';
import type { SecretBox } from '../../platform/auth/secret-box.ts';
import { can } from '../../platform/auth/policy.ts';
import { platformNow } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { NotDelivered } from '../../platform/notifications/problems.ts';
import type { ChannelAddress, Sender } from '../../platform/notifications/sender.ts';
import { defaultText, render, type Language, type RenderedNotification } from './texts.ts';

/** Deliveries that a server sends at the same time. */
const AT_ONCE = 40;
/** Of them of one channel, and of one organisation: addresses that do not answer hold up no others. */
const OF_CHANNEL = 2;
const OF_ORGANISATION = 8;
/** After it a claimed delivery is free again: its server died. Far above the time-outs of all senders. */
const CLAIM_SECONDS = 120;
/** Pauses before further attempts, seconds; after the last the delivery has failed. */
const PAUSES = [30, 120, 600, 3_600, 21_600] as const;

interface ClaimedRow extends RenderedNotification {
  readonly id: string;
  readonly attempts: number;
  readonly organisationId: string;
  readonly channelId: string;
  readonly channelKind: ChannelKind;
  readonly subjectId: string | null;
  readonly enabled: boolean;
  readonly sealed: Buffer;
  readonly email: string;
  /** Null when the recipient is no member any more, or is locked. */
  readonly roles: readonly string[] | null;
  readonly language: Language;
  readonly timeZone: string;
  /** Own text of the organisation. */
  readonly template: { readonly subject: string; readonly content: string } | null;
}

/** What is due, by turns of organisations and their channels. $1 how many, $2 busy channels, $3 organisation of each. */
const DUE = `due as (
    select d.id, d.attempts, d.next_at, c.organisation_id,
      row_number() over (partition by d.channel_id order by d.next_at, d.id) as nth
    from notification_delivery d join notification_channel c on c.id = d.channel_id
    where d.state = 'waiting' and d.next_at <= platform_now() and d.channel_id <> all($2::uuid[])),
  fair as (
    select id, row_number() over (partition by organisation_id order by nth, attempts, next_at, id)
      + (select count(*) from unnest($3::uuid[]) as busy (id) where busy.id = due.organisation_id) as turn
    from due where nth <= ${OF_CHANNEL}),
  chosen as materialized (
    select d.id from fair join notification_delivery d on d.id = fair.id
    where fair.turn <= ${OF_ORGANISATION} and d.state = 'waiting' and d.next_at <= platform_now()
    order by fair.turn limit $1 for update of d skip locked)`;

/** $1 id */
const ONE = `chosen as materialized (
    select id from notification_delivery where id = $1 and state = 'waiting' for update skip locked)`;

/** The claim is the next attempt's time: a crash leaves it to another server. */
const claim = (chosen: string): string => `with ${chosen},
  claimed as (
    update notification_delivery set attempts = attempts + 1, next_at = platform_now() + interval '${CLAIM_SECONDS} seconds'
    where id in (select id from chosen) returning id, attempts, notification_id, channel_id)
  select d.id, d.attempts, n.organisation_id as "organisationId", c.id as "channelId", c.kind as "channelKind", c.enabled,
    c.sealed, u.email, m.roles,
    n.kind, n.severity, n.subject_id as "subjectId", n.variables, (extract(epoch from n.created_at) * 1000)::float8 as at,
    coalesce(p.language, 'zh-CN') as language, coalesce(p.time_zone, 'Asia/Shanghai') as "timeZone",
    (select jsonb_build_object('subject', t.subject, 'content', t.content) from notification_template t
     where t.organisation_id = n.organisation_id and t.kind = n.kind and t.language = coalesce(p.language, 'zh-CN'))
      as template
  from claimed d join notification n on n.id = d.notification_id join notification_channel c on c.id = d.channel_id
    join app_user u on u.id = n.user_id
    left join active_membership m on m.organisation_id = n.organisation_id and m.user_id = n.user_id
    left join notification_preference p on p.organisation_id = n.organisation_id and p.user_id = n.user_id`;
const CLAIM_DUE = claim(DUE);
const CLAIM_ONE = claim(ONE);

interface Dependencies {
  readonly pool: Pool;
  readonly box: SecretBox;
  readonly senders: Readonly<Record<ChannelKind, Sender>>;
  readonly log: Logger;
}

/**
 * Sends deliveries and records each attempt. A server that dies while it sends leaves the delivery claimed; it is sent
 * again with the same id, by which receivers know it.
 */
export class Deliverer {
  readonly #of: Dependencies;
  /** What is being sent of what was due. */
  readonly #sending = new Map<ClaimedRow, Promise<void>>();

  constructor(dependencies: Dependencies) {
    this.#of = dependencies;
  }

  /** Sends one delivery, whatever its time. */
  async deliver(id: string): Promise<void> {
    const { rows } = await this.#of.pool.query<ClaimedRow>(CLAIM_ONE, [id]);
    await Promise.all(rows.map((row) => this.#attempt(row)));
  }

  /**
   * Begins to send what is due, as far as there is room, and waits for none of it.
   * @param onRoom called whenever a delivery has ended
   */
  async deliverDue(onRoom: () => void): Promise<void> {
    const busy = [...this.#sending.keys()];
    if (busy.length >= AT_ONCE) return;
    const { rows } = await this.#of.pool.query<ClaimedRow>(CLAIM_DUE, [
      AT_ONCE - busy.length,
      busy.map(({ channelId }) => channelId),
      busy.map(({ organisationId }) => organisationId),
    ]);
    for (const row of rows) {
      const attempt = this.#attempt(row)
        // It stays claimed, and is sent again later.
        .catch((error: unknown) =>
          this.#of.log.warn({ err: error, delivery: row.id }, 'a delivery could not be recorded'),
        )
        .finally(() => {
          this.#sending.delete(row);
          onRoom();
        });
      this.#sending.set(row, attempt);
    }
  }

  /** Waits for what is being sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending.values());
  }

  async #attempt(row: ClaimedRow): Promise<void> {
    try {
      await this.#send(row);
    } catch (error) {
      if (error instanceof NotDelivered) {
        const { cause, reason } = error;
        if (cause !== undefined)
          this.#of.log.warn({ err: cause, delivery: row.id, reason }, 'a notification was not taken');
        return this.#failed(row, error);
      }
      this.#of.log.error({ err: error, delivery: row.id }, 'a notification could not be sent');
      return this.#failed(row, new NotDelivered('unreachable', 'the server could not send it'));
    }
    await this.#of.pool.query(
      `update notification_delivery set state = 'sent', finished_at = platform_now() where id = $1 and state = 'waiting'`,
      [row.id],
    );
  }

  async #send(row: ClaimedRow): Promise<void> {
    const { id, kind, severity, subjectId, at, channelKind, email } = row;
    if (!row.roles || !can({ roles: row.roles }, 'personal')) throw new NotDelivered('noMember');
    if (!row.enabled) throw new NotDelivered('off');
    const settings = this.#of.box.open(row.sealed, row.channelId);
    if (settings === null) throw new NotDelivered('notConfigured', 'the key of the server has changed');
    const text = render(row.template ?? defaultText(kind, row.language), row, row);
    const address = { ...(settings as Omit<ChannelAddress, 'email'>), email };
    await this.#of.senders[channelKind]({ id, kind, severity, subjectId, at, ...text }, address);
  }

  async #failed(
    { id, attempts, kind, channelId }: ClaimedRow,
    { reason, message, passes }: NotDelivered,
  ): Promise<void> {
    // A browser that took its permission back: nothing goes there any more.
    if (reason === 'gone')
      await this.#of.pool.query('update notification_channel set enabled = false where id = $1', [channelId]);
    // A test is tried once: its answer is awaited.
    const pause = passes && kind !== 'test' ? PAUSES[attempts - 1] : undefined;
    await this.#of.pool.query(
      `update notification_delivery set failures = failures || $2::jsonb,
         state = case when $3::int is null then 'failed' else 'waiting' end,
         next_at = platform_now() + make_interval(secs => coalesce($3::int, 0)),
         finished_at = case when $3::int is null then platform_now() end
       where id = $1 and state = 'waiting'`,
      [id, JSON.stringify([{ at: platformNow(), reason, detail: message.slice(0, 500) }]), pause ?? null],
    );
  }
}
