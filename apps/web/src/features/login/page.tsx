import { Redirect, useSearch } from 'wouter';
import { useServices } from '../../kit/services.tsx';
import { PATHS, ownPath } from '../../platform/paths.ts';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from '../../components/login-frame/login-frame.tsx';

/** `/login` */
export default function LoginPage() {
  const search = useSearch();
  const { user } = useServices().session;

  if (user.value)
    return <Redirect to={ownPath(new URLSearchParams(search).get('next')) ?? PATHS.app} replace />;
  return (
    <LoginFrame>
      <LoginForm />
    </LoginFrame>
  );
}
