import { Hono } from 'hono';
import { ROUTES, type Route, type RouteName } from '@farm3d/api';
import { rightFor } from '../../domain/auth/policy.ts';
import type { AppEnv } from '../context.ts';
import { ok, okList } from '../envelope.ts';
import { pathParameter } from '../input.ts';
import { notFound } from '../problem.ts';

/** A document a service: whoever joins only devices need not read the rest. */
const DOCUMENTS: readonly { id: string; name: string; holds: (name: RouteName) => boolean }[] = [
  { id: 'platform', name: '平台接口', holds: (name) => ROUTES[name].auth !== 'device' },
  { id: 'device', name: '设备接入接口', holds: (name) => ROUTES[name].auth === 'device' },
];

const envelope = {
  type: 'object',
  required: ['code', 'msg'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: {} },
};
const refusal = {
  type: 'object',
  required: ['code', 'msg'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    error: { type: 'string' },
    field: { type: 'string' },
  },
};

const json = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

function operation(name: RouteName): Record<string, unknown> {
  const route: Route = ROUTES[name];
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    operationId: name,
    tags: [name.split('.', 1)[0]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.auth === 'user' ? { security: [{ user: [] }], 'x-right': rightFor(name) } : {}),
    responses: {
      200: route.answer === 'envelope' ? json('操作成功', 'Envelope') : { description: '操作成功' },
      default: json('请求被拒绝', 'Refusal'),
    },
  };
}

/** The calls of a document as OpenAPI 3.1, made from the same table that client and tests use. */
export function openApiDocument(holds: (name: RouteName) => boolean, title: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    if (!holds(name)) continue;
    const { path, method } = ROUTES[name];
    (paths[path] ??= {})[method.toLowerCase()] = operation(name);
  }
  return {
    openapi: '3.1.0',
    info: { title: `farm3d ${title}`, version: '1' },
    paths,
    components: {
      schemas: { Envelope: envelope, Refusal: refusal },
      securitySchemes: { user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** `/openapi`: what can be called, for programs. */
export function openApiRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/documents', (c) =>
    okList(
      c,
      DOCUMENTS.map(({ id, name, holds }) => ({
        id,
        name,
        calls: (Object.keys(ROUTES) as RouteName[]).filter(holds).length,
      })),
    ),
  );
  app.get('/documents/:id', (c) => {
    const document = DOCUMENTS.find(({ id }) => id === pathParameter(c, 'id'));
    if (!document) throw notFound();
    return ok(c, openApiDocument(document.holds, document.name));
  });
  return app;
}
