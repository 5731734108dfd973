import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { files as calls, type QueryOf } from '@farm3d/api';
import { can } from '../../platform/auth/policy.ts';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { Principals } from '../../platform/auth/principals.ts';
import { bearerToken } from '../../platform/http/authenticate.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Blobs } from './blob-store.ts';
import { ADDRESS_SECONDS, heldPath, idInPath, pathOf, type SignedAddresses } from './file-addresses.ts';
import { PreviewMaker, previewSide } from './images.ts';
import type { FileRepository, FileRow } from './repository.ts';

export interface ContentDependencies {
  readonly blobs: Blobs;
  readonly files: FileRepository;
  readonly addresses: SignedAddresses;
  readonly principals: Pick<Principals, 'verify' | 'ofSession'>;
  readonly shares: SharedImages;
  readonly reach: ReachedFiles;
}

/** Files of what access rules are about. */
interface ReachedFiles {
  /** Whether a device or a scene that somebody may see by rules has this file. */
  showsFile(member: Pick<Principal, 'organisationId' | 'userId'>, path: string): Promise<boolean>;
}

/** Images of shared devices. */
interface SharedImages {
  /** Whether a device that the user may view through a share has this image. */
  showsImage(
    recipient: Pick<Principal, 'organisationId' | 'userId' | 'sceneId'>,
    path: string,
  ): Promise<boolean>;
}

/** `/files/<name>`: the bytes, for a signed address or a token of the file's organisation. */
export function fileContent(needs: ContentDependencies): ServedCall {
  const { blobs } = needs;
  const previews = new PreviewMaker();
  return serve(calls.content, async ({ c, query }) => {
    const file = await findFile(c, query, needs);
    if (!file || pathOf(file) !== c.req.path.toLowerCase()) throw notFound();
    const side = query.w === undefined ? undefined : previewSide(query.w);
    const etag = `"${file.sha256}${side === undefined ? '' : `-${side}`}"`;
    const headers: Record<string, string> = {
      ETag: etag,
      'Cache-Control': `private, max-age=${ADDRESS_SECONDS}, immutable`,
      'Content-Type': side === undefined ? file.media_type : 'image/webp',
      'Content-Disposition': `${/^(image|video)\//.test(file.media_type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.original_name)}`,
    };
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
    if (side === undefined) return sendRange(blobs, file, c.req.header('range') ?? '', headers);
    if (file.width === null) throw notFound();
    const preview = await openPreview(blobs, previews, file, side);
    return new Response(Readable.toWeb(preview) as ReadableStream<Uint8Array>, { headers });
  });
}

/** The file of a signed address, for as long as its holder may see it. */
async function findHeld(
  c: AppContext,
  { v: holder, w, e, s }: QueryOf<typeof calls.content>,
  { files, addresses, principals, shares, reach }: ContentDependencies,
): Promise<FileRow | undefined> {
  const { path } = c.req;
  if (holder === undefined || !addresses.verify(heldPath(path, holder, w), e, s)) return undefined;
  const [held, file] = await Promise.all([principals.ofSession(holder), files.bySignedId(idInPath(path))]);
  if (!held || !file) return undefined;
  const { organisationId, sceneId } = held.principal;
  // A page with an embed token has no role, and sees what its scene shows.
  const { apiKeyId } = held.principal;
  if (sceneId === undefined && !can(held.principal, 'read')) {
    const isOwn = file.organisation_id === organisationId && apiKeyId === undefined;
    return isOwn && (await reach.showsFile(held.principal, pathOf(file))) ? file : undefined;
  }
  const isSeen =
    file.organisation_id === organisationId || (await shares.showsImage(held.principal, pathOf(file)));
  // The page of an embed token reads the models of its scene.
  const origin = c.req.header('origin');
  if (isSeen && origin !== undefined && held.principal.embedOrigins?.includes(origin))
    c.set('reader', origin);
  return isSeen ? file : undefined;
}

/** The file of a signed address, else of the caller's organisation. */
async function findFile(
  c: AppContext,
  query: QueryOf<typeof calls.content>,
  needs: ContentDependencies,
): Promise<FileRow | undefined> {
  if (query.s !== undefined) return findHeld(c, query, needs);
  const { files, principals } = needs;
  const token = bearerToken(c.req.header('authorization'));
  const verified = token === null ? null : await principals.verify(token);
  if (!verified) throw new HttpProblem(401, 'unauthorised');
  if (!can(verified.principal, 'read')) throw new HttpProblem(403, 'forbidden');
  return files.get(verified.principal.organisationId, idInPath(c.req.path));
}

/** The whole file, or the part of `range`. */
async function sendRange(
  blobs: Blobs,
  file: FileRow,
  wanted: string,
  headers: Record<string, string>,
): Promise<Response> {
  const size = Number(file.size);
  const range = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(wanted);
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  if (range && start > end) {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } });
  }
  const body = await blobs.store.open(file.sha256, range ? { start, end } : undefined);
  if (!body) throw notFound();
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Accept-Ranges': 'bytes',
      'Content-Length': String(end - start + 1),
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
    },
  });
}

/** A preview is made once and stored beside its image. */
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
      // The header is that of an image, but the rest cannot be decoded.
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
