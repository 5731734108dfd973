import { pageOf, sessions, users } from '@farm3d/api';
import { ROLES } from '../../platform/auth/policy.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { UserService, type UserServiceNeeds as UserServiceDependencies } from './service.ts';

/** `/system/user` and `/system/role`: users and roles of the organisation. */
export function userRoutes(needs: UserServiceDependencies): ServedCall[] {
  const service = new UserService(needs);
  return [
    serve(users.list, ({ principal, query }) =>
      needs.users.list(principal.organisationId, query, pageOf(query)),
    ),
    serve(users.create, ({ principal, body }) => service.create(principal, body)),
    serve(users.update, ({ principal, body }) => service.update(principal, body)),
    serve(users.remove, async ({ principal, path }) => {
      await service.remove(principal, path.id);
      return null;
    }),
    serve(users.roles, () => ({ items: ROLES, total: ROLES.length })),
  ];
}

interface SessionDependencies {
  readonly sessions: Pick<UserSessions, 'list' | 'end'>;
  /** Called when a login ends before its tokens do. */
  readonly onSessionEnd: (sessionId: string) => void;
}

/** `/system/session`: sessions of the caller. */
export function sessionRoutes({ sessions: logins, onSessionEnd }: SessionDependencies): ServedCall[] {
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
