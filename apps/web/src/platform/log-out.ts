// Of parts that do not take the session as an argument yet.
import { services } from './services.ts';

export const { logOut, lastHasEnded: lastLoginHasEnded } = services.session;
