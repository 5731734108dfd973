import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { loginPath } from '../platform/paths.ts';
import { sessionIsKnown, user } from '../platform/session.ts';
import { Waiting } from './waiting.tsx';

/** Shows its children to a logged-in user and sends others to the login page, which comes back here. */
export function RequireLogin({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const search = useSearch();
  if (!sessionIsKnown.value) return <Waiting />;
  if (!user.value) return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />;
  return children;
}
