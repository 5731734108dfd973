import type { Http, RequestOptions } from '../client/http.ts';
import type {
  Article,
  ArticleDraft,
  Department,
  Feedback,
  MapSetting,
  OperateLogEntry,
  PlotSkin,
} from '../domain/desk.ts';
import type { ListPage } from '../domain/list-page.ts';
import {
  decodeArticle,
  decodeDepartment,
  decodeFeedback,
  decodeMapSetting,
  decodeOperateLogEntry,
  decodePlotSkin,
  encodeArticle,
} from '../wire/desk.ts';
import { decodeList } from '../wire/envelope.ts';

/** What a user says of the platform; everybody sees their own. */
export interface FeedbackResource {
  list(options?: RequestOptions): Promise<ListPage<Feedback>>;
  create(
    draft: { content: string; contact?: string; photos?: readonly string[] },
    options?: RequestOptions,
  ): Promise<Feedback>;
  remove(ids: readonly string[], options?: RequestOptions): Promise<void>;
  removeAll(options?: RequestOptions): Promise<void>;
}

/** Notices, tutorials and product instructions. */
export interface ArticlesResource {
  notices(options?: RequestOptions): Promise<ListPage<Article>>;
  /** The published ones, or with false the drafts. */
  tutorials(published?: boolean, options?: RequestOptions): Promise<ListPage<Article>>;
  tutorial(id: string, options?: RequestOptions): Promise<Article>;
  instructions(query?: { productModelId?: string }, options?: RequestOptions): Promise<ListPage<Article>>;
  publish(draft: ArticleDraft, options?: RequestOptions): Promise<Article>;
  remove(id: string, options?: RequestOptions): Promise<void>;
}

/** What an organisation has set for itself. */
export interface OrganisationResource {
  mapSetting(options?: RequestOptions): Promise<MapSetting | null>;
  saveMapSetting(
    setting: Pick<MapSetting, 'longitude' | 'latitude'> & Partial<MapSetting>,
    options?: RequestOptions,
  ): Promise<MapSetting | null>;
  departments(options?: RequestOptions): Promise<ListPage<Department>>;
  createDepartment(
    draft: { name: string; parentId?: string | null },
    options?: RequestOptions,
  ): Promise<Department>;
  /** With the departments below. */
  removeDepartment(id: string, options?: RequestOptions): Promise<void>;
  plotSkins(options?: RequestOptions): Promise<ListPage<PlotSkin>>;
  createPlotSkin(draft: { name: string; url: string }, options?: RequestOptions): Promise<PlotSkin>;
  removePlotSkin(id: string, options?: RequestOptions): Promise<void>;
  /** Commands to devices, newest first. */
  operateLog(
    query?: { deviceId?: string; page?: number; pageSize?: number },
    options?: RequestOptions,
  ): Promise<ListPage<OperateLogEntry>>;
}

const nothing = (): undefined => undefined;

export function createFeedbackResource(http: Http): FeedbackResource {
  return {
    list: ({ signal } = {}) =>
      http.call('feedback.list', { signal }, (data) => decodeList(data, decodeFeedback)),
    create: (draft, { signal } = {}) => http.call('feedback.create', { body: draft, signal }, decodeFeedback),
    remove: (ids, { signal } = {}) =>
      http.call('feedback.remove', { query: { ids: ids.join(',') }, signal }, nothing),
    removeAll: ({ signal } = {}) => http.call('feedback.removeAll', { signal }, nothing),
  };
}

export function createArticlesResource(http: Http): ArticlesResource {
  const list = (data: unknown): ListPage<Article> => decodeList(data, decodeArticle);
  return {
    notices: ({ signal } = {}) => http.call('articles.notices', { signal }, list),
    tutorials: (published = true, { signal } = {}) =>
      http.call('articles.tutorials', { query: { state: published ? 0 : 1 }, signal }, list),
    tutorial: (id, { signal } = {}) =>
      http.call('articles.tutorial', { path: { id }, signal }, decodeArticle),
    instructions: ({ productModelId } = {}, { signal } = {}) =>
      http.call('articles.instructions', { query: { productModel: productModelId }, signal }, list),
    publish: (draft, { signal } = {}) =>
      http.call('articles.publish', { body: encodeArticle(draft), signal }, decodeArticle),
    remove: (id, { signal } = {}) => http.call('articles.remove', { path: { id }, signal }, nothing),
  };
}

export function createOrganisationResource(http: Http): OrganisationResource {
  return {
    mapSetting: ({ signal } = {}) => http.call('organisation.mapSetting', { signal }, decodeMapSetting),
    saveMapSetting: (setting, { signal } = {}) =>
      http.call('organisation.saveMapSetting', { body: setting, signal }, decodeMapSetting),
    departments: ({ signal } = {}) =>
      http.call('organisation.departments', { signal }, (data) => decodeList(data, decodeDepartment)),
    createDepartment: ({ name, parentId }, { signal } = {}) =>
      http.call(
        'organisation.createDepartment',
        { body: { deptName: name, parentId: parentId ?? null }, signal },
        decodeDepartment,
      ),
    removeDepartment: (id, { signal } = {}) =>
      http.call('organisation.removeDepartment', { path: { id }, signal }, nothing),
    plotSkins: ({ signal } = {}) =>
      http.call('organisation.plotSkins', { signal }, (data) => decodeList(data, decodePlotSkin)),
    createPlotSkin: ({ name, url }, { signal } = {}) =>
      http.call('organisation.createPlotSkin', { body: { name, skinUrl: url }, signal }, decodePlotSkin),
    removePlotSkin: (id, { signal } = {}) =>
      http.call('organisation.removePlotSkin', { path: { id }, signal }, nothing),
    operateLog: (query = {}, { signal } = {}) =>
      http.call('organisation.operateLog', { query, signal }, (data) =>
        decodeList(data, decodeOperateLogEntry),
      ),
  };
}
