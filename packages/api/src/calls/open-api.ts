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

export const openApi = {
  list: call({
    method: 'GET',
    path: '/openapi/documents',
    service: 'base',
    summary: { zh: '接口文档列表', en: 'Lists the documents of the calls' },
    answer: listOf(entry),
  }),
  get: call({
    method: 'GET',
    path: '/openapi/documents/{id}',
    service: 'base',
    summary: { zh: '接口文档（OpenAPI 3.1）', en: 'A document of calls as OpenAPI 3.1' },
    answer: document,
  }),
};
