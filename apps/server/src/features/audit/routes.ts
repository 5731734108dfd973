import { audit, pageOf } from '@farm3d/api';
import type { AuditLog } from '../../platform/audit/audit-log.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';

/** `/system/audit`: the audit log. */
export function auditRoutes({
  audit: log,
}: {
  readonly audit: Pick<AuditLog, 'list' | 'verify'>;
}): ServedCall[] {
  return [
    serve(audit.list, ({ principal, query }) => log.list(principal.organisationId, pageOf(query), query)),
    serve(audit.verify, ({ principal }) => log.verify(principal.organisationId)),
  ];
}
