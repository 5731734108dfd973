import type { Http, RequestOptions } from '../client/http.ts';
import type { ListPage } from '../domain/list-page.ts';
import type { Scene, SceneGlobalConfig, ScenePatch, SceneType } from '../domain/scene.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeGlobalConfig, decodeScene, encodeScenePatch, encodeSceneType } from '../wire/scene.ts';

export interface SceneQuery {
  type?: SceneType;
  /** From 1. */
  page?: number;
  /** 1 … 200, default 20. */
  pageSize?: number;
}

export interface ScenesResource {
  list(query?: SceneQuery, options?: RequestOptions): Promise<ListPage<Scene>>;
  get(id: string, options?: RequestOptions): Promise<Scene>;
  create(draft: ScenePatch & { name: string }, options?: RequestOptions): Promise<Scene>;
  /**
   * Merges: omitted fields keep their value. With `version`, a scene that somebody else changed since is
   * refused. @throws {ApiError} 409 when `version` is stale.
   */
  update(id: string, patch: ScenePatch & { version?: number }, options?: RequestOptions): Promise<Scene>;
  remove(id: string, options?: RequestOptions): Promise<void>;
  globalConfig(options?: RequestOptions): Promise<SceneGlobalConfig>;
}

export function createScenesResource(http: Http): ScenesResource {
  return {
    list: ({ type, ...query } = {}, { signal } = {}) =>
      http.call(
        'scenes.list',
        { query: { ...query, type: type === undefined ? undefined : encodeSceneType(type) }, signal },
        (data) => decodeList(data, decodeScene),
      ),
    get: (id, { signal } = {}) => http.call('scenes.get', { path: { id }, signal }, decodeScene),
    create: (draft, { signal } = {}) =>
      http.call('scenes.create', { body: encodeScenePatch(draft), signal }, decodeScene),
    update: (id, { version, ...patch }, { signal } = {}) =>
      http.call(
        'scenes.update',
        { body: { id, ...encodeScenePatch(patch), ...(version === undefined ? {} : { version }) }, signal },
        decodeScene,
      ),
    remove: (id, { signal } = {}) => http.call('scenes.remove', { path: { id }, signal }, () => undefined),
    globalConfig: ({ signal } = {}) => http.call('scenes.globalConfig', { signal }, decodeGlobalConfig),
  };
}
