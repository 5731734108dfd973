import type { ChannelKind } from '@farm3d/api';
import type { Pool } from 'pg';
import type { SecretBox } from '../../platform/auth/secret-box.ts';
import { can } from '../../platform/auth/policy.ts';
import type { Logger } from '../../platform/logger.ts';
import { NotDelivered } from '../../platform/notifications/problems.ts';
import type { ChannelAddress, Sender } from '../../platform/notifications/sender.ts';
import { defaultText, render, type Language, type RenderedNotification } from './texts.ts';

/** Deliveries of one claim, sent at once. */
const BATCH = 20;
/** After it a claimed delivery is free again: its server died. Far above the time-outs of all senders. */
const CLAIM_SECONDS = 120;
/** Pauses before further attempts, seconds; after the last the delivery has failed. */
const PAUSES = [30, 120, 600, 3_600, 21_600] as const;

interface ClaimedRow extends RenderedNotification {
  readonly id: string;
  readonly attempts: number;
  readonly channelId: string;
  readonly channelKind: ChannelKind;
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

/** Claims what is due, or one delivery. The claim is the next attempt's time: a crash leaves it to another server. */
const CLAIM = `with claimed as (
    update notification_delivery set attempts = attempts + 1, next_at = now() + interval '${CLAIM_SECONDS} seconds'
    where id in (select id from notification_delivery where state = 'waiting'
      and case when $1::uuid is null then next_at <= now() else id = $1 end
      order by next_at limit ${BATCH} for update skip locked)
    returning id, attempts, notification_id, channel_id)
  select d.id, d.attempts, c.id as "channelId", c.kind as "channelKind", c.enabled, c.sealed, u.email, m.roles,
    n.kind, n.severity, n.variables, (extract(epoch from n.created_at) * 1000)::float8 as at,
    coalesce(p.language, 'zh-CN') as language, coalesce(p.time_zone, 'Asia/Shanghai') as "timeZone",
    (select jsonb_build_object('subject', t.subject, 'content', t.content) from notification_template t
     where t.organisation_id = n.organisation_id and t.kind = n.kind and t.language = coalesce(p.language, 'zh-CN'))
      as template
  from claimed d join notification n on n.id = d.notification_id join notification_channel c on c.id = d.channel_id
    join app_user u on u.id = n.user_id
    left join active_membership m on m.organisation_id = n.organisation_id and m.user_id = n.user_id
    left join notification_preference p on p.organisation_id = n.organisation_id and p.user_id = n.user_id`;

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

  constructor(dependencies: Dependencies) {
    this.#of = dependencies;
  }

  /** Sends what is due, or one delivery whatever its time. @returns whether more may be due */
  async deliver(id: string | null = null): Promise<boolean> {
    const { rows } = await this.#of.pool.query<ClaimedRow>(CLAIM, [id]);
    // Each is waited for: the error of one does not leave the others behind.
    const done = await Promise.allSettled(rows.map((row) => this.#attempt(row)));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return rows.length === BATCH;
  }

  async #attempt(row: ClaimedRow): Promise<void> {
    try {
      await this.#send(row);
    } catch (error) {
      if (error instanceof NotDelivered) return this.#failed(row, error);
      this.#of.log.error({ err: error, delivery: row.id }, 'a notification could not be sent');
      return this.#failed(row, new NotDelivered('unreachable', 'the server could not send it'));
    }
    await this.#of.pool.query(
      `update notification_delivery set state = 'sent', finished_at = now() where id = $1 and state = 'waiting'`,
      [row.id],
    );
  }

  async #send(row: ClaimedRow): Promise<void> {
    const { id, kind, severity, at, channelKind, email } = row;
    if (!row.roles || !can(row.roles, 'personal')) throw new NotDelivered('noMember');
    if (!row.enabled) throw new NotDelivered('off');
    const settings = this.#of.box.open(row.sealed, row.channelId);
    if (settings === null) throw new NotDelivered('notConfigured', 'the key of the server has changed');
    const text = render(row.template ?? defaultText(kind, row.language), row, row);
    const address = { ...(settings as Omit<ChannelAddress, 'email'>), email };
    await this.#of.senders[channelKind]({ id, kind, severity, at, ...text }, address);
  }

  async #failed(
    { id, attempts, kind }: ClaimedRow,
    { reason, message, passes }: NotDelivered,
  ): Promise<void> {
    // A test is tried once: its answer is awaited.
    const pause = passes && kind !== 'test' ? PAUSES[attempts - 1] : undefined;
    await this.#of.pool.query(
      `update notification_delivery set failures = failures || $2::jsonb,
         state = case when $3::int is null then 'failed' else 'waiting' end,
         next_at = now() + make_interval(secs => coalesce($3::int, 0)),
         finished_at = case when $3::int is null then now() end
       where id = $1 and state = 'waiting'`,
      [id, JSON.stringify([{ at: Date.now(), reason, detail: message.slice(0, 500) }]), pause ?? null],
    );
  }
}
