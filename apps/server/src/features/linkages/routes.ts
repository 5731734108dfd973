import { linkages as calls, pageOf } from '@farm3d/api';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { LinkageEngine } from './engine.ts';
import type { LinkageRepository } from './repository.ts';
import type { LinkageRuns } from './runs.ts';
import { checkLinkage, type LinkageLookups } from './service.ts';

interface Dependencies extends LinkageLookups {
  readonly linkages: LinkageRepository;
  readonly runs: Pick<LinkageRuns, 'runs'>;
  readonly engine: Pick<LinkageEngine, 'reload' | 'runNow'>;
}

/** `/api/linkages`: rules of trigger, condition and actions. */
export function linkageRoutes({ linkages, runs, engine, ...surroundings }: Dependencies): ServedCall[] {
  const find = async (organisationId: string, id: string) => {
    const linkage = await linkages.get(organisationId, id);
    if (!linkage) throw notFound();
    return linkage;
  };

  return [
    serve(calls.list, ({ principal, query }) =>
      linkages.list(principal.organisationId, query.name, pageOf(query)),
    ),
    serve(calls.create, async ({ principal: { organisationId, userId }, body }) => {
      const { name, enabled, ...definition } = body;
      await checkLinkage(organisationId, definition, surroundings);
      const made = await linkages.create(organisationId, userId, { name, enabled, definition });
      await engine.reload();
      return made;
    }),
    serve(calls.batch, async ({ principal, body: { ids, enabled } }) => {
      if (!(await linkages.setEnabled(principal.organisationId, ids, enabled))) throw notFound();
      await engine.reload();
      return null;
    }),
    serve(calls.get, ({ principal, path }) => find(principal.organisationId, path.id)),
    serve(calls.update, async ({ principal: { organisationId }, path, body }) => {
      const before = await find(organisationId, path.id);
      if (body.id !== undefined && body.id.toLowerCase() !== before.id)
        throw new HttpProblem(400, 'body.idMismatch', { field: 'id' });
      const { name, enabled, version = before.version } = body;
      const definition = {
        trigger: body.trigger ?? before.trigger,
        condition: body.condition === undefined ? before.condition : body.condition,
        actions: body.actions ?? before.actions,
      };
      await checkLinkage(organisationId, definition, surroundings);
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
