import type { Http, RequestOptions } from '../client/http.ts';
import type { Linkage, LinkageDraft, LinkagePatch, LinkageRun } from '../domain/linkage.ts';
import type { ListPage } from '../domain/list-page.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeLinkage, decodeLinkageRun, encodeLinkage } from '../wire/linkage.ts';

export interface LinkageQuery {
  page?: number;
  pageSize?: number;
  /** Part of the name, case-insensitive. */
  name?: string;
}

export interface LinkagesResource {
  list(query?: LinkageQuery, options?: RequestOptions): Promise<ListPage<Linkage>>;
  get(id: string, options?: RequestOptions): Promise<Linkage>;
  create(draft: LinkageDraft, options?: RequestOptions): Promise<Linkage>;
  /** Merges: omitted fields keep their value. @throws {ApiError} 409 when `version` is stale. */
  update(id: string, patch: LinkagePatch, options?: RequestOptions): Promise<Linkage>;
  remove(id: string, options?: RequestOptions): Promise<void>;
  /** Turns several on or off: all of them, or none when one is unknown. */
  batch(ids: readonly string[], enabled: boolean, options?: RequestOptions): Promise<void>;
  /** Runs it now, if its condition holds; answers when its actions are done. */
  run(id: string, options?: RequestOptions): Promise<LinkageRun>;
  /** The newest first; those that did nothing, too. */
  runs(
    id: string,
    query?: { page?: number; pageSize?: number },
    options?: RequestOptions,
  ): Promise<ListPage<LinkageRun>>;
}

export function createLinkagesResource(http: Http): LinkagesResource {
  return {
    list: (query = {}, { signal } = {}) =>
      http.call('linkages.list', { query: { ...query }, signal }, (data) => decodeList(data, decodeLinkage)),
    get: (id, { signal } = {}) => http.call('linkages.get', { path: { id }, signal }, decodeLinkage),
    create: (draft, { signal } = {}) =>
      http.call('linkages.create', { body: encodeLinkage(draft), signal }, decodeLinkage),
    update: (id, patch, { signal } = {}) =>
      http.call(
        'linkages.update',
        { path: { id }, body: { id, ...encodeLinkage(patch) }, signal },
        decodeLinkage,
      ),
    remove: (id, { signal } = {}) => http.call('linkages.remove', { path: { id }, signal }, () => undefined),
    batch: (ids, enabled, { signal } = {}) =>
      http.call('linkages.batch', { body: { ids, ...encodeLinkage({ enabled }) }, signal }, () => undefined),
    run: (id, { signal } = {}) => http.call('linkages.run', { path: { id }, signal }, decodeLinkageRun),
    runs: (id, query = {}, { signal } = {}) =>
      http.call('linkages.runs', { path: { id }, query, signal }, (data) =>
        decodeList(data, decodeLinkageRun),
      ),
  };
}
