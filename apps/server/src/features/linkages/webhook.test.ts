import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { ForbiddenAddress, type OutgoingRequest } from '../../platform/outgoing/guarded-fetch.ts';
import { postWebhook } from './webhook.ts';

const KEY = `whsec_${Buffer.from('the key of the organisation').toString('base64')}`;
const query = async (text: string) => ({
  rows: text.includes('organisation_setting')
    ? [{ key: KEY }]
    : [{ linkageId: 'l', linkageName: '旱则灌', runId: 'r', trigger: 'cron', condition: [] }],
});
const pool = { query } as unknown as Pool;
const action = { type: 'webhook', url: 'https://example.org/hook', content: '开阀' } as const;
const delivery = { organisationId: 'o', runId: 'r' };

async function posted(answer: () => Promise<{ status: number }>) {
  const requests: OutgoingRequest[] = [];
  const fetch = async (_: string, request: OutgoingRequest = {}) => {
    requests.push(request);
    return { headers: new Headers(), text: '', ...(await answer()) } as never;
  };
  const result = postWebhook(action, delivery, { pool, outgoing: { fetch } });
  const detail = await result.catch((error: unknown) => (error as Error).message);
  return { detail, request: requests[0]! };
}

it('is signed: a receiver with the key can tell that nothing of it was changed', async () => {
  const { detail, request } = await posted(async () => ({ status: 204 }));
  expect(detail).toBe('204');
  const { headers = {}, body = '' } = request;
  expect(JSON.parse(String(body))).toMatchObject({
    type: 'linkage.run',
    data: { linkageName: '旱则灌', trigger: 'cron', content: '开阀' },
  });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${String(body)}`;
  const expected = createHmac('sha256', 'the key of the organisation').update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  expect(request).toMatchObject({ method: 'POST', redirect: 'manual' });
});

it.each([
  ['another answer', async () => ({ status: 302 }), 'answered: 302'],
  [
    'a private address',
    () => Promise.reject(new ForbiddenAddress('10.0.0.1')),
    'the address is in a private network',
  ],
  [
    'no answer',
    () => Promise.reject(new DOMException('late', 'TimeoutError')),
    'the address did not answer in time',
  ],
  ['no host', () => Promise.reject(new TypeError('fetch failed')), 'the address could not be reached'],
])('fails with its reason for %s', async (_, answer, reason) => {
  expect((await posted(answer)).detail).toBe(reason);
});
