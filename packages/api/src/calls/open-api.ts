import * as v from 'valibot';
import { call, listOf } from './call.ts';

/** A document of the available calls. */
const entry = v.object({
  id: v.string(),
  name: v.string(),
  /** Number of its calls. */
  calls: v.number(),
});

/** OpenAPI 3.1; paths by method. */
const document = v.looseObject({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
});

export type OpenApiEntry = v.InferOutput<typeof entry>;
export type OpenApiDocument = v.InferOutput<typeof document>;

const bare = { method: 'GET', service: 'base', auth: 'none', form: 'bare', origin: 'own' } as const;
const PLATFORM = { zh: '平台接口的 OpenAPI 3.1 文档', en: 'The calls of the platform as OpenAPI 3.1' };
const DEVICE = { zh: '设备接入接口的 OpenAPI 3.1 文档', en: 'The calls of devices as OpenAPI 3.1' };

export const openApi = {
  list: call({
    method: 'GET',
    path: '/openapi/documents',
    reach: 'any',
    service: 'base',
    summary: { zh: '接口文档列表', en: 'Lists the documents of the calls' },
    answer: listOf(entry),
  }),
  get: call({
    method: 'GET',
    path: '/openapi/documents/{id}',
    reach: 'any',
    service: 'base',
    summary: { zh: '接口文档（OpenAPI 3.1）', en: 'A document of calls as OpenAPI 3.1' },
    answer: document,
  }),
  /** The document itself, as tools read it, without an envelope and without a login. */
  platform: call({ ...bare, path: '/openapi/platform.json', summary: PLATFORM, answer: document }),
  device: call({ ...bare, path: '/openapi/device.json', summary: DEVICE, answer: document }),
  /** A module of Python's standard library with a method for each call. */
  python: call({
    ...bare,
    path: '/openapi/clients/python',
    form: 'text',
    summary: {
      zh: 'Python 客户端（一个模块，仅用标准库）',
      en: 'The Python client: one module of the standard library',
    },
  }),
};
