import { Hono } from 'hono';
import { ANSWERS, ROUTES, type Route, type RouteName } from '@farm3d/api';
import { rightFor } from '../../platform/auth/policy.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { pathParameter } from '../../platform/http/input.ts';
import { jsonSchemaOf, queryParameters } from './json-schema.ts';
import { ROUTE_SCHEMAS, type RouteSchemas } from './route-schemas.ts';
import { notFound } from '../../platform/http/problem.ts';

/** A document a service: whoever joins only devices need not read the rest. */
const DOCUMENTS: readonly { id: string; name: string; holds: (name: RouteName) => boolean }[] = [
  { id: 'platform', name: '平台接口', holds: (name) => ROUTES[name].auth !== 'device' },
  { id: 'device', name: '设备接入接口', holds: (name) => ROUTES[name].auth === 'device' },
];

const envelope = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { const: 200 }, msg: { type: 'string' }, data: {} },
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

function requestBody({ body, bodyOptional }: RouteSchemas): Record<string, unknown> {
  if (body === undefined) return {};
  const content =
    body === 'file'
      ? {
          'multipart/form-data': {
            schema: { type: 'object', required: ['file'], properties: { file: { format: 'binary' } } },
          },
        }
      : { 'application/json': { schema: body === 'json' ? {} : jsonSchemaOf(body) } };
  return { requestBody: { required: bodyOptional !== true, content } };
}

/** Why a call may be refused, with the code of the answer. */
function refusals(route: Route, schemas: RouteSchemas): Record<string, unknown> {
  return {
    ...(schemas.body !== undefined || schemas.query !== undefined
      ? { 400: json('参数错误，field 指出字段', 'Refusal') }
      : {}),
    ...(route.auth === 'none' ? {} : { 401: json('登录已失效', 'Refusal') }),
    ...(route.auth === 'user' ? { 403: json('没有权限', 'Refusal') } : {}),
    ...(route.path.includes('{') ? { 404: json('不存在或不可见', 'Refusal') } : {}),
    ...(route.auth === 'user' ? { 429: json('请求过于频繁', 'Refusal') } : {}),
    default: json('请求被拒绝', 'Refusal'),
  };
}

function operation(name: RouteName): Record<string, unknown> {
  const route: Route = ROUTES[name];
  const schemas = ROUTE_SCHEMAS[name] ?? {};
  const parameters = [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
      name: parameter,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(schemas.query ? queryParameters(schemas.query) : []),
  ];
  return {
    operationId: name,
    tags: [name.split('.', 1)[0]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(schemas),
    ...(route.auth === 'user' ? { security: [{ user: [] }], 'x-right': rightFor(name) } : {}),
    responses: {
      200: route.answer === 'envelope' ? answerOf(name) : { description: '操作成功' },
      ...refusals(route, schemas),
    },
  };
}

/** The envelope, and in it what the clients of this platform read it by. */
function answerOf(name: RouteName): Record<string, unknown> {
  const data = ANSWERS[name];
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Envelope' },
      ...(data ? [{ type: 'object', properties: { data: jsonSchemaOf(data) } }] : []),
    ],
  };
  return { description: '操作成功', content: { 'application/json': { schema } } };
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
  // The same as long as the program is; made when somebody first asks.
  const made = new Map<string, Record<string, unknown>>();
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
    const { id, holds, name } = document;
    const content = made.get(id) ?? openApiDocument(holds, name);
    made.set(id, content);
    return ok(c, content);
  });
  return app;
}
