import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Hono } from 'hono';
import * as v from 'valibot';
import ZipStream from 'zip-stream';
import { can } from '../../platform/auth/policy.ts';
import type { Principals } from '../../platform/auth/principals.ts';
import { ADDRESS_SECONDS, type SignedAddresses } from './file-addresses.ts';
import type { FileRepository, FileRow } from './repository.ts';
import { isPicture, pictureSize, PreviewMaker, previewSide, previewSize } from './pictures.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import { bearerToken } from '../../platform/http/authenticate.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { integer, pathParameter, readBody, readQuery, uuid } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { storeUpload } from './store-upload.ts';

/** Files of one archive. */
const ARCHIVE_MAX = 100;
/** `/files/<id>.<extension>`, as `relativePath` names a file. */
const FILE_PATH = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\w{2,5}$/i;

const idListSchema = (maximum: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').filter((id) => id !== '')),
    v.minLength(1),
    v.maxLength(maximum, 'field.tooLong'),
    v.array(uuid),
  );
export const listSchema = v.object({ ids: idListSchema(200) });
export const archiveSchema = v.object({ ids: idListSchema(ARCHIVE_MAX) });
export const urlSchema = v.object({ url: v.pipe(v.string(), v.regex(FILE_PATH)) });
export const previewSchema = v.object({
  url: v.pipe(v.string(), v.regex(FILE_PATH)),
  size: v.optional(integer(1, 4096), 640),
});
export const contentSchema = v.object({
  w: v.optional(integer(1, 4096)),
  e: v.optional(v.string()),
  s: v.optional(v.string()),
});

export const pathOf = ({ id, extension }: FileRow): string => `/files/${id}.${extension}`;

/** The id of the file that a path of ours names; '' of every other. */
export const idInPath = (path: string): string => FILE_PATH.exec(path)?.[1]?.toLowerCase() ?? '';

export interface FileParts {
  readonly files: FileRepository;
  readonly addresses: SignedAddresses;
  readonly principals: Pick<Principals, 'verify'>;
}

type Blobs = ServerDeps['blobs'];

function toWire(file: FileRow, addresses: SignedAddresses): Record<string, unknown> {
  return {
    id: file.id,
    url: addresses.sign(pathOf(file)),
    relativePath: pathOf(file),
    relativeFilePath: pathOf(file),
    fileType: file.extension,
    mediaType: file.media_type,
    originalName: file.original_name,
    originalFileName: file.original_name,
    size: Number(file.size),
    width: file.width,
    height: file.height,
    createTime: file.created_at.toISOString(),
  };
}

/** `/common`: uploads, their addresses and their end. */
export function fileRoutes({ blobs, log }: ServerDeps, { files, addresses }: FileParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const take = async (c: AppContext, pictureOnly: boolean): Promise<Response> => {
    const { file } = await storeUpload(c, blobs, files, {
      check: async ({ mediaType, path }) => {
        const picture = isPicture(mediaType) ? pictureSize(await readFile(path)) : null;
        if (isPicture(mediaType) ? !picture : pictureOnly) {
          throw new HttpProblem(400, picture ? 'file.type' : 'file.picture', { field: 'file' });
        }
        return { picture };
      },
    });
    return ok(c, toWire(file, addresses));
  };

  app.post('/upload', (c) => take(c, false));
  app.post('/upload/plot', (c) => take(c, true));

  app.post('/file/url', async (c) => {
    const { url } = await readBody(c, urlSchema);
    const file = await files.get(c.get('principal').organisationId, idInPath(url));
    if (!file) throw notFound();
    return ok(c, addresses.sign(pathOf(file)));
  });

  app.get('/file/list', async (c) => {
    const { ids } = readQuery(c, listSchema);
    const found = await files.list(c.get('principal').organisationId, ids);
    return okList(
      c,
      found.map((file) => toWire(file, addresses)),
    );
  });

  app.delete('/file/:id', async (c) => {
    const { organisationId, userId, roles } = c.get('principal');
    const file = await files.get(organisationId, pathParameter(c, 'id'));
    if (!file) throw notFound();
    if (file.created_by !== userId && !can(roles, 'administer')) throw new HttpProblem(403, 'forbidden');
    await files.remove(file, async () => {
      await blobs.removeAll(file.sha256);
    });
    log.info({ file: file.id }, 'a file was removed');
    return ok(c);
  });
  return app;
}

/** `/api/file/download/multifile`: several files as one archive, written while it is sent. */
export function archiveRoutes({ blobs, log }: ServerDeps, { files }: FileParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/multifile', async (c) => {
    const { ids } = readQuery(c, archiveSchema);
    const found = await files.list(c.get('principal').organisationId, ids);
    if (found.length !== new Set(ids).size) throw notFound();
    // Pictures and videos are packed already: to deflate them again costs time and saves nothing.
    const zip = new ZipStream({ store: true });
    const names = new Map<string, number>();
    const fill = async (): Promise<void> => {
      for (const file of found) {
        const source = await blobs.store.open(file.sha256);
        if (!source) throw new Error(`the bytes of file ${file.id} are missing`);
        await new Promise<void>((resolve, reject) => {
          source.once('error', reject);
          zip.once('close', () => reject(new Error('the archive was left')));
          zip.entry(source, { name: uniqueName(file, names), date: file.created_at }, (error) =>
            error ? reject(error) : resolve(),
          );
        });
      }
      zip.finish();
    };
    fill().catch((error: unknown) => {
      log.warn({ err: error }, 'an archive broke off');
      zip.destroy(error instanceof Error ? error : undefined);
    });
    return new Response(Readable.toWeb(zip) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="files.zip"',
        'Cache-Control': 'no-store',
      },
    });
  });
  return app;
}

