import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { ForbiddenAddress, type OutgoingRequest } from '../../platform/outgoing/guarded-fetch.ts';
import { postWebhook } from './webhook.ts';

const KEY = `whsec_${Buffer.from('the key of the organisation').toString('base64')}`;
const RUN = { linkageId: 'l', linkageName: '旱则灌', runId: 'r', trigger: 'cron', condition: [] };
/** The key of the organisation `o`, and its run `r`. */
const query = async (text: string, [id]: readonly unknown[]) => {
  if (text.includes('organisation_setting')) return { rows: id === 'o' ? [{ key: KEY }] : [] };
  return { rows: text.includes('linkage_run') && id === 'r' ? [RUN] : [] };
};
const pool = { query } as unknown as Pool;
const action = { type: 'webhook', url: 'https://example.org/hook', content: '开阀' } as const;
const delivery = { organisationId: 'o', runId: 'r' };

async function posted(answer: () => Promise<{ status: number }>) {
  const requests: (OutgoingRequest & { url: string })[] = [];
  const fetch = async (url: string, request: OutgoingRequest = {}) => {
    requests.push({ ...request, url });
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
  const { timestamp, ...rest } = JSON.parse(String(body)) as { timestamp: string };
  expect(rest).toEqual({ type: 'linkage.run', data: { ...RUN, content: '开阀' } });
  expect(Math.floor(Date.parse(timestamp) / 1_000)).toBe(Number(headers['webhook-timestamp']));
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${String(body)}`;
  const expected = createHmac('sha256', 'the key of the organisation').update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  // Of the answer nothing but its status is read, and no other address gets the signature.
  const { url, method, redirect, headOnly } = request;
  expect({ url, method, redirect, headOnly }).toEqual({
    url: action.url,
    method: 'POST',
    redirect: 'manual',
    headOnly: true,
  });
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'farm3d' });
  expect(headers['webhook-id']).toMatch(/^msg_[\da-f-]{36}$/);
});

it('has another id each time: a receiver takes no two runs for one', async () => {
  const ids = [await posted(async () => ({ status: 200 })), await posted(async () => ({ status: 200 }))].map(
    ({ request }) => request.headers?.['webhook-id'],
  );
  expect(ids[0]).not.toBe(ids[1]);
});

it.each([
  [199, 'answered: 199'],
  [200, '200'],
  [299, '299'],
  [300, 'answered: 300'],
])('an answer of %i gives “%s”', async (status, detail) => {
  expect((await posted(async () => ({ status }))).detail).toBe(detail);
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
