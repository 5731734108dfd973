import { readFile } from 'node:fs/promises';
import { files as calls, pageOf, type AnswerOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { can, type RightsHolder } from '../../platform/auth/policy.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Logger } from '../../platform/logger.ts';
import { archiveOf } from './archive.ts';
import type { Blobs } from './blob-store.ts';
import { fileContent, type ContentDependencies } from './content.ts';
import { heldPath, idInPath, pathOf, type SignedAddresses } from './file-addresses.ts';
import { isImage, readImageSize, previewSide, previewSize } from './images.ts';
import type { FileRepository, FileRow } from './repository.ts';
import { storeUpload } from './store-upload.ts';

interface Dependencies {
  readonly blobs: Blobs;
  readonly files: FileRepository;
  readonly addresses: SignedAddresses;
  readonly log: Logger;
}

/** Whether a person may delete a file: who uploaded it, and administrators. */
const mayRemove = (file: FileRow, caller: RightsHolder & Pick<Principal, 'userId'>): boolean =>
  file.created_by === caller.userId || can(caller, 'administer');

/** Files with the names of who uploaded them. */
async function toWire(
  rows: readonly FileRow[],
  { files, addresses }: Pick<Dependencies, 'files' | 'addresses'>,
  principal: Principal,
): Promise<AnswerOf<typeof calls.upload>[]> {
  const authors = await files.authors(rows);
  return rows.map((file) => ({
    id: file.id,
    url: addresses.sign(heldPath(pathOf(file), principal.sessionId)),
    relativePath: pathOf(file),
    relativeFilePath: pathOf(file),
    fileType: file.extension,
    mediaType: file.media_type,
    originalName: file.original_name,
    originalFileName: file.original_name,
    size: Number(file.size),
    width: file.width,
    height: file.height,
    createTime: file.created_at,
    author: authors.get(file.created_by ?? '') ?? '',
    removable: mayRemove(file, principal),
  }));
}

/** Uploads, signed addresses and removal; previews, archives and the bytes themselves. */
export function fileRoutes(needs: Dependencies & ContentDependencies): ServedCall[] {
  const { blobs, files, log } = needs;
  return [
    ...uploadRoutes(needs),
    ...addressRoutes(needs),
    serve(calls.remove, async ({ principal, path }) => {
      const file = await files.get(principal.organisationId, path.id);
      if (!file) throw notFound();
      if (!mayRemove(file, principal)) throw new HttpProblem(403, 'forbidden');
      await files.remove(file, async () => {
        await blobs.removeAll(file.sha256);
      });
      log.info({ file: file.id }, 'a file was removed');
      return null;
    }),
    serve(calls.archive, async ({ principal, query }) => {
      const found = await files.list(principal.organisationId, query.ids);
      if (found.length !== new Set(query.ids).size) throw notFound();
      return archiveOf(found, blobs, log);
    }),
    fileContent(needs),
  ];
}

function uploadRoutes({ blobs, files, addresses }: Dependencies): ServedCall[] {
  const take = async (c: AppContext, pictureOnly: boolean, requestKey?: string) => {
    const { file } = await storeUpload(c, blobs, files, {
      requestKey,
      check: async ({ mediaType, path }) => {
        const picture = isImage(mediaType) ? readImageSize(await readFile(path)) : null;
        if (isImage(mediaType) ? !picture : pictureOnly) {
          throw new HttpProblem(400, picture ? 'file.type' : 'file.picture', { field: 'file' });
        }
        return { picture };
      },
    });
    const [stored] = await toWire([file], { files, addresses }, c.get('principal'));
    if (!stored) throw notFound();
    return stored;
  };
  return [
    serve(calls.upload, ({ c, query }) => take(c, false, query.requestKey)),
    serve(calls.uploadPlot, ({ c }) => take(c, true)),
  ];
}

function addressRoutes({ files, addresses }: Dependencies): ServedCall[] {
  const fileAt = async (organisationId: string, url: string): Promise<FileRow> => {
    const file = await files.get(organisationId, idInPath(url));
    if (!file) throw notFound();
    return file;
  };
  return [
    serve(calls.url, async ({ principal, body }) =>
      addresses.sign(heldPath(pathOf(await fileAt(principal.organisationId, body.url)), principal.sessionId)),
    ),
    serve(calls.list, async ({ principal, query }) => {
      const found = await files.list(principal.organisationId, query.ids);
      return { items: await toWire(found, { files, addresses }, principal), total: found.length };
    }),
    serve(calls.search, async ({ principal, query }) => {
      const { items, ...page } = await files.search(principal.organisationId, pageOf(query), query.name);
      return { items: await toWire(items, { files, addresses }, principal), ...page };
    }),
    serve(calls.preview, async ({ principal, body }) => {
      const file = await fileAt(principal.organisationId, body.url);
      if (file.width === null || file.height === null) {
        throw new HttpProblem(400, 'file.picture', { field: 'url' });
      }
      const side = previewSide(body.size);
      const { width, height } = previewSize({ width: file.width, height: file.height }, side);
      return { url: addresses.sign(heldPath(pathOf(file), principal.sessionId, side)), width, height };
    }),
  ];
}
