// Second tier (fuzz): each call with random input
import { CALLS, type CallName } from '@farm3d/api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { fromSchema, spoiled, type Schema } from './from-schema.ts';

/** Requests per route; the seed makes every run the same. */
const RUNS = 12;
const SEED = 20_260_101;

/** Field names of the platform: malformed input in a known field reaches more code than in an unknown one. */
const FIELDS = [
  'id',
  'ids',
  'name',
  'title',
  'content',
  'state',
  'type',
  'kind',
  'deviceId',
  'deviceIds',
  'groupId',
  'parentId',
  'productModelCode',
  'productModel',
  'sceneId',
  'sceneDevice',
  'boundary',
  'position',
  'latitude',
  'longitude',
  'version',
  'settingRequests',
  'condition',
  'trigger',
  'actions',
  'enabled',
  'keys',
  'startTs',
  'endTs',
  'limit',
  'points',
  'method',
  'params',
  'timeout',
  'permissions',
  'expireTime',
  'username',
  'password',
  'roles',
  'areaCode',
  'url',
  'size',
  'photos',
  'crop',
  'growTime',
  'period',
  'page',
  'pageSize',
  'createBy',
  'gateway',
  'gatewayId',
  'identify',
  'parameters',
  'minutes',
  'code',
  'zoom',
  'mapType',
  'timeZone',
  'orderBy',
  'deptName',
  'skinUrl',
] as const;

const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'null',
  'NaN',
  '9'.repeat(400),
  'x'.repeat(5_000),
  "'; drop table device; --",
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '﷽'.repeat(50),
  '__proto__',
  'constructor',
  '${7*7}',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  '[object Object]',
  '<script>1</script>',
  '{',
  '[[[[',
];

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.uuid(),
  fc.array(fc.constantFrom<unknown>(...HOSTILE, 1, null, {}), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom<unknown>(...HOSTILE, 1, null, [], {}), {
    maxKeys: 4,
  }),
);

const object = fc.dictionary(fc.constantFrom(...FIELDS), odd, { maxKeys: 12 });
const body: fc.Arbitrary<{ text: string; isObject: boolean }> = fc.oneof(
  { arbitrary: object.map((value) => ({ text: JSON.stringify(value), isObject: true })), weight: 6 },
  { arbitrary: odd.map((value) => ({ text: JSON.stringify(value) ?? '', isObject: false })), weight: 1 },
  { arbitrary: fc.string().map((text) => ({ text, isObject: false })), weight: 1 },
  {
    arbitrary: fc.constant({ text: `${'['.repeat(20_000)}${']'.repeat(20_000)}`, isObject: false }),
    weight: 1,
  },
);
const query = fc.dictionary(
  fc.constantFrom(...FIELDS),
  fc.oneof(fc.constantFrom(...HOSTILE), fc.string(), fc.integer().map(String)),
  { maxKeys: 5 },
);

const NAMES = (Object.keys(CALLS) as CallName[]).filter(
  // Excluded: a changed password would end the session of the test.
  (name) => CALLS[name].auth === 'user' && name !== 'stream.connect' && name !== 'auth.changePassword',
);
/** Calls of devices and calls without a login. */
const OPEN_NAMES = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].auth !== 'user');

interface Described {
  readonly body?: Schema;
  readonly query: Readonly<Record<string, { schema: Schema; required: boolean }>>;
}

let server: Farm;
let token: string;
let device: string;
/** The request schema of each call, from the API description of the server. */
const described = new Map<string, Described>();

beforeAll(async () => {
  server = await farm({ settings: { FARM3D_LOG_LEVEL: 'error' } });
  token = await server.accessToken();
  const api = await server.client();
  device = (await api.devices.create({ name: '探头', productModelCode: 'TQ-3L' })).accessToken;
  const documents = [await api.openApi.get('platform'), await api.openApi.get('device')];
  const operations = documents.flatMap(({ paths }) =>
    Object.values(paths).flatMap((methods) => Object.values(methods)),
  );
  for (const operation of operations) {
    const {
      operationId,
      requestBody,
      parameters = [],
    } = operation as {
      operationId: string;
      requestBody?: { content: Record<string, { schema: Schema }> };
      parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
    };
    const schema = requestBody?.content['application/json']?.schema;
    described.set(operationId, {
      ...(schema && { body: schema }),
      query: Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema: entry, required }) => [name, { schema: entry, required }]),
      ),
    });
  }
});
afterAll(async () => {
  await server?.stop();
});

