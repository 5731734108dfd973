// Second tier (soak): twenty rounds of kills, stops and steps of the clock, with everything under way
import type { CreatedDevice } from '@farm3d/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../crash/support/crash-rounds.ts';
import { insertMember } from '../support/members.ts';
import { waitFor } from '../support/wait.ts';
import { ChaosFarm, drawFaults } from './support/chaos-farm.ts';
import {
  ChaosClaims,
  ChaosPerson,
  poster,
  probeByHttp,
  probeByMqtt,
  type ChaosProbe,
} from './support/chaos-traffic.ts';
import { ChaosValve, chaosClient, longer } from './support/chaos-valve.ts';

/*
 * A server with a database of its own, by faketime (support/stepped-clock.ts). Before, during and after the faults of a
 * round people open and close valves, two organisations claim one of them from each other, probes raise alarms and an
 * automation runs by the clock. The valves keep their own time.
 */

const SEEDS = [
  11, 23, 37, 41, 59, 61, 73, 89, 97, 101, 113, 127, 139, 149, 157, 163, 179, 181, 193, 211,
] as const;
/** Longest run of the valves, milliseconds. */
const LIMIT_MS = 3_000;
/** A valve may be open longer than its limit by less than this while the server is at work, milliseconds. */
const MOST_OVER_MS = 60_000;
const CRON_MS = 2_000;
/** Of the organisation; its oldest readings lie within it. */
const RETENTION_DAYS = 60;
/** A day between each two; those of days older than 35 are packed in the end, and are rows no more. */
const OLD_READINGS = 30;
const DAY_MS = 86_400_000;

let farm: ChaosFarm;
let valves: ChaosValve[];
let probes: ChaosProbe[];
let people: ChaosPerson[];
let claims: ChaosClaims;
let cron: string;
let organisationId: string;
let old: CreatedDevice;
let end = (): void => undefined;
const lines: string[] = [];
let random = seeded(0);

const post = poster(() => farm.server.baseUrl);
const number = async (of: string, values: unknown[] = []): Promise<number> => {
  const [row] = await farm.sql<{ n: number }>(`select count(*)::int as n from ${of}`, values);
  return row?.n ?? -1;
};
const cronRuns = () => number('linkage_run where linkage_id = $1', [cron]);
const ownerNow = async (id: string): Promise<string | undefined> => {
  const [row] = await farm.sql<{ owner: string }>(
    'select organisation_id as owner from device where id = $1',
    [id],
  );
  return row?.owner;
};

/** What must stay, however far the clock is set: none of it is over by the real time. */
const KEPT = {
  readings: 'ts_message where device = (select key from device where id = $1)',
  sessions: 'user_session where created_at <= to_timestamp($1::float8 / 1000)',
  tokens: 'refresh_token where created_at <= to_timestamp($1::float8 / 1000)',
  keys: 'api_key where created_at <= to_timestamp($1::float8 / 1000)',
  invitations: 'invitation where accepted_at is null and created_at <= to_timestamp($1::float8 / 1000)',
};
let keptSince: number;
const kept = async (): Promise<number> => {
  let sum = 0;
  for (const [name, of] of Object.entries(KEPT))
    sum += await number(of, [name === 'readings' ? old.id : keptSince]);
  return sum;
};
let keptAtFirst: number;

