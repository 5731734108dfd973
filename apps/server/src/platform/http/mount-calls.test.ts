import { call, CALLS, workOrders } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { AppEnv } from './context.ts';
import { mountCalls } from './mount-calls.ts';
import { HttpProblem } from './problem.ts';
import { serve } from './serve.ts';

const order = {
  id: 'x',
  title: '修阀',
  content: '',
  state: '0',
  priority: 'normal',
  source: 'manual',
  photos: [],
  checklist: [],
  parts: [],
  materials: [],
  needsSignature: false,
  signature: null,
  version: 1,
  createTime: new Date(0),
  updateTime: new Date(0),
} as const;

function appOf(served: Parameters<typeof mountCalls>[1], checkAnswers = true): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  mountCalls(app, served, () => [], checkAnswers);
  app.onError((error, c) =>
    c.json({ error: error.message }, error instanceof HttpProblem ? error.status : 500),
  );
  return app;
}

it('a path without parameters goes before one with, in whatever order they are served', async () => {
  const app = appOf([
    serve(workOrders.get, () => ({ ...order, title: '一张' })),
    serve(workOrders.list, () => ({ items: [order], total: 1 })),
  ]);
  const list = await app.request('/workorder/list');
  expect(await list.json()).toMatchObject({ code: 200, data: { total: 1, items: [{ title: '修阀' }] } });
  const one = await app.request('/workorder/x');
  expect(await one.json()).toMatchObject({ data: { title: '一张' } });
});

it('a query that does not fit its schema is refused by the name of its field, before the handler', async () => {
  let called = false;
  const app = appOf([
    serve(workOrders.list, () => {
      called = true;
      return { items: [], total: 0 };
    }),
  ]);
  const refused = await app.request('/workorder/list?page=0');
  expect([refused.status, await refused.json()]).toEqual([400, { error: expect.stringContaining('(page)') }]);
  expect(called).toBe(false);
});

it('an answer that its declaration does not describe is a mistake of ours, and named', async () => {
  const wrong = serve(workOrders.get, () => ({ ...order, title: 7 as unknown as string }));
  const answer = await appOf([wrong]).request('/workorder/x');
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: expect.stringContaining('workOrders.get answers title wrongly') },
  ]);
  expect((await appOf([wrong], false).request('/workorder/x')).status).toBe(200);
});

it('a handler that answers something else does not compile', () => {
  // @ts-expect-error: the order has no title.
  serve(workOrders.get, () => ({ id: 'x' }));
});

it('a call is mounted once', () => {
  const served = serve(workOrders.get, () => order);
  expect(() => appOf([served, served])).toThrow('workOrders.get: GET /workorder/{id} is mounted twice');
  // The same path with another method is another call.
  const changed = serve(workOrders.update, () => order);
  expect(() => appOf([serve(workOrders.create, () => order), changed])).not.toThrow();
});

it('a call that stands in no list has no name', () => {
  const stray = call({
    method: 'GET',
    path: '/stray',
    summary: { zh: '无', en: 'None' },
    answer: v.string(),
  });
  expect(Object.values(CALLS)).not.toContain(stray);
  const served = serve(stray, () => '');
  expect(() => appOf([served, served])).toThrow('/stray stands in no list');
});

it('the steps are made from the declaration of each call, and an unknown path passes none of them', async () => {
  const passed: unknown[] = [];
  const app = new Hono<AppEnv>();
  const served = [
    serve(workOrders.get, () => order),
    serve(workOrders.list, () => ({ items: [], total: 0 })),
  ];
  mountCalls(
    app,
    served,
    (one) =>
      ['first', 'second'].map((name) => async (_, next) => {
        passed.push([name, one.path]);
        await next();
      }),
    true,
  );
  for (const path of ['/workorder/list', '/workorder/x', '/workorder', '/nothing', '/workorder/x/y'])
    await app.request(path);
  await app.request('/workorder/x', { method: 'DELETE' });
  expect(passed).toEqual([
    ['first', '/workorder/list'],
    ['second', '/workorder/list'],
    ['first', '/workorder/{id}'],
    ['second', '/workorder/{id}'],
  ]);
  expect((await app.request('/nothing')).status).toBe(404);
});

it('a handler receives what its path names', async () => {
  const paths: unknown[] = [];
  const app = appOf([
    serve(workOrders.get, ({ path }) => {
      paths.push(path);
      return order;
    }),
  ]);
  await app.request('/workorder/a%20b');
  expect(paths).toEqual([{ id: 'a b' }]);
});
