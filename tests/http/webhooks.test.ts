import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';

// Webhooks of automations, received by a server in a private network that the operator has allowed.

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Farm;
let api: ApiClient;
let receiver: Server;
let address = '';
const received: Received[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (request.url === '/long') response.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024));
      else if (request.url === '/away') response.writeHead(307, { location: '/hook' }).end();
      else response.writeHead(request.url === '/broken' ? 500 : 204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  server = await farm({ settings: { FARM3D_OUTGOING_ALLOW: `127.0.0.1:${port}` } });
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
  receiver?.close();
});

const hookTo = (path: string) => ({ type: 'webhook' as const, url: `${address}${path}`, content: '开阀' });

it('a run is posted, signed with the key of the organisation, and the log has what was answered', async () => {
  const { id } = await api.linkages.create({
    name: '通知外部系统',
    trigger: { type: 'manual' },
    actions: [hookTo('/hook?token=secret'), hookTo('/broken'), hookTo('/away'), hookTo('/long')],
  });
  const run = await api.linkages.run(id);
  expect(run.actions.map(({ state, detail }) => [state, detail])).toEqual([
    ['successful', '204'],
    ['failed', 'answered: 500'],
    ['failed', 'answered: 307'],
    // Of an answer only the status counts.
    ['successful', '200'],
  ]);
  // The redirect was not followed.
  expect(received.map(({ path }) => path)).toEqual(['/hook?token=secret', '/broken', '/away', '/long']);
  const { headers, body } = received[0]!;
  expect(JSON.parse(body)).toMatchObject({
    type: 'linkage.run',
    data: { linkageId: id, linkageName: '通知外部系统', runId: run.id, trigger: 'manual', content: '开阀' },
  });
  const { key } = await api.linkages.webhookKey();
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const bytes = Buffer.from(key.replace('whsec_', ''), 'base64');
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`,
  );
});

it('who may not change automations sees the host of an address, not the secret in it', async () => {
  const { id } = await api.linkages.create({
    name: '保密',
    trigger: { type: 'manual' },
    actions: [hookTo('/hook?token=secret')],
  });
  const { key } = await api.apiKeys.create({ name: '只读', roles: ['viewer'] });
  const viewer = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => key });
  for (const seen of [
    await viewer.linkages.get(id),
    (await viewer.linkages.list({ name: '保密' })).items[0],
  ]) {
    expect(JSON.stringify(seen)).toContain(address);
    expect(JSON.stringify(seen)).not.toContain('secret');
  }
  expect(JSON.stringify(await api.linkages.get(id))).toContain('secret');
});
