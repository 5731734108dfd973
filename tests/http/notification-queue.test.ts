import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

// One server sends the notifications of all organisations.

const MOISTURE = 'soilMoisture20';
let server: Farm;
let api: ApiClient;
let receiver: Server;
let address = '';
/** Paths of the requests that came; those to /dead are never answered. */
const received: string[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(request.url ?? '');
      if (request.url !== '/dead') response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  server = await farm({
    settings: {
      FARM3D_OUTGOING_ALLOW: `127.0.0.1:${port}`,
      // Port 1: no mail server answers.
      FARM3D_SMTP_URL: 'smtp://127.0.0.1:1',
      FARM3D_MAIL_FROM: 'Farm <farm@example.org>',
    },
  });
  api = await server.client();
});
afterAll(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await server?.stop();
});

async function member(username: string, organisation: string): Promise<ApiClient> {
  await insertMember(server, { username, roles: ['admin'], organisation });
  const anonymous = createApiClient({ baseUrl: server.baseUrl });
  const { accessToken } = await anonymous.auth.login({ username, password: server.adminPassword });
  return createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
}

const hook = (path: string) => ({ kind: 'webhook' as const, name: path, url: `${address}${path}` });

it('addresses that never answer hold up nobody else', async () => {
  for (const username of ['first', 'second', 'third']) {
    const neighbour = await member(username, '邻居');
    for (let n = 0; n < 10; n += 1) await neighbour.notifications.addChannel(hook('/dead'));
  }
  // Twenty for each of their thirty channels, all due before anything else.
  await server.sql(
    `with made as (
       insert into notification (organisation_id, user_id, event_key, kind, severity, variables)
       select c.organisation_id, c.user_id, 'old:' || c.id || n, 'alarmRaised', 'MINOR', jsonb_build_object('of', c.id)
       from notification_channel c, generate_series(1, 20) n
       returning id, variables ->> 'of' as channel)
     insert into notification_delivery (notification_id, channel_id, next_at)
     select id, channel::uuid, now() - interval '1 hour' from made`,
  );
  await waitFor(() => received.includes('/dead'), { what: 'a request to a dead address' });

  await api.notifications.addChannel(hook('/alive'));
  const device = await api.devices.create({ name: '三号探头', productModelCode: 'TQ-3L' });
  const condition = { key: MOISTURE, op: '<', value: 12 } as const;
  await api.alarmSettings.save(device.id, [{ name: '土壤过干', condition }]);
  const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [MOISTURE]: 5 }),
  });
  expect(answer.status).toBe(200);
  await waitFor(() => received.includes('/alive'), { what: 'the request of the other organisation' });
  expect((await api.notifications.list()).items).toMatchObject([{ kind: 'alarmRaised' }]);
  // It has overtaken most of those that were due an hour earlier.
  const untouched = await server.sql('select from notification_delivery where attempts = 0');
  expect(untouched.length).toBeGreaterThan(0);
});

it('no more channels and tests than the limits, also at the same time', async () => {
  const person = await member('eager', '果园');
  const outcomes = async (make: () => Promise<unknown>): Promise<number[]> =>
    Promise.all(
      Array.from({ length: 30 }, () =>
        make().then(
          () => 200,
          (error: unknown) => (error as { status: number }).status,
        ),
      ),
    );
  const added = await outcomes(() => person.notifications.addChannel(hook('/eager')));
  expect(added.filter((status) => status === 200)).toHaveLength(10);
  expect(added.filter((status) => status === 409)).toHaveLength(20);
  const [channel] = (await person.notifications.channels()).items;
  const tested = await outcomes(() => person.notifications.test(channel?.id ?? ''));
  expect(tested.filter((status) => status === 200)).toHaveLength(20);
  expect(tested.filter((status) => status === 429)).toHaveLength(10);
});

it('a failed e-mail says why, and nothing of the mail server', async () => {
  const person = await member('reader', '茶园');
  await person.auth.updateMe({ email: 'reader@example.org' });
  const { id } = await person.notifications.addChannel({ kind: 'email', name: '邮件' });
  expect((await person.notifications.test(id)).failures).toMatchObject([
    { reason: 'unreachable', detail: '' },
  ]);
});
