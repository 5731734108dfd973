import { Redirect, useSearch } from 'wouter';
import { PATHS, ownPath } from '../../platform/paths.ts';
import { user } from '../../platform/session.ts';
import { LoginForm } from './components/login-form.tsx';
import { LoginFrame } from '../../components/login-frame/login-frame.tsx';

/** `/login` */
export default function LoginPage() {
  const search = useSearch();

  if (user.value)
    return <Redirect to={ownPath(new URLSearchParams(search).get('next')) ?? PATHS.app} replace />;
  return (
    <LoginFrame>
      <LoginForm />
    </LoginFrame>
  );
}
