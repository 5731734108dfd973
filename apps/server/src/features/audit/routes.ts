import { Hono } from 'hono';
import * as v from 'valibot';
import type { AuditLog } from '../../platform/audit/audit-log.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { pageEntries, pageOf, readQuery } from '../../platform/http/input.ts';

export const pageSchema = v.object(pageEntries);

/** `/system/audit`: who changed what. */
export function auditRoutes(audit: AuditLog): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/list', async (c) => {
    const query = readQuery(c, pageSchema);
    const { items, total } = await audit.list(c.get('principal').organisationId, pageOf(query));
    return okList(
      c,
      items.map((row) => ({
        seq: Number(row.seq),
        time: row.at.toISOString(),
        username: row.username,
        address: row.address,
        action: row.action,
        target: row.target,
        hash: row.hash.toString('hex'),
      })),
      total,
    );
  });
  app.get('/verify', async (c) => ok(c, await audit.verify(c.get('principal').organisationId)));
  return app;
}