function uniqueName(file: FileRow, taken: Map<string, number>): string {
  const count = (taken.get(file.original_name) ?? 0) + 1;
  taken.set(file.original_name, count);
  if (count === 1) return file.original_name;
  const dot = file.original_name.lastIndexOf('.');
  const stem = dot > 0 ? file.original_name.slice(0, dot) : file.original_name;
  return `${stem} (${count})${dot > 0 ? file.original_name.slice(dot) : ''}`;
}

/** `/preview` of the service img: the address of a smaller picture. */
export function previewRoutes({ files, addresses }: FileParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post('/', async (c) => {
    const { url, size } = await readBody(c, previewSchema);
    const file = await files.get(c.get('principal').organisationId, idInPath(url));
    if (!file) throw notFound();
    if (file.width === null || file.height === null) {
      throw new HttpProblem(400, 'file.picture', { field: 'url' });
    }
    const side = previewSide(size);
    const { width, height } = previewSize({ width: file.width, height: file.height }, side);
    return ok(c, { url: addresses.sign(`${pathOf(file)}?w=${side}`), width, height });
  });
  return app;
}

/** `/files/<name>`: the bytes, for who has a signed address, or a token of the file's organisation. */
export function fileContentRoutes({ blobs }: ServerDeps, parts: FileParts): Hono<AppEnv> {
  const { files, addresses, principals } = parts;
  const app = new Hono<AppEnv>();
  const previews = new PreviewMaker();

  const find = async (c: AppContext, side: number | undefined): Promise<FileRow | undefined> => {
    const { e, s } = readQuery(c, contentSchema);
    const { path } = c.req;
    const id = idInPath(path);
    if (s !== undefined) {
      const signed = side === undefined ? path : `${path}?w=${side}`;
      return addresses.verify(signed, e, s) ? files.bySignedId(id) : undefined;
    }
    const token = bearerToken(c.req.header('authorization'));
    const verified = token === null ? null : await principals.verify(token);
    if (!verified) throw new HttpProblem(401, 'unauthorised');
    if (!can(verified.principal.roles, 'read')) throw new HttpProblem(403, 'forbidden');
    return files.get(verified.principal.organisationId, id);
  };

  app.get('/:name', async (c) => {
    const { w } = readQuery(c, contentSchema);
    const file = await find(c, w);
    if (!file || pathOf(file) !== c.req.path.toLowerCase()) throw notFound();
    const side = w === undefined ? undefined : previewSide(w);
    const etag = `"${file.sha256}${side === undefined ? '' : `-${side}`}"`;
    const headers: Record<string, string> = {
      ETag: etag,
      'Cache-Control': `private, max-age=${ADDRESS_SECONDS}, immutable`,
      'Content-Type': side === undefined ? file.media_type : 'image/webp',
      'Content-Disposition': `${/^(image|video)\//.test(file.media_type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.original_name)}`,
    };
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
    if (side !== undefined) {
      if (file.width === null) throw notFound();
      const preview = await openPreview(blobs, previews, file, side);
      return new Response(Readable.toWeb(preview) as ReadableStream<Uint8Array>, { headers });
    }
    const size = Number(file.size);
    headers['Accept-Ranges'] = 'bytes';
    const range = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(c.req.header('range') ?? '');
    const start = range ? Number(range[1]) : 0;
    const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
    if (range && start > end) {
      return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } });
    }
    const body = await blobs.store.open(file.sha256, range ? { start, end } : undefined);
    if (!body) throw notFound();
    headers['Content-Length'] = String(end - start + 1);
    if (range) headers['Content-Range'] = `bytes ${start}-${end}/${size}`;
    return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
      status: range ? 206 : 200,
      headers,
    });
  });
  return app;
}

/** A preview is made once and kept beside its picture. */
async function openPreview(
  blobs: Blobs,
  previews: PreviewMaker,
  file: FileRow,
  side: number,
): Promise<Readable> {
  const name = `${file.sha256}-${side}`;
  const kept = await blobs.store.open(name);
  if (kept) return kept;
  const source = await blobs.store.open(file.sha256);
  if (!source) throw notFound();
  const path = blobs.incoming.next();
  try {
    await previews.make(await buffer(source), side, path).catch(() => {
      // The header was a picture's, the rest is not.
      throw new HttpProblem(400, 'file.picture', { field: 'url' });
    });
    await blobs.store.put(name, path);
  } finally {
    await blobs.incoming.discard(path);
  }
  const made = await blobs.store.open(name);
  if (!made) throw notFound();
  return made;
}
