import type { Http, RequestOptions } from '../client/http.ts';
import type { Area } from '../domain/area.ts';
import type { ListPage } from '../domain/list-page.ts';
import { decodeArea } from '../wire/area.ts';
import { decodeList } from '../wire/envelope.ts';

export interface AreasResource {
  /** @throws {ApiError} 404 for a code that no area has. */
  get(code: string, options?: RequestOptions): Promise<Area>;
  /** What lies directly below; the provinces by default. */
  children(parentCode?: string, options?: RequestOptions): Promise<ListPage<Area>>;
}

export function createAreasResource(http: Http): AreasResource {
  return {
    get: (id, { signal } = {}) => http.call('areas.get', { path: { id }, signal }, decodeArea),
    children: (parentId = '0', { signal } = {}) =>
      http.call('areas.children', { path: { parentId }, signal }, (data) => decodeList(data, decodeArea)),
  };
}
