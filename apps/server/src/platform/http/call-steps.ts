import { callName, type Call } from '@farm3d/api';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AuditLog } from '../audit/audit-log.ts';
import { mayCall } from '../auth/policy.ts';
import { permittedByRules, type Reach } from '../auth/reach.ts';
import type { Principals } from '../auth/principals.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { authenticate } from './authenticate.ts';
import { addressOf, type AppContext, type AppEnv } from './context.ts';
import { pathParameter } from './input.ts';
import { limitedByAddress, limitedByUser } from './limited.ts';
import type { StepsOf } from './mount-calls.ts';
import { HttpProblem, notFound } from './problem.ts';

/** Dependencies of the steps before a call. */
export interface StepDependencies {
  readonly limits: RateLimits;
  readonly principals: Pick<Principals, 'verifyAny' | 'embedTokenRecord'>;
  readonly audit: AuditLog;
  readonly reach: Reach;
  /** Ids of the devices in a scene. */
  readonly placedIn: (organisationId: string, sceneId: string) => Promise<readonly string[]>;
}

/** Refuses a longer body without reading the rest of it; `readBody` refuses one that grows longer. */
function limitBody(maxSize: number): MiddlewareHandler<AppEnv> {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpProblem(413, 'body.tooLarge', { error: 'body_too_large' });
    },
  });
  return (c, next) => {
    c.set('maxBody', maxSize);
    return limit(c, next);
  };
}

/** An embed token gives access to its scene and the devices in it. */
async function checkEmbed(
  c: AppContext,
  { embed }: Call,
  sceneId: string,
  placedIn: StepDependencies['placedIn'],
): Promise<void> {
  if (!embed) throw new HttpProblem(403, 'forbidden');
  if (embed === 'any') return;
  const id = pathParameter(c, 'id').toLowerCase();
  const sceneDevices =
    embed === 'scene' ? [sceneId] : await placedIn(c.get('principal').organisationId, sceneId);
  if (!sceneDevices.includes(id)) throw notFound();
}

/** Requires the right of the call, before the body is read. */
function authorised(
  call: Call,
  { placedIn, reach }: Pick<StepDependencies, 'placedIn' | 'reach'>,
): MiddlewareHandler<AppEnv> {
  const isAboutOne = call.reach === 'device' || call.reach === 'scene';
  return async (c, next) => {
    const principal = c.get('principal');
    const { sceneId } = principal;
    if (sceneId !== undefined) await checkEmbed(c, call, sceneId, placedIn);
    else if (!mayCall(principal, call)) {
      const id = isAboutOne ? pathParameter(c, 'id') : '';
      if (!(await permittedByRules(principal, call, id, reach))) throw new HttpProblem(403, 'forbidden');
      c.set('principal', { ...principal, byRules: true });
    }
    await next();
  };
}

/**
 * Records a change in the audit log before the response: what cannot be recorded is not reported as done. Of the body only
 * the id of what it changes is recorded: it may contain secrets.
 */
function audited(call: Call, audit: AuditLog): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status >= 400 || c.error) return;
    const { organisationId, userId } = c.get('principal');
    const subjects = c.get('subjects') ?? [];
    const target = [c.req.path + new URL(c.req.url).search, ...subjects].join(' ');
    const action = callName(call);
    await audit.record({ organisationId, userId, address: addressOf(c), action, target });
    // Where somebody of another organisation sits is not the business of this one.
    for (const other of new Set(c.get('concerned')))
      if (other !== organisationId)
        await audit.record({ organisationId: other, userId, address: '', action, target });
  };
}

/** The steps before each call by its declaration: limits, authentication, right, audit log and size. */
export function callSteps({ limits, principals, audit, ...rights }: StepDependencies): StepsOf {
  const byAddress = limitedByAddress(limits);
  const byUser = limitedByUser(limits);
  const user = authenticate(principals);
  const ownAccount = authenticate(principals, true);
  return (call) => {
    const size = call.maxBody === 'stream' ? [] : [limitBody(call.maxBody)];
    if (call.auth !== 'user') return [byAddress, ...size];
    const recorded = call.audit ? [audited(call, audit)] : [];
    // The account calls work above the limits, too.
    const checked = call.right === 'self' ? [ownAccount] : [user, byUser];
    return [byAddress, ...checked, authorised(call, rights), ...recorded, ...size];
  };
}