async function attempt(
  name: CallName,
  id: string,
  search: Record<string, string>,
  sent: { text: string; isObject: boolean },
) {
  const { method, path } = CALLS[name];
  const address = path
    .replace('{token}', device)
    .replaceAll(/\{\w+\}/g, () => encodeURIComponent(id.toWellFormed()) || 'x');
  const parameters = new URLSearchParams(
    Object.entries(search).map(([key, value]) => [key, value.toWellFormed()]),
  ).toString();
  // A logout ends the session that it is called with.
  const caller = name === 'auth.logout' ? await server.accessToken() : token;
  const answer = await fetch(`${server.baseUrl}${address}${parameters === '' ? '' : `?${parameters}`}`, {
    method,
    headers: { authorization: `Bearer ${caller}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: sent.text }),
    redirect: 'manual',
  });
  return {
    status: answer.status,
    text: await answer.text(),
    what: `${method} ${address}?${parameters} ${sent.text.slice(0, 500)}`,
  };
}

async function expectNoServerError(
  name: CallName,
  id: string,
  search: Record<string, string>,
  sent: { text: string; isObject: boolean },
): Promise<void> {
  const { status, text, what } = await attempt(name, id, search, sent);
  expect([what, status < 500 || status === 504]).toEqual([what, true]);
  // Neither a stack trace, nor a path of this server, nor a message of the database.
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b|syntax error|violates|invalid input/i);
  if (status !== 400) return;
  const refusal = JSON.parse(text) as { code: number; msg: string; field?: unknown };
  expect([what, refusal.code, typeof refusal.msg]).toEqual([what, 400, 'string']);
  // A body that is not an object has no field to name.
  if (sent.isObject || CALLS[name].method === 'GET') {
    expect([what, typeof refusal.field]).toEqual([what, 'string']);
  }
}

const ids = fc.oneof(
  fc.uuid(),
  fc.constantFrom(...HOSTILE.filter((text) => text.length < 1_000)),
  fc.string(),
);

it.each(NAMES)('%s answers malformed input without a server error', async (name) => {
  await fc.assert(
    fc.asyncProperty(ids, query, body, (id, search, sent) => expectNoServerError(name, id, search, sent)),
    { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 20_000 },
  );
});

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Bodies and queries that are valid by the API description, and the same with one member invalid. */
function fitting({ body: schema, query: entries }: Described) {
  const whole = fromSchema(schema ?? { type: 'object' });
  const search = fc.record(
    Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [
        name,
        fc.oneof(
          { arbitrary: fromSchema(entry.schema), weight: 4 },
          { arbitrary: fc.constantFrom<unknown>(...HOSTILE), weight: 1 },
        ),
      ]),
    ),
    { requiredKeys: Object.keys(entries).filter((name) => entries[name]?.required === true) },
  );
  return {
    search: search.map((given) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    ),
    sent: fc
      .oneof({ arbitrary: whole, weight: 2 }, { arbitrary: spoiled(whole, odd), weight: 1 })
      .map((value) => ({ text: JSON.stringify(value) ?? '', isObject: isObject(value) })),
  };
}

it.each(NAMES)('%s answers input at the edges of its schema without a server error', async (name) => {
  const description = described.get(name);
  expect(description).toBeDefined();
  if (!description) return;
  const { search, sent } = fitting(description);
  await fc.assert(
    fc.asyncProperty(ids, search, sent, (id, given, made) => expectNoServerError(name, id, given, made)),
    { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 20_000 },
  );
});

it.each(OPEN_NAMES)('%s, which needs no login, answers both without a server error', async (name) => {
  const description = described.get(name);
  expect(description).toBeDefined();
  if (!description) return;
  const { search, sent } = fitting(description);
  // Calls that wait for a command response time out at once.
  const soon = { timeout: '1' };
  await fc.assert(
    fc.asyncProperty(ids, fc.oneof(query, search), fc.oneof(body, sent), (id, given, made) =>
      expectNoServerError(name, id, { ...given, ...soon }, made),
    ),
    { numRuns: 2 * RUNS, seed: SEED, interruptAfterTimeLimit: 20_000 },
  );
});

/** The paths of all strings in a value. */
function textsIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}

function withText(value: unknown, [name, ...rest]: readonly (string | number)[], text: string): unknown {
  if (name === undefined) return text;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[name] = withText(copy[name], rest, text);
  return copy;
}

it.each([...NAMES, ...OPEN_NAMES.filter((name) => !CALLS[name].path.includes('{token}'))])(
  '%s refuses text that the database cannot store, and names the field',
  async (name) => {
    const { body: schema, query: entries } = described.get(name) ?? { query: {} };
    const samples = schema ? fc.sample(fromSchema(schema), { numRuns: 4, seed: SEED }) : [];
    const bodies = samples.filter(isObject).flatMap((sample) =>
      textsIn(sample).map((path, index) => ({
        path: path.join('.'),
        text: JSON.stringify(withText(sample, path, index % 2 === 0 ? 'a\u0000b' : 'a\ud800')),
      })),
    );
    for (const { path, text } of bodies) {
      const answer = await attempt(name, crypto.randomUUID(), {}, { text, isObject: true });
      expect([answer.what, answer.status]).toEqual([answer.what, 400]);
      const { field } = JSON.parse(answer.text) as { field?: string };
      expect([answer.what, typeof field, path === '' || field !== '']).toEqual([answer.what, 'string', true]);
    }
    for (const parameter of Object.keys(entries)) {
      const answer = await attempt(
        name,
        crypto.randomUUID(),
        { [parameter]: '\u0000' },
        { text: '{}', isObject: true },
      );
      expect([answer.what, answer.status]).toEqual([answer.what, 400]);
    }
    if (/\{\w+\}/.test(CALLS[name].path)) {
      const answer = await attempt(name, 'a\u0000', {}, { text: '{}', isObject: true });
      expect([answer.what, [400, 404].includes(answer.status)]).toEqual([answer.what, true]);
    }
  },
);

it('no request caused an unexpected error', async () => {
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();
  expect(/^farm3d_http_unhandled_total (\d+)$/m.exec(metrics)?.[1]).toBe('0');
  expect(server.output()).not.toContain('"msg":"a call failed"');
});
