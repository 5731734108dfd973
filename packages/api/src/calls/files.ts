import * as v from 'valibot';
import { fileForm, growingListOf } from './call.ts';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { integer, cursorEntries, optionalQueryText, uuid } from './inputs.ts';

/** `/files/<id>.<extension>`, as `relativePath` names a file; its first group is the id. */
export const FILE_PATH = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\w{2,5}$/i;

/** Files of one archive. */
const ARCHIVE_MAX = 100;

const pixels = v.nullable(v.number());

/** An uploaded file. */
const storedFile = v.pipe(
  v.object({
    id: v.string(),
    /** Signed address, valid for about an hour without a token: for image elements. */
    url: v.string(),
    relativePath: v.string(),
    relativeFilePath: v.optional(v.string()),
    /** 'jpg', 'pdf', … by its bytes. */
    fileType: v.string(),
    mediaType: v.string(),
    /** Name given by the sender. */
    originalName: v.string(),
    originalFileName: v.optional(v.string()),
    size: v.number(),
    /** Pixels; null unless it is an image. */
    width: pixels,
    height: pixels,
    createTime: v.optional(instantSchema),
    /** Name of who uploaded it; empty when the account is gone, or a device sent it. */
    author: textSchema,
    /** Whether the caller may delete it: who uploaded it, and administrators. */
    removable: v.boolean(),
  }),
  v.transform(
    ({ relativePath, size, relativeFilePath: _path, originalFileName: _name, createTime, ...same }) => ({
      ...same,
      /** Its path on this server, which other records store. Needs a token. */
      path: relativePath,
      sizeBytes: size,
      /** Epoch milliseconds. */
      createdAt: createTime ?? 0,
    }),
  ),
);

/** A smaller version of an image. Its address works without a token for about an hour. */
const preview = v.object({ url: v.string(), width: v.number(), height: v.number() });

export type StoredFile = v.InferOutput<typeof storedFile>;
export type PicturePreview = v.InferOutput<typeof preview>;

const idsOf = (maximum: number) =>
  v.object({
    ids: v.pipe(
      v.string(),
      v.transform((text) => text.split(',').filter((id) => id !== '')),
      v.minLength(1),
      v.maxLength(maximum, 'field.tooLong'),
      v.array(uuid),
    ),
  });
const byIds = (ids: readonly string[]) => ({ query: { ids: ids.join(',') } });
const address = v.pipe(v.string(), v.regex(FILE_PATH));

export const files = {
  /** @throws {ApiError} 413 above 20 MiB, 400 for an unaccepted type, 507 when the disk is full */
  upload: call({
    method: 'POST',
    path: '/common/upload',
    service: 'base',
    right: 'upload',
    audit: 'create',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '上传文件', en: 'Uploads a file' },
    body: 'file',
    /** What is sent twice with the same key is stored once; the answer is that of the first time. */
    query: v.object({ requestKey: v.optional(uuid) }),
    answer: storedFile,
    send: (file: Blob, name?: string, requestKey?: string) => ({
      form: fileForm(file, name),
      query: { requestKey },
    }),
  }),
  /** The image of a drawn plot. */
  uploadPlot: call({
    method: 'POST',
    path: '/common/upload/plot',
    service: 'base',
    right: 'upload',
    audit: 'create',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '上传地块图片', en: 'Uploads the picture of a plot' },
    body: 'file',
    answer: storedFile,
    send: (picture: Blob, name?: string) => ({ form: fileForm(picture, name ?? 'plot.png') }),
  }),
  /** A signed address of the file at `path`, valid for about an hour. */
  url: call({
    method: 'POST',
    path: '/common/file/url',
    service: 'base',
    right: 'read',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '文件的临时访问地址', en: 'An address that opens a file for a while' },
    body: v.object({ url: address }),
    answer: v.pipe(v.string(), v.nonEmpty()),
    send: (path: string) => ({ body: { url: path } }),
  }),
  /** In the order of `ids`, without unknown ones. */
  list: call({
    method: 'GET',
    path: '/common/file/list',
    service: 'base',
    origin: 'own',
    summary: { zh: '按编号查询文件', en: 'Files by their ids' },
    query: idsOf(200),
    answer: listOf(storedFile),
    send: byIds,
  }),
  /** Files of the organisation, the newest first. */
  search: call({
    method: 'GET',
    path: '/common/file/search',
    service: 'base',
    origin: 'own',
    summary: { zh: '本组织的文件，新的在前', en: 'Lists the files of the organisation, the newest first' },
    query: v.object({ ...cursorEntries, name: optionalQueryText }),
    answer: growingListOf(storedFile),
  }),
  /** @throws {ApiError} 403 when another user uploaded it and the caller is no administrator */
  remove: call({
    method: 'DELETE',
    path: '/common/file/{id}',
    service: 'base',
    right: 'personal',
    audit: 'delete',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '删除文件', en: 'Removes a file' },
    answer: nothing,
  }),
  /** Up to 100 files as one zip. */
  archive: call({
    method: 'GET',
    path: '/api/file/download/multifile',
    service: 'base',
    form: 'binary',
    summary: { zh: '打包下载多个文件', en: 'Several files as one zip' },
    query: idsOf(ARCHIVE_MAX),
    send: byIds,
  }),
  /**
   * A smaller version of an image; `size` is its longer side in pixels, default 640.
   * @throws {ApiError} 400 for no image
   */
  preview: call({
    method: 'POST',
    path: '/preview',
    service: 'img',
    right: 'read',
    summary: { zh: '图片的缩略图地址', en: 'The address of a smaller picture' },
    body: v.object({ url: address, size: v.optional(integer(1, 4096), 640) }),
    answer: preview,
    send: (path: string, query?: { size?: number }) => ({ body: { ...query, url: path } }),
  }),
  /** The bytes at `path`. */
  content: call({
    method: 'GET',
    path: '/files/{name}',
    service: 'base',
    auth: 'signature',
    form: 'binary',
    origin: 'own',
    summary: { zh: '文件内容', en: 'The bytes of a file' },
    query: v.object({
      w: v.optional(integer(1, 4096)),
      v: v.optional(uuid),
      e: v.optional(v.string()),
      s: v.optional(v.string()),
    }),
    send: (path: string) => ({ path: { name: path.split('/').at(-1) ?? '' } }),
  }),
};
