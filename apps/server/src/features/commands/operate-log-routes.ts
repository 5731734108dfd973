import { organisation, pageOf } from '@farm3d/api';
import type { Kysely } from 'kysely';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { listOperations } from './operate-log.ts';

/** `/device/operate/log`: commands with their users and results. */
export function operateLogRoutes({ db }: { readonly db: Kysely<Database> }): ServedCall[] {
  return [
    serve(organisation.operateLog, ({ principal, query }) =>
      listOperations(db, principal.organisationId, query, pageOf(query)),
    ),
  ];
}
