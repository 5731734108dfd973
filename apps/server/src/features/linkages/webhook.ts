import { randomUUID } from 'node:crypto';
import type { LinkageAction } from '@farm3d/api';
import type { Pool } from 'pg';
import {
  ForbiddenAddress,
  type OutgoingAnswer,
  type OutgoingCalls,
} from '../../platform/outgoing/guarded-fetch.ts';
import { platformNow } from '../../platform/clock.ts';
import { signedHeaders } from '../../platform/outgoing/signed-webhook.ts';
import { Refused } from './refused.ts';
import { WebhookKeys } from './webhook-keys.ts';

interface Delivery {
  readonly organisationId: string;
  readonly runId: string;
}

/** What the receiver learns of the run. */
async function bodyOf(pool: Pool, runId: string, content: string, at: number): Promise<string> {
  const { rows } = await pool.query<object>(
    `select l.id as "linkageId", l.name as "linkageName", r.id as "runId", r.trigger, r.condition
     from linkage_run r join linkage l on l.id = r.linkage_id where r.id = $1`,
    [runId],
  );
  return JSON.stringify({
    type: 'linkage.run',
    timestamp: new Date(at).toISOString(),
    data: { ...rows[0], content },
  });
}

/**
 * Posts a run to the address of a webhook, once.
 * @throws {Refused} for a private address, without an answer in time, and for one other than 2xx
 */
export async function postWebhook(
  { url, content }: Extract<LinkageAction, { type: 'webhook' }>,
  { organisationId, runId }: Delivery,
  { pool, outgoing }: { readonly pool: Pool; readonly outgoing: Pick<OutgoingCalls, 'fetch'> },
): Promise<string> {
  const at = platformNow();
  const body = await bodyOf(pool, runId, content, at);
  const key = await new WebhookKeys(pool).get(organisationId);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'farm3d',
    ...signedHeaders(`msg_${randomUUID()}`, at, body, key),
  };
  const { status } = await answerOf(
    // The signature is for this address alone: a redirect is not followed.
    outgoing.fetch(url, { method: 'POST', headers, body, redirect: 'manual', headOnly: true }),
  );
  if (status < 200 || status > 299) throw new Refused(`answered: ${status}`);
  return String(status);
}

async function answerOf(call: Promise<OutgoingAnswer>): Promise<OutgoingAnswer> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw new Refused('the address is in a private network');
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new Refused(isLate ? 'the address did not answer in time' : 'the address could not be reached');
  }
}