beforeAll(async () => {
  farm = await ChaosFarm.start();
  const api = await farm.server.client();
  organisationId = (await api.auth.me()).organisation.id;
  const theirs = await insertMember(farm.server, {
    username: 'neighbour',
    roles: ['admin'],
    organisation: '邻居',
  });
  const tomorrow = Date.now() + DAY_MS;
  const { key } = await api.apiKeys.create({ name: '程序', roles: ['admin'], expiresAt: tomorrow });
  const login = await post('/auth/login', { username: 'neighbour', password: farm.server.adminPassword });
  const made = await post(
    '/system/apikey',
    { name: '程序', roles: ['admin'], expireTime: new Date(tomorrow).toISOString() },
    String(login.body.data?.['accessToken']),
  );
  const tokens = [key, String(made.body.data?.['key'])] as const;
  await api.invitations.create({ invitee: 'guest@example.com', roles: ['viewer'] });

  old = await api.devices.create({ name: '旧探头', productModelCode: 'TQ-3L' });
  const readings = Array.from({ length: OLD_READINGS }, (_, index) => ({
    ts: Date.now() - (1 + index) * DAY_MS,
    values: { soilMoisture20: 20 + index / 10 },
  }));
  const isStored = async () => (await post(`/api/v1/${old.accessToken}/telemetry`, readings)).status === 200;
  await waitFor(isStored, { what: 'the old readings to be stored' });
  ({ id: cron } = await api.linkages.create({
    name: '每两秒',
    trigger: { type: 'cron', expression: '*/2 * * * * *', timeZone: 'Europe/Berlin' },
    actions: [{ type: 'notice', title: 'n', content: '' }],
  }));

  const port = () => farm.server.mqttPort;
  const probe = async (name: string) => {
    const device = await api.devices.create({ name, productModelCode: 'TQ-3L' });
    await api.alarmSettings.save(device.id, [
      { name: '太干', severity: 'MAJOR', condition: { key: 'soilMoisture20', op: '<', value: 10 } },
    ]);
    return device;
  };
  const [sending, timed, timeless] = [await probe('甲'), await probe('乙'), await probe('丙')];
  const client = chaosClient(sending.accessToken, port, 5);
  probes = [
    probeByMqtt(sending.id, client),
    probeByHttp(timed.id, timed.accessToken, post, true),
    probeByHttp(timeless.id, timeless.accessToken, post, false),
  ];

  valves = [];
  for (const protocolVersion of [4, 5, 4, 5] as const) {
    const device = await api.devices.create({ name: `阀门 ${valves.length}`, productModelCode: 'DCF-4' });
    await api.deviceLink.setInterlock(device.id, { maxRunMinutes: LIMIT_MS / 60_000, exclusion: null });
    const awayMs = () => farm.awayMs;
    valves.push(new ChaosValve({ device, port, limitMs: LIMIT_MS, awayMs, protocolVersion }));
  }
  const [contested] = valves as [ChaosValve];
  claims = new ChaosClaims(post, contested.id, tokens, async () =>
    (await ownerNow(contested.id)) === theirs.organisationId ? 1 : 0,
  );
  const token = ({ id }: ChaosValve) => tokens[id === contested.id ? claims.owner : 0];
  people = [1, 2].map(() => new ChaosPerson(post, token, () => random()));
  end = () => {
    client.end(true);
    for (const valve of valves) valve.end();
  };
  keptSince = Date.now();
  keptAtFirst = await kept();
});

