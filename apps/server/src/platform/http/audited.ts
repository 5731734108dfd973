import type { MiddlewareHandler } from 'hono';
import type { AuditLog } from '../audit/audit-log.ts';
import { routeOfCall } from '../auth/policy.ts';
import { addressOf, type AppEnv } from './context.ts';

/**
 * Writes every call that changed something into the audit log, before it is answered: what cannot be recorded is
 * not reported as done. The body is not recorded, as it may hold secrets. Stands behind `authenticate`.
 */
export function audited(audit: AuditLog): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const route = routeOfCall(c.req.method, c.req.path);
    if (!route || c.res.status >= 400 || c.error) return;
    if (['read', 'list'].includes(route.kind)) return;
    const { organisationId, userId } = c.get('principal');
    const { search } = new URL(c.req.url);
    await audit.record({
      organisationId,
      userId,
      address: addressOf(c),
      action: route.name,
      target: c.req.path + search,
    });
  };
}
