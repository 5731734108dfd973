import { sessions } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { AreaDirectory } from '../areas/area-directory.ts';
import { isRole, mayGive, ROLES } from '../../platform/auth/policy.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import type { DepartmentRepository } from '../departments/repository.ts';
import { hashPassword, makePassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';
import { userToWire, type UserRepository, type UserValues } from './repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import {
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  readBody,
  readQuery,
  uuid,
} from '../../platform/http/input.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

export const passwordSchema = v.pipe(
  v.string('login.password.required'),
  v.minLength(MIN_PASSWORD_LENGTH, 'user.password.tooShort'),
  v.maxLength(MAX_PASSWORD_LENGTH, 'field.tooLong'),
);

/** Mainland mobile, or a landline with or without its area code (specification, section 5). */
const PHONE = /^(1[3-9]\d{9}|(\d{3,4}-?)?\d{7,8})?$/;
const EMAIL = /^([^\s@]+@[^\s@]+\.[^\s@]+)?$/;

/** What users say of themselves. */
export const profileEntries = {
  displayName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64, 'field.tooLong'))),
  phone: v.optional(v.pipe(v.string(), v.trim(), v.regex(PHONE, 'user.phone'))),
  email: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(EMAIL, 'user.email'))),
  areaCode: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d{2,12}$/, 'user.area')))),
};

const rolesSchema = v.pipe(
  v.array(v.pipe(v.string(), v.check(isRole, 'user.role'))),
  v.minLength(1, 'user.role'),
  v.maxLength(ROLES.length, 'user.role'),
);

export const createSchema = v.object({
  ...profileEntries,
  username: v.pipe(
    v.string('login.username.required'),
    v.trim(),
    v.nonEmpty('login.username.required'),
    v.maxLength(64, 'field.tooLong'),
    v.regex(/^[\p{L}\p{N}._@-]+$/u),
  ),
  password: v.optional(passwordSchema),
  roles: rolesSchema,
  deptId: v.optional(v.nullable(uuid), null),
});

export const updateSchema = v.object({
  ...profileEntries,
  id: uuid,
  password: v.optional(passwordSchema),
  roles: v.optional(rolesSchema),
  deptId: v.optional(v.nullable(uuid)),
  enabled: v.optional(v.boolean()),
});

export const listSchema = v.object({ ...pageEntries, name: optionalQueryText, deptId: optionalQueryText });

/** The wire's profile as columns. @throws {HttpProblem} 400 for an area that there is not. */
export async function profileValues(
  body: v.InferOutput<v.ObjectSchema<typeof profileEntries, undefined>>,
  areas: AreaDirectory,
): Promise<UserValues> {
  const area =
    body.areaCode === null || body.areaCode === undefined ? body.areaCode : await areas.get(body.areaCode);
  if (body.areaCode && !area) throw new HttpProblem(400, 'user.area', { field: 'areaCode' });
  return {
    display_name: body.displayName,
    phone: body.phone,
    email: body.email,
    area_code: typeof area === 'object' && area !== null ? area.code : area,
  };
}

export interface UserParts {
  readonly users: UserRepository;
  readonly sessions: UserSessions;
  readonly departments: DepartmentRepository;
  readonly areas: AreaDirectory;
}

