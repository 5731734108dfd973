import { pageOf, sessions, users } from '@farm3d/api';
import { can } from '../../platform/auth/policy.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { PersonRow } from './repository.ts';
import { UserService, type UserServiceNeeds as UserServiceDependencies } from './service.ts';

/** `/system/user`: users of the organisation. */
export function userRoutes(needs: UserServiceDependencies): ServedCall[] {
  const service = new UserService(needs);
  return [
    serve(users.list, async ({ principal, query }) => {
      if (can(principal, 'administer'))
        return needs.users.list(principal.organisationId, query, pageOf(query));
      // Users who assign work orders see the names of the members, but not their contact details.
      if (can(principal, 'work-orders')) {
        const { items, ...page } = await needs.users.list(principal.organisationId, query, pageOf(query));
        return { items: items.map((user) => withoutContact(user, principal.userId)), ...page };
      }
      const self = await needs.users.get(principal.organisationId, principal.userId);
      return { items: self ? [self] : [], total: self ? 1 : 0 };
    }),
    serve(users.create, ({ principal, body }) => service.create(principal, body)),
    serve(users.update, ({ principal, body }) => service.update(principal, body)),
    serve(users.remove, async ({ principal, path, query }) => {
      await service.remove(principal, path.id, query.successorId);
      return null;
    }),
    serve(users.removeTwoFactors, async ({ principal, path }) => {
      await service.removeTwoFactors(principal, path.id);
      return null;
    }),
  ];
}

function withoutContact(user: PersonRow, self: string): PersonRow {
  return user.userId === self ? user : { ...user, phone: '', email: '', areaCode: null };
}

interface SessionDependencies {
  readonly sessions: Pick<UserSessions, 'list' | 'end'>;
  /** Ends the streams of a session that ended before its tokens expired. */
  readonly onSessionEnd: (sessionId: string) => Promise<void>;
}

/** `/system/session`: sessions of the caller. */
export function sessionRoutes({ sessions: logins, onSessionEnd }: SessionDependencies): ServedCall[] {
  return [
    serve(sessions.list, async ({ principal: { userId, sessionId }, query }) => {
      const rows = await logins.list(userId, query.ended === '1');
      const items = rows.map((row) => ({ ...row, current: row.id === sessionId }));
      return { items, total: items.length };
    }),
    serve(sessions.revoke, async ({ principal, path }) => {
      const ended = await logins.end(principal.userId, { id: path.id.toLowerCase() });
      if (ended.length === 0) throw notFound();
      for (const id of ended) await onSessionEnd(id);
      return null;
    }),
  ];
}
