import { Hono } from 'hono';
import * as v from 'valibot';
import type { KeyRepository } from '../../platform/auth/key-repository.ts';
import { isRole, mayGive } from '../../platform/auth/policy.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { pathParameter, readBody, uuid } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

/** Longest life of an embed token. */
const EMBED_MAX_MS = 366 * 24 * 60 * 60 * 1000;

const nameSchema = v.pipe(v.string(), v.trim(), v.nonEmpty('key.name'), v.maxLength(64, 'field.tooLong'));
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
  v.check((at) => at.getTime() > Date.now(), 'key.expired'),
);

export const apiKeySchema = v.object({
  name: nameSchema,
  roles: v.pipe(v.array(v.pipe(v.string(), v.check(isRole, 'user.role'))), v.minLength(1, 'user.role')),
  expireTime: v.optional(v.nullable(instant), null),
});
export const embedSchema = v.object({
  name: nameSchema,
  sceneId: uuid,
  expireTime: v.pipe(
    instant,
    v.check((at) => at.getTime() < Date.now() + EMBED_MAX_MS, 'number.range'),
  ),
});

/** `/system/apikey`: keys with which programs act. */
export function apiKeyRoutes({ events }: ServerDeps, keys: KeyRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/list', async (c) => {
    const rows = await keys.apiKeys(c.get('principal').organisationId);
    return okList(
      c,
      rows.map((row) => ({
        id: row.id,
        name: row.name,
        roles: row.roles,
        username: row.username,
        expireTime: row.expires_at?.toISOString() ?? null,
        lastUsedTime: row.last_used_at?.toISOString() ?? null,
        createTime: row.created_at.toISOString(),
      })),
    );
  });
  app.post('/', async (c) => {
    const principal = c.get('principal');
    const { name, roles, expireTime } = await readBody(c, apiKeySchema);
    if (!mayGive(principal.roles, roles)) throw new HttpProblem(403, 'user.roleTooHigh', { field: 'roles' });
    const made = await keys.makeApiKey(principal, { name, roles, expiresAt: expireTime });
    // The key is shown this once: only its hash is kept.
    return ok(c, { ...made, name, roles, expireTime: expireTime?.toISOString() ?? null });
  });
  app.delete('/:id', async (c) => {
    const id = pathParameter(c, 'id').toLowerCase();
    if (!(await keys.remove('api_key', c.get('principal').organisationId, id))) throw notFound();
    events.emit('session-ended', { sessionId: id });
    return ok(c);
  });
  return app;
}

/** `/system/embedtoken`: what lets a foreign page show one scene. */
export function embedTokenRoutes(
  { events }: ServerDeps,
  keys: KeyRepository,
  scenes: SceneRepository,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/list', async (c) => {
    const rows = await keys.embedTokens(c.get('principal').organisationId);
    return okList(
      c,
      rows.map((row) => ({
        id: row.id,
        name: row.name,
        sceneId: row.scene_id,
        sceneName: row.scene_name,
        expireTime: row.expires_at.toISOString(),
        createTime: row.created_at.toISOString(),
      })),
    );
  });
  app.post('/', async (c) => {
    const principal = c.get('principal');
    const { name, sceneId, expireTime } = await readBody(c, embedSchema);
    const scene = await scenes.get(principal.organisationId, sceneId);
    if (!scene) throw notFound();
    const made = await keys.makeEmbedToken(principal, { name, sceneId, expiresAt: expireTime });
    return ok(c, { ...made, name, sceneId, sceneName: scene.name, expireTime: expireTime.toISOString() });
  });
  app.delete('/:id', async (c) => {
    const id = pathParameter(c, 'id').toLowerCase();
    if (!(await keys.remove('embed_token', c.get('principal').organisationId, id))) throw notFound();
    events.emit('session-ended', { sessionId: id });
    return ok(c);
  });
  return app;
}
