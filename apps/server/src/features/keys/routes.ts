import { apiKeys, embedTokens } from '@farm3d/api';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import type { KeyRepository } from '../../platform/auth/key-repository.ts';
import { can } from '../../platform/auth/policy.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { grantable, type Roles } from '../roles/granting.ts';
import type { SceneRepository } from '../scenes/repository.ts';

interface Dependencies {
  readonly keys: KeyRepository;
  readonly scenes: Pick<SceneRepository, 'get'>;
  readonly grants: Pick<Grants, 'changed'>;
  readonly roles: Roles;
}

/** `/system/apikey`: API keys of programs. */
export function apiKeyRoutes({ keys, grants, roles }: Omit<Dependencies, 'scenes'>): ServedCall[] {
  return [
    serve(apiKeys.list, async ({ principal }) => {
      const items = await keys.apiKeys(principal.organisationId);
      return { items, total: items.length };
    }),
    serve(apiKeys.create, async ({ principal, body }) => {
      const { expireTime, ...values } = body;
      const { rights } = values;
      const effective = await grantable(principal, values.roles, roles);
      // A right that no role of it has would be promised, and never given.
      if (rights?.some((right) => !can({ roles: effective }, right)))
        throw new HttpProblem(400, 'key.right', { field: 'rights' });
      // The key is returned only here: its hash is stored.
      return { ...body, ...(await keys.makeApiKey(principal, { ...values, expiresAt: expireTime })) };
    }),
    serve(apiKeys.remove, async ({ principal, path }) => {
      const id = path.id.toLowerCase();
      if (!(await keys.remove('api_key', principal.organisationId, id))) throw notFound();
      await grants.changed({ of: 'key', id });
      return null;
    }),
  ];
}

/** `/system/embedtoken`: tokens that let another site show one scene. */
export function embedTokenRoutes({ keys, scenes, grants }: Omit<Dependencies, 'roles'>): ServedCall[] {
  return [
    serve(embedTokens.list, async ({ principal }) => {
      const items = await keys.embedTokens(principal.organisationId);
      return { items, total: items.length };
    }),
    serve(embedTokens.create, async ({ principal, body }) => {
      const { name, sceneId, origins, expireTime } = body;
      const scene = await scenes.get(principal.organisationId, sceneId);
      if (!scene) throw notFound();
      const made = await keys.makeEmbedToken(principal, { name, sceneId, origins, expiresAt: expireTime });
      return { ...body, ...made, sceneName: scene.name };
    }),
    serve(embedTokens.remove, async ({ principal, path }) => {
      const id = path.id.toLowerCase();
      if (!(await keys.remove('embed_token', principal.organisationId, id))) throw notFound();
      await grants.changed({ of: 'key', id });
      return null;
    }),
  ];
}
