import * as v from 'valibot';
import { instantSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';

const organisationExport = v.pipe(
  v.object({
    id: v.string(),
    state: v.picklist(['running', 'done', 'failed']),
    /** Share of the work that is done, 0 … 1. */
    progress: v.number(),
    /** Bytes; null until it is done. */
    size: v.nullable(v.number()),
    createTime: instantSchema,
  }),
  v.transform(({ createTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
  })),
);

export type OrganisationExport = v.InferOutput<typeof organisationExport>;

const byId = (id: string) => ({ path: { id } });

/**
 * Archives of all that the caller's organisation owns, as docs/organisations.md describes them. API keys are refused: an archive
 * has everything at once.
 */
export const organisationExports = {
  list: call({
    method: 'GET',
    path: '/api/organisation/exports',
    right: 'administer',
    origin: 'own',
    summary: { zh: '组织数据导出列表', en: 'Lists the archives of the organisation' },
    answer: listOf(organisationExport),
  }),
  /** Begins one behind the call; while one is made, answers that one. */
  create: call({
    method: 'POST',
    path: '/api/organisation/exports',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '导出组织的全部数据', en: 'Makes an archive of all that the organisation owns' },
    answer: organisationExport,
  }),
  /** The archive, a zip. @throws {ApiError} 404 while it is not done, and after a week */
  download: call({
    method: 'GET',
    path: '/api/organisation/exports/{id}/archive',
    right: 'administer',
    form: 'binary',
    origin: 'own',
    summary: { zh: '下载组织数据', en: 'Downloads an archive of the organisation' },
    send: byId,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/organisation/exports/{id}',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除导出的数据', en: 'Removes an archive of the organisation' },
    answer: nothing,
    send: byId,
  }),
};
