import {
  callName,
  CALLS,
  parametersOf,
  PARAMETERS,
  type Call,
  type Locale,
  type OpenApiDocument,
  type Summary,
} from '@farm3d/api';
import { jsonSchemaOf, queryParameters, type JsonSchema } from './json-schema.ts';

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

const TEXTS = {
  done: { zh: '操作成功', en: 'It was done' },
  invalid: { zh: '参数错误，field 指出字段', en: 'A parameter is wrong: `field` names it' },
  unauthorised: { zh: '登录已失效', en: 'The login is over' },
  forbidden: { zh: '没有权限', en: 'The right is missing' },
  missing: { zh: '不存在或不可见', en: 'It does not exist, or may not be seen' },
  tooMany: { zh: '请求过于频繁', en: 'Too many calls' },
  refused: { zh: '请求被拒绝', en: 'The call was refused' },
  server: { zh: '本服务器', en: 'This server' },
} as const satisfies Record<string, Summary>;

type Localize = (text: Summary) => string;

const json = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const IDS = { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 1000 };

function requestBody({ body, ids, example }: Call): Record<string, unknown> {
  if (ids) {
    const members = { ids: IDS, id: { ...IDS } };
    return {
      requestBody: {
        required: false,
        content: { 'application/json': { schema: { type: 'object', properties: members } } },
      },
    };
  }
  if (body === undefined) return {};
  const content =
    body === 'file'
      ? {
          'multipart/form-data': {
            schema: { type: 'object', required: ['file'], properties: { file: { format: 'binary' } } },
          },
        }
      : {
          'application/json': {
            schema: body === 'json' ? {} : jsonSchemaOf(body),
            ...(example !== undefined && { example }),
          },
        };
  return { requestBody: { required: true, content } };
}

interface Parameter extends JsonSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

function parameters(call: Call, query: Call['query'], localize: Localize): JsonSchema[] {
  const described = (parameter: Parameter): JsonSchema => {
    const { description, ...schema } = parameter.schema;
    const [zh, en = zh] = typeof description === 'string' ? description.split('\n') : [];
    const text = zh !== undefined && en !== undefined ? { zh, en } : PARAMETERS[parameter.name];
    return { ...parameter, schema, ...(text && { description: localize(text) }) };
  };
  const ids = call.ids ? ['ids', 'id'] : [];
  return [
    ...parametersOf(call.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: call.parameters?.[name] ? jsonSchemaOf(call.parameters[name]) : { type: 'string' },
    })),
    ...ids.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })),
    ...(query ? queryParameters(query) : []),
  ].map(described);
}

/** Error responses of a call by status. */
function refusals(call: Call, takesInput: boolean, localize: Localize): Record<string, unknown> {
  const refused = (text: Summary) => json(localize(text), 'Refusal');
  return {
    ...(takesInput ? { 400: refused(TEXTS.invalid) } : {}),
    ...(call.auth === 'none' ? {} : { 401: refused(TEXTS.unauthorised) }),
    ...(call.auth === 'user' ? { 403: refused(TEXTS.forbidden) } : {}),
    ...(call.path.includes('{') ? { 404: refused(TEXTS.missing) } : {}),
    ...(call.auth === 'user' ? { 429: refused(TEXTS.tooMany) } : {}),
    default: refused(TEXTS.refused),
  };
}

/** The envelope with the schema of the response. */
function answerOf(answer: Call['answer'], description: string): Record<string, unknown> {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Envelope' },
      ...(answer ? [{ type: 'object', required: ['data'], properties: { data: jsonSchemaOf(answer) } }] : []),
    ],
  };
  return { description, content: { 'application/json': { schema } } };
}

function operation(call: Call, localize: Localize): Record<string, unknown> {
  const { query, body, answer } = call;
  const taken = parameters(call, query, localize);
  const takesInput = body !== undefined || query !== undefined || call.ids === true;
  return {
    operationId: callName(call),
    summary: localize(call.summary),
    tags: [callName(call).split('.', 1)[0]],
    ...(taken.length > 0 ? { parameters: taken } : {}),
    ...requestBody(call),
    ...(call.auth === 'user' ? { security: [{ user: [] }], 'x-right': call.right } : {}),
    ...(call.auth === 'session' ? { security: [{ user: [] }, {}] } : {}),
    responses: {
      200:
        call.form === 'envelope'
          ? answerOf(answer, localize(TEXTS.done))
          : { description: localize(TEXTS.done) },
      ...refusals(call, takesInput, localize),
    },
  };
}

/** Calls as an OpenAPI 3.1 document, made from their declarations, in one language. */
export function openApiDocument(calls: readonly Call[], title: Summary, locale: Locale): OpenApiDocument {
  const localize: Localize = ({ zh, en }) => (locale === 'en' ? en : zh);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call, localize);
  return {
    openapi: '3.1.0',
    info: { title: `farm3d ${localize(title)}`, version: '1' },
    servers: [{ url: '/', description: localize(TEXTS.server) }],
    paths,
    components: {
      schemas: { Envelope: envelope, Refusal: refusal },
      securitySchemes: { user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** All calls, in the order of their declaration. */
export const ALL_CALLS: readonly Call[] = Object.values(CALLS);
