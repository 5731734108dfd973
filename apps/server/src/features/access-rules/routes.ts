import { accessRules as calls, LEVEL_RIGHTS } from '@farm3d/api';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { can } from '../../platform/auth/policy.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { AccessRuleRepository } from './repository.ts';

interface Dependencies {
  readonly accessRules: AccessRuleRepository;
  readonly grants: Pick<Grants, 'changed'>;
}

/** `/api/rights/rules`: rights by group of devices and by scene. */
export function accessRuleRoutes({ accessRules, grants }: Dependencies): ServedCall[] {
  return [
    serve(calls.list, async ({ principal }) => {
      const items = await accessRules.list(principal.organisationId);
      return { items, total: items.length };
    }),
    serve(calls.save, async ({ principal, body: { level, ...named } }) => {
      const { organisationId, userId } = principal;
      if (!LEVEL_RIGHTS[level].every((right) => can(principal, right)))
        throw new HttpProblem(403, 'user.roleTooHigh', { field: 'level' });
      const parts = {
        user_id: named.userId ?? null,
        role: named.role ?? null,
        department_id: named.departmentId ?? null,
        group_id: named.groupId ?? null,
        scene_id: named.sceneId ?? null,
      };
      const saved = await accessRules.save(organisationId, parts, level, userId);
      if (!saved) throw notFound();
      await grants.changed({ of: 'organisation', id: organisationId });
      return saved;
    }),
    serve(calls.remove, async ({ principal: { organisationId }, path }) => {
      if (!(await accessRules.remove(organisationId, path.id))) throw notFound();
      await grants.changed({ of: 'organisation', id: organisationId });
      return null;
    }),
  ];
}
