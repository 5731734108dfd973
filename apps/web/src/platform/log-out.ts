import { api } from './services.ts';
import { endSession } from './session.ts';

/** Settles when the server has ended the last login of this page, which removes its cookie: no other begins before. */
let ended: Promise<unknown> = Promise.resolve();

/**
 * Ends the login here, then at the server; without a connection only here. The open page goes first: a call that it still
 * waits for would be refused, and look like a login that ran out.
 */
export async function logOut(): Promise<void> {
  endSession();
  ended = api.auth.logout().catch(() => undefined);
  await ended;
}

/** Waits until a login of before has ended at the server. */
export const lastLoginHasEnded = async (): Promise<void> => {
  await ended;
};
