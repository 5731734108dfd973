// Of parts that do not take the session as an argument yet.
import { services } from './services.ts';

const { session } = services;
export const { user, hasRight, seesByRules, isAdministrator, interruptedUser, changeUser } = session;
export const sessionIsKnown = session.isKnown;
export const sessionHasEnded = session.hasEnded;
export const beginSession = session.begin;
export const endSession = session.end;
export const renewSession = session.renew;
