import { api } from './services.ts';
import { endSession } from './session.ts';

/** Ends the login here and at the server; without a connection only here. */
export async function logOut(): Promise<void> {
  await api.auth.logout().catch(() => {});
  endSession();
}
