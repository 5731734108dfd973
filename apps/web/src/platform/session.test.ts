import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, type Session } from '@farm3d/api';
import { createSession } from './session.ts';

const session = (accessToken: string, organisation = 'o1'): Session => ({
  accessToken,
  expiresIn: 900,
  user: { userId: 'u1', organisation: { id: organisation, name: '' } } as Session['user'],
});
const refusal = (status: number) =>
  new ApiError({ status, code: status, msg: '', call: 'POST /auth/refresh' });

/** A session on a page with a storage of its own. */
function onPage(kept = new Map<string, string>()) {
  const refresh = vi.fn<() => Promise<Session>>();
  const reload = vi.fn<() => void>();
  const page = createSession({
    preferences: {
      read: (name) => kept.get(name) ?? null,
      write: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    },
    refresh,
    logOutThere: () => Promise.resolve(),
    reload,
  });
  return { page, refresh, reload };
}

describe('renewal of the session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('navigator', {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('a server error keeps the session, and the renewal is tried again', async () => {
    const { page, refresh } = onPage();
    page.begin(session('first'));
    page.follow();
    refresh.mockRejectedValueOnce(refusal(503));
    expect(await page.renew()).toBe(false);
    expect(page.accessToken()).toBe('first');
    expect(page.hasEnded.value).toBe(false);
    refresh.mockResolvedValueOnce(session('second'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.accessToken()).toBe('second');
  });

  test('without an answer at the start the user of this browser is shown, and everything is fetched after it', async () => {
    const storage = new Map<string, string>();
    onPage(storage).page.begin(session('first'));

    const { page, refresh, reload } = onPage(storage);
    refresh.mockRejectedValueOnce(refusal(502));
    page.follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(page.user.value?.userId).toBe('u1');
    expect(page.accessToken()).toBeNull();
    expect(reload).not.toHaveBeenCalled();
    refresh.mockResolvedValueOnce(session('second'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.accessToken()).toBe('second');
    expect(reload).toHaveBeenCalledOnce();
    page.end();
    expect(storage.has('user')).toBe(false);
  });

  test('a refusal ends the session, and reports that the user did not end it', async () => {
    const storage = new Map<string, string>();
    const { page, refresh } = onPage(storage);
    page.begin(session('first'));
    page.follow();
    refresh.mockRejectedValue(refusal(401));
    expect(storage.get('session')).toBe('1');
    expect(await page.renew()).toBe(false);
    expect(page.accessToken()).toBeNull();
    expect(page.hasEnded.value).toBe(true);
    expect(page.interruptedUser.value).toMatchObject({ userId: 'u1' });
    expect(storage.has('session')).toBe(false);
  });

  test('in another organisation, where another tab went, the page is loaded anew', async () => {
    const { page, refresh, reload } = onPage();
    page.begin(session('first'));
    page.follow();
    refresh.mockResolvedValue(session('second', 'o2'));
    await page.renew();
    expect(reload).toHaveBeenCalledOnce();
    // What this page shows is of the former organisation: it never gets a token for the other one.
    expect(page.accessToken()).toBe('first');
  });

  test('it is renewed after three quarters of the lifetime of its token', async () => {
    const { page, refresh } = onPage();
    refresh.mockResolvedValue(session('second'));
    page.begin(session('first'));
    page.follow();
    await vi.advanceTimersByTimeAsync(674_000);
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.accessToken()).toBe('second');
  });

  test('without an earlier session in this browser no user is logged in, and no request is sent', async () => {
    const { page, refresh } = onPage();
    page.follow();
    expect(page.isKnown.value).toBe(true);
    expect(page.user.value).toBeNull();
    expect(refresh).not.toHaveBeenCalled();
  });
});
