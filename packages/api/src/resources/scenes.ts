import type { Http, RequestOptions } from '../client/http.ts';
import { device, type Device } from '../calls/device-answers.ts';
import { parseWire } from '../wire/codes.ts';
import type { ListPage } from '../domain/list-page.ts';
import type { Scene, SceneGlobalConfig, ScenePatch, SceneType } from '../domain/scene.ts';
import type { SceneWeather } from '../domain/scene-weather.ts';
import type { Vec3 } from '../domain/vector.ts';
import { decodeList } from '../wire/envelope.ts';
import {
  decodeConfigEntry,
  decodeGlobalConfig,
  decodeScene,
  encodeScenePatch,
  encodeSceneType,
} from '../wire/scene.ts';
import { decodeSceneWeather } from '../wire/scene-weather.ts';

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
  /** The devices that stand in it, those in its greenhouses among them. */
  devices(id: string, options?: RequestOptions): Promise<ListPage<Device>>;
  remove(id: string, options?: RequestOptions): Promise<void>;
  /** Places or moves one device; the rest of the layout stays. @throws {ApiError} 409 when another save came first. */
  drag(
    id: string,
    placed: { deviceId: string; position: Vec3; rotation?: Vec3; scale?: Vec3 },
    options?: RequestOptions,
  ): Promise<Scene>;
  config(options?: RequestOptions): Promise<ListPage<{ name: string; value: string }>>;
  /** At a place, by the provider that is set, else by the nearest weather station that was heard within the hour. */
  weather(
    place?: { latitude: number; longitude: number } | { city: string } | { areaCode: string },
    options?: RequestOptions,
  ): Promise<SceneWeather>;
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
    devices: (id, { signal } = {}) =>
      http.call('scenes.devices', { path: { id }, signal }, (data) =>
        decodeList(data, (one) => parseWire(device, one)),
      ),
    create: (draft, { signal } = {}) =>
      http.call('scenes.create', { body: encodeScenePatch(draft), signal }, decodeScene),
    update: (id, { version, ...patch }, { signal } = {}) =>
      http.call(
        'scenes.update',
        { body: { id, ...encodeScenePatch(patch), ...(version === undefined ? {} : { version }) }, signal },
        decodeScene,
      ),
    remove: (id, { signal } = {}) => http.call('scenes.remove', { path: { id }, signal }, () => undefined),
    drag: (id, placed, { signal } = {}) =>
      http.call('scenes.drag', { body: { ...placed, id }, signal }, decodeScene),
    config: ({ signal } = {}) =>
      http.call('scenes.config', { signal }, (data) => decodeList(data, decodeConfigEntry)),
    weather: (place, { signal } = {}) =>
      http.call(
        'scenes.weather',
        {
          query: place && 'latitude' in place ? { lat: place.latitude, lng: place.longitude } : { ...place },
          signal,
        },
        decodeSceneWeather,
      ),
    globalConfig: ({ signal } = {}) => http.call('scenes.globalConfig', { signal }, decodeGlobalConfig),
  };
}
