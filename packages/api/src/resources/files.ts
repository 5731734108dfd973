import type { Http, RequestOptions } from '../client/http.ts';
import type { PicturePreview, StoredFile } from '../domain/file.ts';
import type { ListPage } from '../domain/list-page.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeAddress, decodeFile, decodePreview } from '../wire/file.ts';

export interface FilesResource {
  /** @throws {ApiError} 413 above 20 MiB, 400 for bytes of a type that is not taken. */
  upload(file: Blob, name?: string, options?: RequestOptions): Promise<StoredFile>;
  /** The picture of a drawn plot. */
  uploadPlot(picture: Blob, name?: string, options?: RequestOptions): Promise<StoredFile>;
  /** An address that opens the file at `path` without a token, for about an hour. */
  url(path: string, options?: RequestOptions): Promise<string>;
  /** In the order of `ids`, without those that there are not. */
  list(ids: readonly string[], options?: RequestOptions): Promise<ListPage<StoredFile>>;
  /** @throws {ApiError} 403 when somebody else uploaded it and the user is no administrator. */
  remove(id: string, options?: RequestOptions): Promise<void>;
  /** Up to 100 files as one zip. */
  archive(ids: readonly string[], options?: RequestOptions): Promise<Blob>;
  /** A smaller picture; `size` is its longer side in pixels, default 640. @throws {ApiError} 400 for no picture. */
  preview(path: string, query?: { size?: number }, options?: RequestOptions): Promise<PicturePreview>;
  /** The bytes at `path`. */
  content(path: string, options?: RequestOptions): Promise<Blob>;
}

export function createFilesResource(http: Http): FilesResource {
  const form = (file: Blob, name: string): FormData => {
    const data = new FormData();
    data.append('file', file, name);
    return data;
  };
  return {
    upload: (file, name = 'file', { signal } = {}) =>
      http.call('files.upload', { form: form(file, name), signal }, decodeFile),
    uploadPlot: (picture, name = 'plot.png', { signal } = {}) =>
      http.call('files.uploadPlot', { form: form(picture, name), signal }, decodeFile),
    url: (path, { signal } = {}) => http.call('files.url', { body: { url: path }, signal }, decodeAddress),
    list: (ids, { signal } = {}) =>
      http.call('files.list', { query: { ids: ids.join(',') }, signal }, (data) =>
        decodeList(data, decodeFile),
      ),
    remove: (id, { signal } = {}) => http.call('files.remove', { path: { id }, signal }, () => undefined),
    archive: (ids, { signal } = {}) =>
      http.download('files.archive', { query: { ids: ids.join(',') }, signal }),
    preview: (path, query = {}, { signal } = {}) =>
      http.call('files.preview', { body: { ...query, url: path }, signal }, decodePreview),
    content: (path, { signal } = {}) =>
      http.download('files.content', { path: { name: path.split('/').at(-1) ?? '' }, signal }),
  };
}
