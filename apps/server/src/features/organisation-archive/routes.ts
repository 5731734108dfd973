import { Readable } from 'node:stream';
import { organisationExports as calls } from '@farm3d/api';
import { notFound } from '../../platform/http/problem.ts';
import { personsOnly } from '../../platform/http/refuse-programs.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { OrganisationExports } from './exports.ts';

/** `/api/organisation/exports`: all that the organisation owns, as an archive. */
export function organisationExportRoutes({
  exports,
}: {
  readonly exports: OrganisationExports;
}): ServedCall[] {
  return [
    serve(calls.list, async ({ principal }) => {
      const items = await exports.list(principal.organisationId);
      return { items, total: items.length };
    }),
    serve(calls.create, ({ principal }) => exports.start(principal.organisationId, principal.userId)),
    serve(calls.download, async ({ principal, path }) => {
      const archive = await exports.open(principal.organisationId, path.id);
      if (!archive) throw notFound();
      return new Response(Readable.toWeb(archive.source) as ReadableStream<Uint8Array>, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Length': String(archive.size),
          'Content-Disposition': 'attachment; filename="organisation.zip"',
          'Cache-Control': 'no-store',
        },
      });
    }),
    serve(calls.remove, async ({ principal, path }) => {
      if (!(await exports.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ].map(personsOnly);
}
