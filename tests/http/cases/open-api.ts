import { CALLS, type CallName } from '@farm3d/api';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'vitest';
import { refusal, type Cases, type CaseTarget } from './support.ts';

interface Operation {
  operationId: CallName;
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: { allOf?: object[] } }> }>;
}

/** Description of the `data` of a response. */
const dataOf = (operation: Operation | undefined): unknown =>
  Object.assign(
    {},
    ...(operation?.responses['200']?.content?.['application/json']?.schema.allOf ?? []).map(
      (part) => (part as { properties?: { data?: object } }).properties?.data,
    ),
  );

/** A call that reads a body describes it: a call without a description accepts broken JSON as no body. */
async function readsNoBody(target: CaseTarget, name: CallName): Promise<void> {
  const { method, path } = CALLS[name];
  const address = target.baseUrl + path.replaceAll(/\{\w+\}/g, '7f8d5c9e-5f3f-4f59-9a44-1d86a1a7b0c1');
  const headers = { authorization: `Bearer ${target.accessToken}`, 'content-type': 'application/json' };
  const answer = await fetch(address, { method, headers, body: '{' });
  expect([name, [400, 415].includes(answer.status)]).toEqual([name, false]);
}

function readableByTools(id: 'platform' | 'device') {
  return async ({ baseUrl, api }: CaseTarget): Promise<void> => {
    const answer = await fetch(`${baseUrl}/openapi/${id}.json`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(await api.openApi.get(id));
  };
}

export const openApiCases: Cases<'openApi'> = {
  'openApi.list': async ({ api }) => {
    const { items } = await api.openApi.list();
    expect(items.map(({ id }) => id)).toEqual(['platform', 'device']);
    expect(items.reduce((sum, { calls }) => sum + calls, 0)).toBe(Object.keys(CALLS).length);
  },

  'openApi.get': async (target) => {
    const { api } = target;
    const [platform, device] = [await api.openApi.get('platform'), await api.openApi.get('device')];
    expect(platform.openapi).toBe('3.1.0');
    // They contain every call, and nothing else.
    const described = [platform, device].flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    const existing = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(existing.sort());
    expect(platform.paths['/api/devices/{id}']?.['get']).toMatchObject({
      operationId: 'devices.get',
      parameters: [{ name: 'id', in: 'path', required: true }],
      security: [{ user: [] }],
    });
    for (const document of [platform, device]) {
      const { valid, errors } = await new Validator().validate(structuredClone(document));
      expect([valid, errors]).toEqual([true, undefined]);
    }
    const operations = [platform, device].flatMap(({ paths }) =>
      Object.values(paths).flatMap((methods) => Object.values(methods) as Operation[]),
    );
    for (const { operationId: name, requestBody } of operations) {
      const { method, auth } = CALLS[name];
      if (method !== 'GET' && requestBody === undefined && auth === 'user') await readsNoBody(target, name);
    }
    // The described schema is the one that is validated.
    const create = operations.find(({ operationId }) => operationId === 'devices.create');
    expect(create?.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      required: ['name', 'productModelCode'],
      properties: { name: { type: 'string' } },
    });
    const history = operations.find(({ operationId }) => operationId === 'telemetry.history');
    expect(history?.parameters).toContainEqual(
      expect.objectContaining({ name: 'startTs', in: 'query', required: false }),
    );
    // Each envelope describes its content by the schema with which the client reads it.
    const silent = operations.filter(
      (operation) =>
        CALLS[operation.operationId].form === 'envelope' &&
        Object.keys(dataOf(operation) as object).length === 0,
    );
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
    const answered = (name: CallName) => dataOf(operations.find(({ operationId }) => operationId === name));
    expect(answered('devices.list')).toMatchObject({
      type: 'object',
      required: ['items', 'total'],
      properties: { items: { items: { required: expect.arrayContaining(['id', 'name']) } } },
    });
    expect(answered('devices.remove')).toEqual({ type: 'null' });
    expect(await refusal(api.openApi.get('nothing'))).toMatchObject({ status: 404 });
  },

  // As tools read them: without a login and without an envelope. Clients made from them: api-clients.test.ts.
  'openApi.platform': readableByTools('platform'),
  'openApi.device': readableByTools('device'),

  'openApi.python': async ({ baseUrl }) => {
    const answer = await fetch(`${baseUrl}/openapi/clients/python`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/x-python; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('class Client:');
  },
};