/** `/system/user`: who works with the platform. */
export function userRoutes({ events }: ServerDeps, parts: UserParts): Hono<AppEnv> {
  const { users, sessions, departments, areas } = parts;
  const app = new Hono<AppEnv>();

  /** Nobody gives what they do not have. */
  const checkRoles = (c: AppContext, roles: readonly string[] | undefined): void => {
    if (roles && !mayGive(c.get('principal').roles, roles)) {
      throw new HttpProblem(403, 'user.roleTooHigh', { field: 'roles' });
    }
  };
  const checkDepartment = async (c: AppContext, id: string | null | undefined): Promise<void> => {
    if (id && !(await departments.get(c.get('principal').organisationId, id))) throw notFound();
  };
  const endSessions = async (userId: string): Promise<void> => {
    for (const sessionId of await sessions.end(userId, {})) events.emit('session-ended', { sessionId });
  };

  app.get('/list', async (c) => {
    const query = readQuery(c, listSchema);
    const { items, total } = await users.list(
      c.get('principal').organisationId,
      { name: query.name, departmentId: query.deptId },
      pageOf(query),
    );
    return okList(c, items.map(userToWire), total);
  });

  app.post('/', async (c) => {
    const { organisationId } = c.get('principal');
    const { username, roles, password, deptId, ...profile } = await readBody(c, createSchema);
    checkRoles(c, roles);
    await checkDepartment(c, deptId);
    const values = await profileValues(profile, areas);
    const chosen = password ?? makePassword();
    const user = await users.create(organisationId, {
      ...values,
      username,
      roles,
      department_id: deptId,
      password_hash: await hashPassword(chosen),
    });
    if (!user) throw new HttpProblem(409, 'user.taken', { field: 'username' });
    // A password that was made is shown this once.
    return ok(c, { ...userToWire(user), ...(password === undefined ? { password: chosen } : {}) });
  });

  app.put('/', async (c) => {
    const { organisationId } = c.get('principal');
    const { id, password, roles, deptId, enabled, ...profile } = await readBody(c, updateSchema);
    const before = await users.get(organisationId, id);
    if (!before) throw notFound();
    // Who has more rights than oneself is not changed either.
    checkRoles(c, before.roles);
    checkRoles(c, roles);
    await checkDepartment(c, deptId);
    const values: UserValues = {
      ...(await profileValues(profile, areas)),
      roles,
      department_id: deptId,
      disabled_at: enabled === undefined ? undefined : enabled ? null : new Date(),
      password_hash: password === undefined ? undefined : await hashPassword(password),
    };
    const result = await users.change(organisationId, id, values);
    if (result === 'missing') throw notFound();
    if (result === 'last') throw new HttpProblem(409, 'user.last');
    // What rests on the old rights or the old password ends; they log in again.
    if (roles !== undefined || password !== undefined || enabled === false) await endSessions(id);
    const after = await users.get(organisationId, id);
    if (!after) throw notFound();
    return ok(c, userToWire(after));
  });

  app.delete('/:id', async (c) => {
    const { organisationId } = c.get('principal');
    const user = await users.get(organisationId, pathParameter(c, 'id'));
    if (!user) throw notFound();
    checkRoles(c, user.roles);
    const running = await sessions.list(user.id);
    const result = await users.change(organisationId, user.id, null);
    if (result === 'missing') throw notFound();
    if (result === 'last') throw new HttpProblem(409, 'user.last');
    for (const { id } of running) events.emit('session-ended', { sessionId: id });
    return ok(c);
  });

  return app;
}

/** `/system/role`: the roles that there are. */
export function roleRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/list', (c) =>
    okList(
      c,
      ROLES.map(({ role, name, rights }) => ({ role, name, rights })),
    ),
  );
  return app;
}

interface SessionNeeds {
  readonly sessions: Pick<UserSessions, 'list' | 'end'>;
  /** Called when a login ends before its tokens do. */
  readonly onSessionEnd: (sessionId: string) => void;
}

/** `/system/session`: where the caller is logged in. */
export function sessionRoutes({ sessions: logins, onSessionEnd }: SessionNeeds): ServedCall[] {
  return [
    serve(sessions.list, async ({ principal: { userId, sessionId } }) => {
      const rows = await logins.list(userId);
      const items = rows.map((row) => ({ ...row, current: row.id === sessionId }));
      return { items, total: items.length };
    }),
    serve(sessions.revoke, async ({ principal, path }) => {
      const ended = await logins.end(principal.userId, { id: path.id.toLowerCase() });
      if (ended.length === 0) throw notFound();
      for (const id of ended) onSessionEnd(id);
      return null;
    }),
  ];
}
