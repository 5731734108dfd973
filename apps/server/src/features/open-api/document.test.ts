import { CALLS, parametersOf, PARAMETERS, type Call } from '@farm3d/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ALL_CALLS, openApiDocument } from './document.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
  readonly 'x-right'?: string;
}

const operations = (locale: 'zh-CN' | 'en'): Operation[] => {
  const { paths } = openApiDocument(ALL_CALLS, { zh: '全部', en: 'all' }, locale);
  return Object.values(paths).flatMap((methods) => Object.values(methods)) as Operation[];
};

it.each(['zh-CN', 'en'] as const)('describes every call and every parameter (%s)', (locale) => {
  const all = operations(locale);
  expect(all.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  const isText = (text: string | undefined) => /\p{L}{2}/u.test(text ?? '');
  const silent = all.flatMap(({ operationId, summary, parameters = [] }) => [
    ...(isText(summary) ? [] : [operationId]),
    ...parameters
      .filter(({ description }) => !isText(description))
      .map(({ name }) => `${operationId} ${name}`),
  ]);
  expect(silent).toEqual([]);
  const chinese = all.filter(({ summary }) => /\p{Script=Han}/u.test(summary));
  expect(chinese).toHaveLength(locale === 'en' ? 0 : all.length);
});

it('keeps no text for a parameter that no call has', () => {
  const named = new Set(
    operations('en').flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
  );
  expect(Object.keys(PARAMETERS).filter((name) => !named.has(name))).toEqual([]);
});

it('every parameter that a call describes is in its path', () => {
  for (const { path, parameters = {} } of ALL_CALLS as Call[])
    expect(parametersOf(path)).toEqual(expect.arrayContaining(Object.keys(parameters)));
});

describe('the description of one call', () => {
  const TITLE = { zh: '全部', en: 'all' };
  /** A call as the document describes it. */
  const described = (call: Call, locale: 'zh-CN' | 'en' = 'en') => {
    const { paths } = openApiDocument([call], TITLE, locale);
    return (paths as Record<string, Record<string, Record<string, unknown>>>)[call.path]?.[
      call.method.toLowerCase()
    ];
  };
  /** A call of the list with other members. */
  const changed = (name: keyof typeof CALLS, change: Partial<Call>) => {
    const original: Call = CALLS[name];
    const before = { ...original };
    Object.assign(original, change);
    try {
      return described(original);
    } finally {
      for (const key of Object.keys(change)) delete (original as Record<string, unknown>)[key];
      Object.assign(original, before);
    }
  };
  const responsesOf = (operation: Record<string, unknown> | undefined) =>
    (operation?.['responses'] ?? {}) as Record<string, unknown>;
  const statusesOf = (operation: Record<string, unknown> | undefined) => Object.keys(responsesOf(operation));
  const refusal = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  });

  it('has its name, its right, its envelope and its refusals', () => {
    const operation = described(CALLS['workOrders.get']);
    expect(operation).toMatchObject({
      operationId: 'workOrders.get',
      tags: ['workOrders'],
      security: [{ user: [] }],
      'x-right': 'read',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'It was done',
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Envelope' },
                  { type: 'object', required: ['data'], properties: { data: { type: 'object' } } },
                ],
              },
            },
          },
        },
        401: refusal('The login is over'),
        403: refusal('The right is missing'),
        404: refusal('It does not exist, or may not be seen'),
        429: refusal('Too many calls'),
        default: refusal('The call was refused'),
      },
    });
    // It takes nothing but its path.
    expect(statusesOf(operation)).toEqual(['200', '401', '403', '404', '429', 'default']);
    expect(operation).not.toHaveProperty('requestBody');
  });

  it('that takes input can be refused for a parameter', () => {
    const bare = { query: undefined, body: undefined, ids: undefined } as unknown as Partial<Call>;
    expect(statusesOf(changed('workOrders.list', bare))).not.toContain('400');
    const query = described(CALLS['workOrders.list']);
    expect(statusesOf(query)).toContain('400');
    expect(responsesOf(query)['400']).toEqual(refusal('A parameter is wrong: `field` names it'));
    expect(statusesOf(query)).not.toContain('404');
    expect(statusesOf(changed('workOrders.list', { ...bare, body: 'json' }))).toContain('400');
    expect(statusesOf(changed('workOrders.list', { ...bare, ids: true }))).toContain('400');
  });

  it('without a user needs no login and no right', () => {
    const open = changed('workOrders.get', { auth: 'none' });
    expect(statusesOf(open)).toEqual(['200', '404', 'default']);
    expect(open).not.toHaveProperty('security');
    expect(open).not.toHaveProperty('x-right');
    // A device has a token, and no rights that could be missing.
    expect(statusesOf(changed('workOrders.get', { auth: 'device' }))).toEqual([
      '200',
      '401',
      '404',
      'default',
    ]);
  });

  it('says what its body is: a file, any JSON, rows by their ids, or what its schema says', () => {
    expect(changed('workOrders.get', { body: 'file' })?.['requestBody']).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: { format: 'binary' } } },
        },
      },
    });
    expect(changed('workOrders.get', { body: 'json', example: { a: 1 } })?.['requestBody']).toEqual({
      required: true,
      content: { 'application/json': { schema: {}, example: { a: 1 } } },
    });
    expect(changed('workOrders.get', { body: v.object({ n: v.number() }) })?.['requestBody']).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
        },
      },
    });
    const byIds = changed('workOrders.get', { ids: true });
    const list = { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 1000 };
    expect(byIds?.['requestBody']).toEqual({
      required: false,
      content: {
        'application/json': { schema: { type: 'object', properties: { ids: list, id: list } } },
      },
    });
    // They may stand in the query as well.
    expect(byIds?.['parameters']).toMatchObject([
      { name: 'id', in: 'path' },
      { name: 'ids', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'id', in: 'query', required: false, schema: { type: 'string' } },
    ]);
  });

  it('with another form than the envelope says only that it was done', () => {
    expect(responsesOf(changed('workOrders.get', { form: 'binary' }))['200']).toEqual({
      description: 'It was done',
    });
    const empty = changed('workOrders.get', { answer: undefined } as unknown as Partial<Call>);
    expect(responsesOf(empty)['200']).toMatchObject({
      content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Envelope' }] } } },
    });
  });

  it('a parameter has the text of its schema before that of its name', () => {
    const own = v.object({
      page: v.pipe(v.string(), v.description('页\nPage of mine')),
      size: v.pipe(v.string(), v.description('Only one text')),
    });
    const parameters = changed('workOrders.list', { query: own })?.['parameters'];
    expect(parameters).toMatchObject([
      { name: 'page', description: 'Page of mine', schema: { type: 'string' } },
      { name: 'size', description: 'Only one text' },
    ]);
    const typed = changed('workOrders.get', { parameters: { id: v.pipe(v.string(), v.uuid()) } });
    expect(typed?.['parameters']).toMatchObject([{ name: 'id', schema: { type: 'string', format: 'uuid' } }]);
  });

  it('without parameters has none', () => {
    const call = { query: undefined, ids: undefined } as unknown as Partial<Call>;
    expect(changed('workOrders.list', call)).not.toHaveProperty('parameters');
  });
});

