import { callName, type Call } from '@farm3d/api';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AuditLog } from '../audit/audit-log.ts';
import { can } from '../auth/policy.ts';
import type { Principals } from '../auth/principals.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { authenticate } from './authenticate.ts';
import { addressOf, type AppContext, type AppEnv } from './context.ts';
import { pathParameter } from './input.ts';
import { limitedByAddress, limitedByUser } from './limited.ts';
import type { StepsOf } from './mount-calls.ts';
import { HttpProblem, notFound } from './problem.ts';

/** What the steps before a call need. */
export interface StepNeeds {
  readonly limits: RateLimits;
  readonly principals: Pick<Principals, 'verify'>;
  readonly audit: AuditLog;
  /** Ids of the devices that stand in a scene. */
  readonly placedIn: (organisationId: string, sceneId: string) => Promise<readonly string[]>;
}

/** Refuses a body of more bytes, without reading the rest of it. */
function limitBody(maxSize: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpProblem(413, 'body.tooLarge', { error: 'body_too_large' });
    },
  });
}

/** A foreign page sees its one scene, and the devices that stand in it. */
async function checkEmbed(
  c: AppContext,
  { embed }: Call,
  sceneId: string,
  placedIn: StepNeeds['placedIn'],
): Promise<void> {
  if (!embed) throw new HttpProblem(403, 'forbidden');
  if (embed === 'any') return;
  const id = pathParameter(c, 'id').toLowerCase();
  const seen = embed === 'scene' ? [sceneId] : await placedIn(c.get('principal').organisationId, sceneId);
  if (!seen.includes(id)) throw notFound();
}

/** Lets only those pass who have the right that the call names; before the body is read. */
function authorised(call: Call, placedIn: StepNeeds['placedIn']): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { roles, sceneId } = c.get('principal');
    if (sceneId !== undefined) await checkEmbed(c, call, sceneId, placedIn);
    else if (!can(roles, call.right)) throw new HttpProblem(403, 'forbidden');
    await next();
  };
}

/**
 * Writes a call that changed something into the audit log, before it is answered: what cannot be recorded is not
 * reported as done. The body is not recorded, as it may hold secrets.
 */
function audited(call: Call, audit: AuditLog): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status >= 400 || c.error) return;
    const { organisationId, userId } = c.get('principal');
    const target = c.req.path + new URL(c.req.url).search;
    await audit.record({ organisationId, userId, address: addressOf(c), action: callName(call), target });
  };
}

/** What stands before each call: limits, login, right, audit log and size, as its declaration says. */
export function callSteps({ limits, principals, audit, placedIn }: StepNeeds): StepsOf {
  const byAddress = limitedByAddress(limits);
  const byUser = limitedByUser(limits);
  const user = authenticate(principals);
  return (call) => {
    const size = call.maxBody === 'stream' ? [] : [limitBody(call.maxBody)];
    if (call.auth !== 'user') return [byAddress, ...size];
    const recorded = call.audit ? [audited(call, audit)] : [];
    // Whoever has used up their calls can still look after their account.
    const counted = call.right === 'self' ? [] : [byUser];
    return [byAddress, user, ...counted, authorised(call, placedIn), ...recorded, ...size];
  };
}
