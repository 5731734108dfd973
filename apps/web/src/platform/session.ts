import { computed, signal } from '@preact/signals-react';
import { ApiError, type Right, type Session, type User } from '@farm3d/api';
import { forgetLastKnown, isStartedOffline, oldestShown } from './last-known.ts';
import { hasUnsavedWork } from './leave-guard.ts';
import { readPreference, writePreference } from './preferences.ts';

/** Until the next try to renew a session without an answer. */
const RETRY_MS = 15_000;
/** Share of its lifetime after which a token is renewed, so that no call uses an expired one. */
const RENEW_AFTER = 0.75;

interface Current {
  user: User;
  accessToken: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** API calls of the session; injected by `services.ts`, which imports the session. */
interface SessionApi {
  refresh: () => Promise<Session>;
}

/** Undefined until it is known whether a user is logged in. */
const current = signal<Current | null | undefined>(readPreference('session') === null ? null : undefined);
export const user = computed(() => current.value?.user ?? null);
/** Whether the user has a right in the whole organisation; the server checks it with each call. */
export const hasRight = (right: Right): boolean => user.value?.rights.includes(right) ?? false;
/**
 * Whether the user sees nothing but what access rules name: calls about the whole organisation are refused them. False
 * without a user.
 */
export const seesByRules = computed(() => user.value !== null && !hasRight('read'));
/** Whether the user administers the organisation. */
export const isAdministrator = computed(() => hasRight('administer'));
export const sessionIsKnown = computed(() => current.value !== undefined);
/** True when the session expired: the login page shows it. */
export const sessionHasEnded = signal(false);
/** User of an expired session: the page stays open under a login dialog, so that no work is lost. */
export const interruptedUser = signal<User | null>(null);

let calls: SessionApi | undefined;
let renewal: ReturnType<typeof setTimeout> | undefined;
const renewed = new Set<() => void>();

/** Calls `listener` after each new access token, for the realtime connection. */
export function onTokenRenewed(listener: () => void): void {
  renewed.add(listener);
}

export function accessToken(): string | null {
  return current.value?.accessToken || null;
}

const isSameWorkplace = (one: User, other: User): boolean =>
  one.userId === other.userId && one.organisation.id === other.organisation.id;

/** The user of this browser, for a start without a network. What is kept of another login is removed. */
function rememberUser(next: User): void {
  const before = rememberedUser();
  if (!before || !isSameWorkplace(before, next)) forgetLastKnown();
  // Not how to reach them.
  writePreference('user', JSON.stringify({ ...next, phone: '', email: '' }));
}

function rememberedUser(): User | null {
  try {
    const known = JSON.parse(readPreference('user') ?? 'null') as User | null;
    // One that an earlier version has written names no rights and has no picture.
    return known && { ...known, rights: known.rights ?? [], picture: known.picture ?? null };
  } catch {
    return null;
  }
}

/** Without an answer of the server: the user of this browser sees what was kept, until the session is renewed. */
function startOffline(): void {
  const known = readPreference('session') === null ? null : rememberedUser();
  if (!known) {
    current.value = null;
    return;
  }
  isStartedOffline.value = true;
  current.value = { user: known, accessToken: '', expiresAt: 0 };
  renewal = setTimeout(() => void renewSession(), RETRY_MS);
}

export function beginSession(session: Session): void {
  const before = interruptedUser.peek() ?? current.peek()?.user;
  if (before && !isSameWorkplace(before, session.user)) {
    // The open page belongs to another user, or to the organisation that another tab has left.
    writePreference('session', '1');
    location.reload();
    return;
  }
  sessionHasEnded.value = false;
  interruptedUser.value = null;
  current.value = {
    user: session.user,
    accessToken: session.accessToken,
    expiresAt: Date.now() + session.expiresIn * 1000,
  };
  if (isStartedOffline.peek()) {
    isStartedOffline.value = false;
    oldestShown.value = null;
    // The pages show what was kept: they fetch everything.
    if (!hasUnsavedWork()) location.reload();
  }
  writePreference('session', '1');
  rememberUser(session.user);
  clearTimeout(renewal);
  renewal = setTimeout(() => void renewSession(), session.expiresIn * 1000 * RENEW_AFTER);
  for (const listener of renewed) listener();
}

/** Updates the user's profile. */
export function changeUser(
  part: Partial<Pick<User, 'areaCode' | 'displayName' | 'mustChangePassword' | 'picture'>>,
): void {
  const now = current.peek();
  if (now) current.value = { ...now, user: { ...now.user, ...part } };
}

export function endSession(byItself = false): void {
  clearTimeout(renewal);
  forgetLastKnown();
  isStartedOffline.value = false;
  writePreference('session', null);
  writePreference('user', null);
  sessionHasEnded.value = byItself;
  interruptedUser.value = byItself ? (current.peek()?.user ?? interruptedUser.peek()) : null;
  current.value = null;
}

/**
 * Exchanges the refresh cookie for a new token, one tab at a time: a refresh token is valid once, and two tabs
 * that send the same one would look like theft and end both sessions.
 * @returns whether a user is logged in
 */
export async function renewSession(): Promise<boolean> {
  const refresh = async (): Promise<boolean> => {
    if (!calls) return false;
    try {
      beginSession(await calls.refresh());
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500)
        endSession(current.peek() !== null || interruptedUser.peek() !== null);
      // Without a response the session may still be valid: it is kept, and renewed again soon.
      else if (current.peek()) renewal = setTimeout(() => void renewSession(), RETRY_MS);
      else startOffline();
      return false;
    }
  };
  return 'locks' in navigator ? navigator.locks.request('farm3d-session', refresh) : refresh();
}

/** Connects the session to the server and, where this browser was logged in, restores it. */
export function startSession(sessionApi: SessionApi): void {
  calls = sessionApi;
  if (current.peek() === undefined) void renewSession();
  // After sleep the renewal timer may have been missed and the token expired.
  document.addEventListener('visibilitychange', () => {
    const now = current.peek();
    if (document.visibilityState === 'visible' && now && now.expiresAt - Date.now() < 60_000)
      void renewSession();
  });
  // Logging out in one tab logs out in all; a tab with unsaved work stays open under a login. Logging in again in
  // one of them is enough.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'farm3d.session') return;
    if (newValue === null) endSession(hasUnsavedWork());
    else if (interruptedUser.peek()) void renewSession();
  });
}
