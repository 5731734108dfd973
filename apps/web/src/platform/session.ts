import { computed, signal } from '@preact/signals-react';
import { ApiError, type Right, type Session, type User } from '@farm3d/api';
import { forgetLastKnown, isStartedOffline, oldestShown } from './last-known.ts';
import { hasUnsavedWork } from './leave-guard.ts';
import type { Preferences } from './storage.ts';

/** Until the next try to renew a session without an answer. */
const RETRY_MS = 15_000;
/** Share of its lifetime after which a token is renewed, so that no call uses an expired one. */
const RENEW_AFTER = 0.75;
/** A page that is shown again renews a token that ends sooner. */
const FRESH_MS = 60_000;

interface Current {
  user: User;
  accessToken: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** What a session needs of the page around it. */
export interface SessionPlace {
  readonly preferences: Preferences;
  /** Exchanges the refresh cookie for a new token. */
  readonly refresh: () => Promise<Session>;
  /** Ends the login at the server, which removes its cookie. */
  readonly logOutThere: () => Promise<unknown>;
  /** Loads the page anew. */
  readonly reload: () => void;
}

const isSameWorkplace = (one: User, other: User): boolean =>
  one.userId === other.userId && one.organisation.id === other.organisation.id;

/** Who is logged in on a page, and the token of their calls. It is known at once, or after `renew`. */
export function createSession({ preferences, refresh, logOutThere, reload }: SessionPlace) {
  /** Undefined until it is known whether a user is logged in. */
  const current = signal<Current | null | undefined>(preferences.read('session') === null ? null : undefined);
  const user = computed(() => current.value?.user ?? null);
  const hasRight = (right: Right): boolean => user.value?.rights.includes(right) ?? false;
  const hasEnded = signal(false);
  const interruptedUser = signal<User | null>(null);
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const renewed = new Set<() => void>();
  let loggedOut: Promise<unknown> = Promise.resolve();

  function rememberedUser(): User | null {
    try {
      const known = JSON.parse(preferences.read('user') ?? 'null') as User | null;
      // One that an earlier version has written names no rights and has no picture.
      return known && { ...known, rights: known.rights ?? [], picture: known.picture ?? null };
    } catch {
      return null;
    }
  }

  /** The user of this browser, for a start without a network. What is kept of another login is removed. */
  function rememberUser(next: User): void {
    const before = rememberedUser();
    if (!before || !isSameWorkplace(before, next)) forgetLastKnown();
    // Not how to reach them.
    preferences.write('user', JSON.stringify({ ...next, phone: '', email: '' }));
  }

  /** Without an answer of the server: the user of this browser sees what was kept, until the session is renewed. */
  function startOffline(): void {
    const known = preferences.read('session') === null ? null : rememberedUser();
    if (!known) {
      current.value = null;
      return;
    }
    isStartedOffline.value = true;
    current.value = { user: known, accessToken: '', expiresAt: 0 };
    renewal = setTimeout(() => void renew(), RETRY_MS);
  }

  function begin(session: Session): void {
    const before = interruptedUser.peek() ?? current.peek()?.user;
    if (before && !isSameWorkplace(before, session.user)) {
      // The open page belongs to another user, or to the organisation that another tab has left.
      preferences.write('session', '1');
      reload();
      return;
    }
    hasEnded.value = false;
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
      if (!hasUnsavedWork()) reload();
    }
    preferences.write('session', '1');
    rememberUser(session.user);
    clearTimeout(renewal);
    renewal = setTimeout(() => void renew(), session.expiresIn * 1000 * RENEW_AFTER);
    for (const listener of renewed) listener();
  }

  function end(byItself = false): void {
    clearTimeout(renewal);
    forgetLastKnown();
    isStartedOffline.value = false;
    preferences.write('session', null);
    preferences.write('user', null);
    hasEnded.value = byItself;
    interruptedUser.value = byItself ? (current.peek()?.user ?? interruptedUser.peek()) : null;
    current.value = null;
  }

  /**
   * Exchanges the refresh cookie for a new token, one tab at a time: a refresh token is valid once, and two tabs
   * that send the same one would look like theft and end both sessions.
   * @returns whether a user is logged in
   */
  async function renew(): Promise<boolean> {
    const exchange = async (): Promise<boolean> => {
      try {
        begin(await refresh());
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500)
          end(current.peek() !== null || interruptedUser.peek() !== null);
        // Without a response the session may still be valid: it is kept, and renewed again soon.
        else if (current.peek()) renewal = setTimeout(() => void renew(), RETRY_MS);
        else startOffline();
        return false;
      }
    };
    return 'locks' in navigator ? navigator.locks.request('farm3d-session', exchange) : exchange();
  }

  return {
    user,
    /** Whether the user has a right in the whole organisation; the server checks it with each call. */
    hasRight,
    /**
     * Whether the user sees nothing but what access rules name: calls about the whole organisation are refused them. False
     * without a user.
     */
    seesByRules: computed(() => user.value !== null && !hasRight('read')),
    /** Whether the user administers the organisation. */
    isAdministrator: computed(() => hasRight('administer')),
    isKnown: computed(() => current.value !== undefined),
    /** True when the session expired: the login page shows it. */
    hasEnded,
    /** User of an expired session: the page stays open under a login dialog, so that no work is lost. */
    interruptedUser,
    accessToken: (): string | null => current.value?.accessToken || null,
    /** Calls `listener` after each new access token. */
    onRenewed: (listener: () => void): void => {
      renewed.add(listener);
    },
    begin,
    end,
    renew,
    /**
     * Ends the login here, then at the server; without a connection only here. The open page goes first: a call that it
     * still waits for would be refused, and look like a login that ran out.
     */
    logOut: async (): Promise<void> => {
      end();
      loggedOut = logOutThere().catch(() => undefined);
      await loggedOut;
    },
    /** Resolves when the server has ended the last login of this page: no other begins before. */
    lastHasEnded: async (): Promise<void> => {
      await loggedOut;
    },
    /** Updates the user's profile. */
    changeUser: (
      part: Partial<Pick<User, 'areaCode' | 'displayName' | 'mustChangePassword' | 'picture'>>,
    ): void => {
      const now = current.peek();
      if (now) current.value = { ...now, user: { ...now.user, ...part } };
    },
    /**
     * Restores the session of this browser, and follows what its other tabs do and how long this one was hidden.
     * @returns the function that ends the following
     */
    follow: (): (() => void) => {
      if (current.peek() === undefined) void renew();
      // After sleep the renewal timer may have been missed and the token expired.
      const shown = (): void => {
        const now = current.peek();
        if (document.visibilityState === 'visible' && now && now.expiresAt - Date.now() < FRESH_MS)
          void renew();
      };
      // Logging out in one tab logs out in all; a tab with unsaved work stays open under a login. Logging in again in
      // one of them is enough.
      const stored = ({ key, newValue }: StorageEvent): void => {
        if (key !== 'farm3d.session') return;
        if (newValue === null) end(hasUnsavedWork());
        else if (interruptedUser.peek()) void renew();
      };
      document.addEventListener('visibilitychange', shown);
      window.addEventListener('storage', stored);
      return () => {
        clearTimeout(renewal);
        document.removeEventListener('visibilitychange', shown);
        window.removeEventListener('storage', stored);
      };
    },
  };
}

export type UserSession = ReturnType<typeof createSession>;