afterAll(async () => {
  console.log(
    [
      '| round | seed | faults in their order | open beyond the limit, s | of it with the server at work, s | alarms due / raised | readings acknowledged / stored | commands accepted / stored | claims | rows deleted | runs by the clock / at most |',
      '|---|---|---|---|---|---|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
  );
  end();
  await farm?.end();
});

/** Readings that were acknowledged, and how many of them are stored, once each. */
async function readings(): Promise<{ acknowledged: number; stored: number }> {
  let [acknowledged, stored] = [0, 0];
  for (const probe of probes) {
    const rows = await farm.sql<{ n: number; times: number }>(
      `select (values ->> 'n')::int as n, count(*)::int as times from ts_message
       where device = (select key from device where id = $1) group by 1`,
      [probe.id],
    );
    // Without a time of its own a reading that was sent twice is stored twice.
    const isTimeless = probe === probes[2];
    const once = new Set(
      rows.filter(({ n, times }) => times === 1 || (isTimeless && probe.repeated.has(n))).map(({ n }) => n),
    );
    acknowledged += probe.acknowledged.size;
    stored += [...probe.acknowledged].filter((n) => once.has(n)).length;
  }
  return { acknowledged, stored };
}

test.each(SEEDS.map((seed, index) => ({ round: index + 1, seed })))(
  'round $round, seed $seed: no valve is open too long, no alarm is lost or doubled, what was acknowledged is stored, nothing is deleted',
  async ({ round, seed }) => {
    random = seeded(seed);
    const faults = drawFaults(random);
    const runsBefore = await cronRuns();
    const began = performance.now();
    let isOver = false;
    const over = (): boolean => isOver;
    const claimsBefore = claims.answered;
    const traffic = Promise.all([
      ...probes.map((probe) => probe.report(over)),
      ...people.map((person) => person.operate(valves, over)),
      claims.claim(over),
    ]);
    const happened: string[] = [];
    for (const fault of faults) {
      // It happens to a server that is at work: everything has gone on since the fault before.
      const before = {
        runs: await cronRuns(),
        readings: probes.map(({ acknowledged }) => acknowledged.size),
      };
      await waitFor(
        async () =>
          (await cronRuns()) > before.runs &&
          probes.every(({ acknowledged }, index) => acknowledged.size > (before.readings[index] ?? 0) + 4),
        { what: () => `the server to go on after ${happened.join('; ') || 'the start'}, seed ${seed}` },
      );
      happened.push(await farm.happen(fault));
    }
    const runsAfterLast = await cronRuns();
    await waitFor(async () => (await cronRuns()) > runsAfterLast, {
      what: `the automation to run on after ${happened.join('; ')}, seed ${seed}`,
    });
    isOver = true;
    await traffic;
    // Removes readings that are over, and tokens.
    const api = await farm.server.client();
    await api.organisations.update(organisationId, { retentionDays: RETENTION_DAYS });

    await waitFor(
      async () =>
        (await number(`command where state in ('queued', 'sent', 'delivered') and persistent`)) === 0 &&
        (await number('rule_sample')) === 0,
      { what: `commands and alarms to have their end, seed ${seed}` },
    );
    // A valve that stays open is seen by its time.
    await waitFor(() => valves.every((valve) => !valve.isOpen), { timeoutMs: LIMIT_MS + MOST_OVER_MS }).catch(
      () => undefined,
    );
    const longest = valves.map((valve) => valve.takeLongest()).reduce((one, other) => longer(one, other));
    const stuck = valves.filter((valve) => valve.isOpen).map(({ id }) => id);
    for (const valve of valves) valve.close();
    for (const valve of valves) valve.takeLongest();

    const due = probes.reduce((sum, { episodes }) => sum + episodes, 0);
    const raised = await number('alarm where device in (select key from device where id = any($1))', [
      probes.map(({ id }) => id),
    ]);
    const { acknowledged, stored } = await readings();
    const queued = people.flatMap((person) => person.queued);
    const queuedStored = await number('command where id = any($1)', [queued]);
    const deleted = keptAtFirst - (await kept());
    const runs = (await cronRuns()) - runsBefore;
    const mostRuns = Math.floor((performance.now() - began) / CRON_MS) + 2;
    lines.push(
      `| ${[
        round,
        seed,
        happened.join('; '),
        (longest.overMs / 1000).toFixed(1),
        (longest.atWorkMs / 1000).toFixed(1),
        `${due} / ${raised}`,
        `${acknowledged} / ${stored}`,
        `${queued.length} / ${queuedStored}`,
        claims.answered - claimsBefore,
        deleted,
        `${runs} / ${mostRuns}`,
      ].join(' | ')} |`,
    );
    const found = {
      seed,
      stuck,
      alarms: raised,
      stored,
      commands: queuedStored,
      deleted,
      refused: [...probes.flatMap(({ refused }) => refused), ...claims.refused],
    };
    expect(found).toEqual({
      seed,
      stuck: [],
      alarms: due,
      stored: acknowledged,
      commands: queued.length,
      deleted: 0,
      refused: [],
    });
    expect(longest.atWorkMs).toBeLessThan(MOST_OVER_MS);
    expect(runs).toBeLessThanOrEqual(mostRuns);
    expect((await ownerNow((valves[0] as ChaosValve).id)) === organisationId ? 0 : 1).toBe(claims.owner);
  },
);
