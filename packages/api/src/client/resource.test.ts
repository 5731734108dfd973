import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { call, listOf, nothing } from '../calls/call.ts';
import { CALLS } from '../calls/index.ts';
import type { CallOptions, Http } from './http.ts';
import { createResource } from './resource.ts';

const texts = { summary: { zh: '测试', en: 'A test' } } as const;
const valve = v.pipe(
  v.object({ id: v.string(), openBy: v.string() }),
  v.transform(({ id, openBy }) => ({ id, openedBy: openBy })),
);
const valves = {
  get: call({ ...texts, method: 'GET', path: '/valve/{id}', answer: valve }),
  parameter: call({ ...texts, method: 'GET', path: '/valve/{id}/{key}', answer: v.string() }),
  list: call({
    ...texts,
    method: 'GET',
    path: '/valve/list',
    query: v.object({ name: v.optional(v.string()) }),
    answer: listOf(valve),
  }),
  open: call({
    ...texts,
    method: 'POST',
    path: '/valve/{id}/open',
    right: 'operate',
    body: v.object({ minutes: v.number() }),
    answer: valve,
  }),
  remove: call({ ...texts, method: 'DELETE', path: '/valve', right: 'devices', ids: true, answer: nothing }),
  rename: call({
    ...texts,
    method: 'PUT',
    path: '/valve',
    right: 'devices',
    body: v.object({ id: v.string(), title: v.string() }),
    answer: valve,
    send: (id: string, name?: string) => ({ body: { id, title: name ?? '' } }),
  }),
};

/** The resource with its recorded requests; every call resolves with `data`. */
function recordingResource(data: unknown) {
  const requests: { options: CallOptions }[] = [];
  const http: Http = {
    call: async (_call, options, decode) => {
      requests.push({ options });
      return decode(data);
    },
    download: async () => new Blob(),
  };
  return { resource: createResource(http, valves), requests };
}

describe('the methods of declared calls', () => {
  const wire = { id: 'a', openBy: 'me' };
  const read = { id: 'a', openedBy: 'me' };
  const { signal } = new AbortController();

  it('take the path parameters, then the body, the query or the ids, then the options', async () => {
    const { resource, requests } = recordingResource(wire);
    expect(await resource.get('a', { signal })).toEqual(read);
    await resource.open('a', { minutes: 5 }, { signal });
    expect(requests.map(({ options }) => options)).toEqual([
      { path: { id: 'a' }, signal },
      { path: { id: 'a' }, body: { minutes: 5 }, signal },
    ]);
    const { resource: lists, requests: listed } = recordingResource({ items: [wire], total: 1 });
    expect(await lists.list()).toEqual({ items: [read], total: 1 });
    await lists.list({ name: 'x' }, { signal });
    expect(listed.map(({ options }) => options.query)).toEqual([{}, { name: 'x' }]);
    expect(listed[1]?.options.signal).toBe(signal);
    const { resource: removing, requests: removed } = recordingResource(null);
    expect(await removing.remove(['a', 'b'], { signal })).toBeUndefined();
    expect(removed[0]?.options).toEqual({ path: {}, query: { ids: 'a,b' }, signal });
  });

  it('take the arguments of `send`, with the options after its optional arguments', async () => {
    const { resource, requests } = recordingResource(wire);
    await resource.rename('a', undefined, { signal });
    expect(requests[0]?.options).toEqual({ body: { id: 'a', title: '' }, signal });
  });

  it('refuse a response that does not match the declaration, and name the member', async () => {
    const { resource } = recordingResource({ id: 'a' });
    await expect(resource.get('a')).rejects.toThrow('openBy');
  });

  it('are typed by the declaration', () => {
    const { resource } = recordingResource(null);
    expectTypeOf(resource.get).parameters.toEqualTypeOf<
      [parameter: string, options?: { signal?: AbortSignal }]
    >();
    expectTypeOf(resource.open).returns.resolves.toEqualTypeOf<{ id: string; openedBy: string }>();
    expectTypeOf(resource.parameter).parameters.toEqualTypeOf<
      [parameter: string, parameter: string, options?: { signal?: AbortSignal }]
    >();
  });
});

it('a change without a declared right does not compile', () => {
  // @ts-expect-error: `right` is missing.
  call({ ...texts, method: 'POST', path: '/valve', answer: nothing });
});

it('no argument of a call has a default: it would be taken for the options', () => {
  const hidden = Object.entries(CALLS).flatMap(([name, { send }]) =>
    send && /^\w*\s*\([^)]*=(?!>)/.test(String(send)) ? [name] : [],
  );
  expect(hidden).toEqual([]);
});
