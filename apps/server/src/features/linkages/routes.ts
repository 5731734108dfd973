import { linkages as calls, pageOf, type LinkageAction } from '@farm3d/api';
import type { Pool } from 'pg';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { can, type RightsHolder } from '../../platform/auth/policy.ts';
import type { AutomationSwitch } from './automation-switch.ts';
import type { LinkageEngine } from './engine.ts';
import type { LinkageRepository } from './repository.ts';
import type { LinkageRuns } from './runs.ts';
import { checkLinkage, type LinkageLookups } from './service.ts';
import { linkageTrialRoutes, type LinkageTrialJobs } from './trial-routes.ts';
import type { WebhookKeys } from './webhook-keys.ts';

interface Dependencies extends Omit<LinkageLookups, 'linkages'> {
  readonly linkages: LinkageRepository;
  readonly runs: Pick<LinkageRuns, 'runs' | 'last'>;
  readonly engine: Pick<LinkageEngine, 'reload' | 'runNow'>;
  readonly automations: Pick<AutomationSwitch, 'get' | 'set'>;
  readonly webhookKeys: Pick<WebhookKeys, 'get' | 'renew'>;
  readonly grants: Pick<Grants, 'changed'>;
  readonly pool: Pool;
  readonly trialJobs: LinkageTrialJobs;
}

/** The address of a webhook may contain a secret: who may not change linkages sees its host. */
function visibleTo<T extends { readonly actions: LinkageAction[] }>(caller: RightsHolder, linkage: T): T {
  if (can(caller, calls.update.right)) return linkage;
  const actions = linkage.actions.map((action) =>
    action.type === 'webhook' ? { ...action, url: `${new URL(action.url).origin}/…` } : action,
  );
  return { ...linkage, actions };
}

/** `/api/linkages`: rules of trigger, condition and actions. */
export function linkageRoutes({
  linkages,
  runs,
  engine,
  automations,
  grants,
  pool,
  trialJobs,
  webhookKeys,
  ...others
}: Dependencies): ServedCall[] {
  const surroundings = { ...others, linkages };
  const find = async (organisationId: string, id: string) => {
    const linkage = await linkages.get(organisationId, id);
    if (!linkage) throw notFound();
    return linkage;
  };

  return [
    ...linkageTrialRoutes({ pool, jobs: trialJobs, surroundings }),
    serve(calls.list, async ({ principal, query }) => {
      const { items, ...page } = await linkages.list(principal.organisationId, query.name, pageOf(query));
      const last = await runs.last(items.map(({ id }) => id));
      return {
        items: items.map((linkage) => ({
          ...visibleTo(principal, linkage),
          lastRun: last.get(linkage.id) ?? null,
        })),
        ...page,
      };
    }),
    serve(calls.create, async ({ principal: { organisationId, userId }, body }) => {
      const { name, enabled, ...definition } = body;
      await checkLinkage(organisationId, null, definition, surroundings);
      const created = await linkages.create(organisationId, userId, { name, enabled, definition });
      await engine.reload();
      return created;
    }),
    serve(calls.batch, async ({ principal, body: { ids, enabled } }) => {
      if (!(await linkages.setEnabled(principal.organisationId, ids, enabled))) throw notFound();
      await engine.reload();
      return null;
    }),
    serve(calls.switch, ({ principal }) => automations.get(principal.organisationId)),
    serve(calls.setSwitch, async ({ principal: { organisationId, userId }, body: { enabled } }) => {
      await automations.set(organisationId, enabled, userId);
      // A command between its check and its device is checked again, on every server.
      await grants.changed({ of: 'organisation', id: organisationId });
      await engine.reload();
      return automations.get(organisationId);
    }),
    serve(calls.webhookKey, async ({ principal }) => ({
      key: await webhookKeys.get(principal.organisationId),
    })),
    serve(calls.renewWebhookKey, async ({ principal }) => ({
      key: await webhookKeys.renew(principal.organisationId),
    })),
    serve(calls.get, async ({ principal, path }) =>
      visibleTo(principal, await find(principal.organisationId, path.id)),
    ),
    serve(calls.update, async ({ principal: { organisationId }, path, body }) => {
      const before = await find(organisationId, path.id);
      if (body.id !== undefined && body.id.toLowerCase() !== before.id)
        throw new HttpProblem(400, 'body.idMismatch', { field: 'id' });
      const { name, enabled, version = before.version } = body;
      const definition = {
        triggers: body.triggers ?? before.triggers,
        condition: body.condition === undefined ? before.condition : body.condition,
        once: body.once === undefined ? before.once : body.once,
        actions: body.actions ?? before.actions,
      };
      await checkLinkage(organisationId, before.id, definition, surroundings);
      const row = await linkages.update(organisationId, before.id, version, { name, enabled, definition });
      if (row === 'missing') throw notFound();
      if (row === 'stale') throw new HttpProblem(409, 'linkage.stale', { error: 'stale_version' });
      await engine.reload();
      return row;
    }),
    serve(calls.remove, async ({ principal, path }) => {
      if (!(await linkages.remove(principal.organisationId, path.id))) throw notFound();
      await engine.reload();
      return null;
    }),
    // A GET with effects, as the specification requires; like all responses for users it is not cached.
    serve(calls.run, async ({ principal, path }) => {
      const run = await engine.runNow(principal.organisationId, path.id, principal.userId);
      if (!run) throw notFound();
      return run;
    }),
    serve(calls.runs, async ({ principal, path, query }) => {
      const { id } = await find(principal.organisationId, path.id);
      return runs.runs(id, pageOf(query));
    }),
  ];
}
