import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '@farm3d/api';

const session = (accessToken: string, organisation = 'o1'): Session => ({
  accessToken,
  expiresIn: 900,
  user: { userId: 'u1', organisation: { id: organisation, name: '' } } as Session['user'],
});

/** The module holds the session of the page: each test reloads it, with its own storage. */
async function loadSession(storage: Map<string, string>) {
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', {});
  const page = await import('./session.ts');
  // The class that the reloaded module compares with.
  const { ApiError } = await import('@farm3d/api');
  const refusal = (status: number) =>
    new ApiError({ status, code: status, msg: '', call: 'POST /auth/refresh' });
  return { page, refusal };
}

describe('renewal of the session', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('a server error keeps the session, and the renewal is tried again', async () => {
    const { page, refusal } = await loadSession(new Map());
    const refresh = vi.fn<() => Promise<Session>>();
    page.beginSession(session('first'));
    page.startSession({ refresh });
    refresh.mockRejectedValueOnce(refusal(503));
    expect(await page.renewSession()).toBe(false);
    expect(page.accessToken()).toBe('first');
    expect(page.sessionHasEnded.value).toBe(false);
    refresh.mockResolvedValueOnce(session('second'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.accessToken()).toBe('second');
  });

  test('without an answer at the start the user of this browser is shown, and everything is fetched after it', async () => {
    const storage = new Map<string, string>();
    const first = await loadSession(storage);
    first.page.beginSession(session('first'));

    const { page, refusal } = await loadSession(storage);
    const reload = vi.fn<() => void>();
    vi.stubGlobal('location', { reload });
    const refresh = vi.fn<() => Promise<Session>>();
    refresh.mockRejectedValueOnce(refusal(502));
    page.startSession({ refresh });
    await vi.advanceTimersByTimeAsync(0);
    expect(page.user.value?.userId).toBe('u1');
    expect(page.accessToken()).toBeNull();
    expect(reload).not.toHaveBeenCalled();
    refresh.mockResolvedValueOnce(session('second'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.accessToken()).toBe('second');
    expect(reload).toHaveBeenCalledOnce();
    page.endSession();
    expect(storage.has('farm3d.user')).toBe(false);
  });

  test('a refusal ends the session, and reports that the user did not end it', async () => {
    const storage = new Map<string, string>();
    const { page, refusal } = await loadSession(storage);
    page.beginSession(session('first'));
    page.startSession({
      refresh: () => Promise.reject(refusal(401)),
    });
    expect(storage.get('farm3d.session')).toBe('1');
    expect(await page.renewSession()).toBe(false);
    expect(page.accessToken()).toBeNull();
    expect(page.sessionHasEnded.value).toBe(true);
    expect(page.interruptedUser.value).toMatchObject({ userId: 'u1' });
    expect(storage.has('farm3d.session')).toBe(false);
  });

  test('in another organisation, where another tab went, the page is loaded anew', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    const { page } = await loadSession(new Map());
    page.beginSession(session('first'));
    page.startSession({ refresh: () => Promise.resolve(session('second', 'o2')) });
    await page.renewSession();
    expect(reload).toHaveBeenCalledOnce();
    // What this page shows is of the former organisation: it never gets a token for the other one.
    expect(page.accessToken()).toBe('first');
  });

  test('it is renewed after three quarters of the lifetime of its token', async () => {
    const { page } = await loadSession(new Map());
    const refresh = vi.fn(() => Promise.resolve(session('second')));
    page.beginSession(session('first'));
    page.startSession({ refresh });
    await vi.advanceTimersByTimeAsync(674_000);
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.accessToken()).toBe('second');
  });

  test('without an earlier session in this browser no user is logged in, and no request is sent', async () => {
    const { page } = await loadSession(new Map());
    const refresh = vi.fn(() => Promise.resolve(session('first')));
    page.startSession({ refresh });
    expect(page.sessionIsKnown.value).toBe(true);
    expect(page.user.value).toBeNull();
    expect(refresh).not.toHaveBeenCalled();
  });
});
