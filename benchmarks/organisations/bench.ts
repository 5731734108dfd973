// What the operator of an installation with 100 organisations and 200,000 devices waits for, and somebody whose rights are by
// group: npm run bench -- organisations [--json FILE] [--organisations N] [--devices N] [--rounds N]
import { createApiClient } from '../../packages/api/src/index.ts';
import { insertMember } from '../../tests/support/members.ts';
import { startServer } from '../../tests/support/server.ts';
import { benchOptions, type Check, finish, median, type Ratio, type Row, runOnTwoCores } from '../result.ts';

const { values: options } = benchOptions({ organisations: '100', devices: '200000', rounds: '15' });
const ORGANISATIONS = Number(options.organisations);
const DEVICES = Number(options.devices);
/** What a person at the screen waits for, seconds; of the size that the bound names. */
const MOST_SECONDS = 1;
const isStandard = ORGANISATIONS === 100 && DEVICES === 200_000;
const PAGE = { page: 1, pageSize: 200 };

runOnTwoCores();
const server = await startServer({ env: { FARM3D_LOG_LEVEL: 'error' } });
const checks: Check[] = [];
const rows: Row[] = [];
const ratios: Ratio[] = [];

async function measure(subject: string, call: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  // The first round warms up and is dropped.
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const began = performance.now();
    await call();
    if (round > 0) took.push(performance.now() - began);
  }
  rows.push({ subject, metric: 'ms over HTTP', samples: took, size: DEVICES });
  ratios.push({
    what: `${subject}, s over HTTP`,
    ratio: median(took) / 1_000,
    ...(isStandard && { most: MOST_SECONDS }),
  });
}

try {
  const api = await server.client();
  await server.sql(
    `insert into organisation (name) select '合作社 ' || n from generate_series(2, $1::int) as n`,
    [ORGANISATIONS],
  );
  await server.sql(
    `insert into device (organisation_id, product_model_id, name, token_hash, last_activity_at)
     select o.id, p.id, '设备 ' || n, sha256(convert_to(o.id || ' ' || n, 'UTF8')), now() - n * interval '1 second'
     from organisation o, generate_series(1, $1::int) as n, product_model p,
       -- As in a restored backup: each name is not compared with all others.
       (select set_config('farm3d.names', 'kept', true) as names) as kept
     where p.code = 'TQ-3L' and kept.names = 'kept'`,
    [DEVICES / ORGANISATIONS],
  );
  const group = await api.groups.create({ name: '北区' });
  await server.sql(
    `insert into device_group_member (group_id, device_id)
     select $1, d.id from device d join device_group g on g.id = $1 and g.organisation_id = d.organisation_id`,
    [group.id],
  );
  await server.sql('vacuum (analyze)');
  const { items, total } = await api.organisations.list(PAGE);
  const devices = items.reduce((sum, one) => sum + one.devices, 0);
  checks.push({ what: `there are ${ORGANISATIONS} organisations`, ok: total === ORGANISATIONS });
  checks.push({ what: `the list counts all ${DEVICES} devices`, ok: devices === DEVICES });
  await measure('the list of all organisations with what they use', () => api.organisations.list(PAGE));
  await measure('organisations found by name', () => api.organisations.list({ ...PAGE, name: '7' }));
  await measure('a page of the devices of one organisation', () => api.devices.list(PAGE));

  const username = 'by-group';
  const { userId } = await insertMember(server, { username, roles: ['veterinary'] });
  await api.accessRules.save({ userId, groupId: group.id, level: 'see' });
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username,
    password: server.adminPassword,
  });
  const limited = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  const seen = await limited.devices.list(PAGE);
  checks.push({
    what: 'the rule gives the devices of its group',
    ok: seen.total === DEVICES / ORGANISATIONS,
  });
  await measure('a page of the devices of a group, by an access rule', () => limited.devices.list(PAGE));
  const [first] = seen.items;
  await measure('one device, by an access rule', () => limited.devices.get(first?.id ?? ''));
} finally {
  await server.stop();
}
finish('organisations', options.json, { rows, ratios, checks });
