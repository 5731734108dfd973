import * as v from 'valibot';
import type { Http, RequestOptions } from '../client/http.ts';
import type { ListPage } from '../domain/list-page.ts';
import { parseWire } from '../wire/codes.ts';
import { decodeList } from '../wire/envelope.ts';

/** A document of the calls that there are. */
export interface OpenApiEntry {
  id: string;
  name: string;
  /** How many calls it describes. */
  calls: number;
}

/** OpenAPI 3.1; paths by method. */
export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, unknown>>;
}

export interface OpenApiResource {
  list(options?: RequestOptions): Promise<ListPage<OpenApiEntry>>;
  get(id: string, options?: RequestOptions): Promise<OpenApiDocument>;
}

export const entrySchema = v.looseObject({ id: v.string(), name: v.string(), calls: v.number() });
export const documentSchema = v.looseObject({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
});

export function createOpenApiResource(http: Http): OpenApiResource {
  return {
    list: ({ signal } = {}) =>
      http.call('openApi.list', { signal }, (data) =>
        decodeList(data, (item) => {
          const { id, name, calls } = parseWire(entrySchema, item);
          return { id, name, calls };
        }),
      ),
    get: (id, { signal } = {}) =>
      http.call('openApi.get', { path: { id }, signal }, (data) => parseWire(documentSchema, data)),
  };
}
