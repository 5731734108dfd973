import type { MiddlewareHandler } from 'hono';
import { can, embedCall, rightForCall } from '../auth/policy.ts';
import type { StepNeeds } from './call-steps.ts';
import type { AppContext, AppEnv } from './context.ts';
import { HttpProblem, notFound } from './problem.ts';

/** Lets only roles pass that may make this call; before the body is read. Stands behind `authenticate`. */
export function authorise(placedIn: StepNeeds['placedIn']): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { roles, sceneId } = c.get('principal');
    if (sceneId !== undefined) await checkEmbed(c, placedIn, sceneId);
    else if (!can(roles, rightForCall(c.req.method, c.req.path))) throw new HttpProblem(403, 'forbidden');
    await next();
  };
}

/** A foreign page sees its one scene, and the devices that stand in it. */
async function checkEmbed(c: AppContext, placedIn: StepNeeds['placedIn'], sceneId: string): Promise<void> {
  const name = embedCall(c.req.method, c.req.path);
  if (!name) throw new HttpProblem(403, 'forbidden');
  if (name === 'scenes.globalConfig') return;
  const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(c.req.path)?.[0]?.toLowerCase();
  if (name.startsWith('scenes.')) {
    if (id !== sceneId) throw notFound();
    return;
  }
  const placed = await placedIn(c.get('principal').organisationId, sceneId);
  if (!placed.includes(id ?? '')) throw notFound();
}