it('the document says what every response is, and how to log in', () => {
  const document = openApiDocument([], { zh: '全部', en: 'all' }, 'zh-CN');
  expect(document).toEqual({
    openapi: '3.1.0',
    info: { title: 'farm3d 全部', version: '1' },
    servers: [{ url: '/', description: '本服务器' }],
    paths: {},
    components: {
      schemas: {
        Envelope: {
          type: 'object',
          required: ['code', 'msg', 'data'],
          properties: { code: { const: 200 }, msg: { type: 'string' }, data: {} },
        },
        Refusal: {
          type: 'object',
          required: ['code', 'msg'],
          properties: {
            code: { type: 'integer' },
            msg: { type: 'string' },
            error: { type: 'string' },
            field: { type: 'string' },
          },
        },
      },
      securitySchemes: { user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  });
  expect(openApiDocument([], { zh: '全部', en: 'all' }, 'en')).toMatchObject({
    info: { title: 'farm3d all' },
    servers: [{ description: 'This server' }],
  });
});

it('calls of one path are described together', () => {
  const { paths } = openApiDocument(ALL_CALLS, { zh: '全部', en: 'all' }, 'en');
  const methods = ALL_CALLS.reduce(
    (all, { path, method }) => all.set(path, [...(all.get(path) ?? []), method.toLowerCase()]),
    new Map<string, string[]>(),
  );
  for (const [path, names] of methods) expect(Object.keys(paths[path] ?? {})).toEqual(names);
});
