import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginGuard, type LoginAttempt } from './login-guard.ts';

const unknown = (account: string, source: string): LoginAttempt => ({ account, source, device: null });
const wrong = async (): Promise<boolean> => false;
const right = async (): Promise<boolean> => true;

describe('LoginGuard', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Waits that pass between this call and the answer, milliseconds. */
  async function waited(answer: Promise<unknown>): Promise<number> {
    const began = Date.now();
    const state = { isDone: false };
    void answer.then(() => (state.isDone = true));
    await vi.advanceTimersByTimeAsync(0);
    while (!state.isDone && Date.now() - began < 60_000) await vi.advanceTimersByTimeAsync(125);
    return Date.now() - began;
  }

  it('delays guesses of one account from ever new addresses, longer and longer, and never refuses the right one', async () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 60; n += 1) await guard.check(unknown('admin', `10.0.0.${n}`), wrong);
    const waits: number[] = [];
    for (let n = 0; n < 140; n += 1)
      waits.push(await waited(guard.check(unknown('Admin', `10.0.1.${n}`), wrong)));
    expect([waits[0], waits[10], waits[30], waits[50], waits[70], waits[130]]).toEqual([
      0, 500, 1000, 2000, 4000, 8000,
    ]);
    // The owner on a new device waits as long, and logs in.
    const owner = guard.check(unknown('admin', '10.9.9.9'), right);
    expect(await waited(owner)).toBeLessThanOrEqual(8000);
    expect(await owner).toBe('right');
    expect(await waited(guard.check(unknown('somebody', '10.9.9.9'), right))).toBe(0);
  });

  it('does not delay the owner on a known device, unless that device has failures, too', async () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 100; n += 1) void guard.check(unknown('admin', '10.0.0.1'), wrong);
    await vi.advanceTimersByTimeAsync(60_000);
    const known: LoginAttempt = { account: 'admin', source: '10.0.0.1', device: 'laptop' };
    expect(await waited(guard.check(known, right))).toBe(0);
    for (let n = 0; n < 10; n += 1) expect(await waited(guard.check(known, wrong))).toBe(0);
    const more = [guard.check(known, wrong), guard.check(known, wrong)];
    expect(await waited(Promise.all(more))).toBeGreaterThan(0);
  });

  it('delays an address that tries many accounts by a second at most', async () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 200; n += 1) void guard.check(unknown(`user${n}`, '10.0.0.1'), wrong);
    await vi.advanceTimersByTimeAsync(200_000);
    for (let n = 0; n < 100; n += 1) await waited(guard.check(unknown(`other${n}`, '10.0.0.1'), wrong));
    expect(await waited(guard.check(unknown('last', '10.0.0.1'), right))).toBeLessThanOrEqual(1000);
    expect(await waited(guard.check(unknown('last', '10.0.0.2'), right))).toBe(0);
  });

  it('lets the owner on a new device wait 8 s at most while programs at other addresses go on guessing', async () => {
    const guard = new LoginGuard();
    const guess = (n: number) => guard.check(unknown('admin', `10.0.0.${n % 10}`), wrong);
    for (let n = 0; n < 60; n += 1) await guess(n);
    let n = 0;
    const guesses = setInterval(() => void guess((n += 1)), 250);
    // Until the delay is at its longest.
    while (guard.retryAfter(unknown('admin', '10.9.9.9')) < 8) await vi.advanceTimersByTimeAsync(1_000);
    for (let owner = 0; owner < 20; owner += 1) {
      const login = guard.check(unknown('admin', `10.9.9.${owner}`), right);
      expect(await waited(login)).toBeLessThanOrEqual(8_000);
      expect(await login).toBe('right');
      await vi.advanceTimersByTimeAsync(777);
    }
    clearInterval(guesses);
  });

  it('serves a new attempt before waiting programs, and reports displaced ones', async () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 61; n += 1) await guard.check(unknown('admin', `10.0.0.${n}`), wrong);
    const results: string[] = [];
    for (let n = 0; n < 30; n += 1)
      void guard.check(unknown('admin', `10.0.1.${n}`), wrong).then((result) => results.push(result));
    const owner = guard.check(unknown('admin', '10.9.9.9'), right);
    await vi.advanceTimersByTimeAsync(500);
    expect(await owner).toBe('right');
    // Twenty wait at a time, the owner among them.
    expect(results).toEqual(Array.from({ length: 11 }, () => 'displaced'));
  });

  it('forgets failures half an hour after the last', async () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 61; n += 1) await guard.check(unknown('admin', `10.0.0.${n}`), wrong);
    expect(guard.retryAfter(unknown('admin', '10.9.9.9'))).toBe(1);
    vi.setSystemTime(Date.now() + 30 * 60_000);
    const two = [1, 2].map((n) => guard.check(unknown('admin', `10.2.0.${n}`), right));
    expect(await waited(Promise.all(two))).toBe(0);
  });
});

describe('the password hashes', () => {
  it('run two at a time; a known device comes first, then each address in turn with its newest', async () => {
    const guard = new LoginGuard(true, Date.now, 2);
    const order: string[] = [];
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let running = 0;
    let most = 0;
    const attempt = (name: string, source: string, device: string | null = null): Promise<string> =>
      guard.check({ account: name, source, device }, async () => {
        order.push(name);
        most = Math.max(most, ++running);
        await gate;
        running -= 1;
        return true;
      });
    const all = [
      attempt('first', 'a'),
      attempt('second', 'a'),
      attempt('a1', 'a'),
      attempt('a2', 'a'),
      attempt('a3', 'a'),
      attempt('b1', 'b'),
    ];
    await vi.waitFor(() => expect(order).toEqual(['first', 'second']));
    all.push(attempt('owner', 'a', 'laptop'));
    release();
    await Promise.all(all);
    expect(order).toEqual(['first', 'second', 'owner', 'a3', 'b1', 'a2', 'a1']);
    expect(most).toBe(2);
  });
});
