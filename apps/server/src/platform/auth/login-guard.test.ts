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

  it('counts nothing while it is off', async () => {
    const guard = new LoginGuard(false);
    for (let n = 0; n < 200; n += 1)
      expect(await guard.check(unknown('admin', '10.0.0.1'), wrong)).toBe('wrong');
    expect(guard.retryAfter(unknown('admin', '10.0.0.1'))).toBe(1);
    expect(await waited(guard.check(unknown('admin', '10.0.0.1'), wrong))).toBe(0);
    expect(await guard.check(unknown('admin', '10.0.0.1'), right)).toBe('right');
  });

  it('takes a name in any case and with blanks around it for the same account', async () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 60; n += 1) await guard.check(unknown(' ADMIN ', `10.0.0.${n}`), wrong);
    expect(await waited(guard.check(unknown('admin', '10.1.0.1'), right))).toBe(0);
    expect(await waited(guard.check(unknown('Admin', '10.1.0.2'), right))).toBe(500);
  });

  it('says after how many seconds to try again: of account and address the longer one, a second at least', async () => {
    const guard = new LoginGuard();
    const after = (account: string, source: string): number => guard.retryAfter(unknown(account, source));
    expect(after('admin', '10.0.0.1')).toBe(1);
    for (let n = 0; n < 120; n += 1) void guard.check(unknown('admin', `10.0.0.${n}`), wrong);
    while (after('admin', 'any') < 4) {
      void guard.check(unknown('admin', '10.0.3.1'), wrong);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect([after(' Admin', '10.9.9.9'), after('mei', '10.0.0.1')]).toEqual([4, 1]);
  });

  it('failures on a known device do not count for its account and address, up to the tenth', async () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 59; n += 1) await guard.check(unknown('admin', '10.0.0.1'), wrong);
    const laptop: LoginAttempt = { account: 'admin', source: '10.0.0.1', device: 'laptop' };
    const other = unknown('admin', '10.0.0.1');
    for (let n = 0; n < 10; n += 1) expect(await guard.check(laptop, wrong)).toBe('wrong');
    for (let n = 0; n < 3; n += 1) expect(await waited(guard.check(other, right))).toBe(0);
    // From now on it is like an unknown one, and this is the sixtieth failure.
    await guard.check(laptop, wrong);
    await guard.check(other, right);
    expect(await waited(guard.check(other, right))).toBe(500);
    expect(await waited(guard.check(laptop, right))).toBe(500);
    // Another device of the same account is known still.
    expect(await waited(guard.check({ ...laptop, device: 'phone' }, right))).toBe(0);
  });

  it('an address with failures delays each account, and of too many that wait some are not checked at all', async () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 61; n += 1) await guard.check(unknown(`user${n}`, '10.0.0.1'), wrong);
    await vi.advanceTimersByTimeAsync(10_000);
    const results: string[] = [];
    let checked = 0;
    const verify = async (): Promise<boolean> => {
      checked += 1;
      return false;
    };
    for (let n = 0; n < 30; n += 1)
      void guard.check(unknown(`other${n}`, '10.0.0.1'), verify).then((result) => results.push(result));
    await vi.advanceTimersByTimeAsync(0);
    // One passes at once, twenty wait.
    expect(results.filter((result) => result === 'displaced')).toHaveLength(9);
    expect(checked).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([checked, results.filter((result) => result === 'wrong').length]).toEqual([21, 21]);
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

  it('are not computed for those whose place newer ones took', async () => {
    const guard = new LoginGuard(true, Date.now, 1);
    let release = (): void => {};
    const gate = new Promise<boolean>((resolve) => (release = () => resolve(true)));
    const first = guard.check(unknown('first', 'a'), () => gate);
    const waiting = Array.from({ length: 201 }, (_, n) => guard.check(unknown(`a${n}`, 'a'), right));
    expect(await waiting[0]).toBe('displaced');
    release();
    expect(await first).toBe('right');
    expect(new Set(await Promise.all(waiting.slice(1)))).toEqual(new Set(['right']));
  });

  it('of one account wait sixty at most, from wherever they come, and those of others after them are computed', async () => {
    const guard = new LoginGuard(true, Date.now, 1);
    let release = (): void => {};
    const gate = new Promise<boolean>((resolve) => (release = () => resolve(true)));
    const first = guard.check(unknown('first', 'a'), () => gate);
    const guesses = Array.from({ length: 61 }, (_, n) => guard.check(unknown('admin', `10.0.0.${n}`), wrong));
    const other = guard.check(unknown('mei', 'b'), right);
    expect(await guesses[0]).toBe('displaced');
    release();
    expect([await first, await other]).toEqual(['right', 'right']);
    expect(new Set(await Promise.all(guesses.slice(1)))).toEqual(new Set(['wrong']));
  });

  it('of a known device come first ten at a time; more at once are those of an unknown one', async () => {
    const guard = new LoginGuard(true, Date.now, 1);
    const order: string[] = [];
    const attempt = (name: string, source: string, device: string | null): Promise<string> =>
      guard.check({ account: name, source, device }, async () => {
        order.push(name);
        return true;
      });
    const guesses = Array.from({ length: 12 }, (_, n) => attempt(`laptop ${n}`, 'a', 'laptop'));
    await Promise.all([...guesses, attempt('mei', 'b', null), attempt('owner', 'a', 'phone')]);
    const known = Array.from({ length: 10 }, (_, n) => `laptop ${n}`);
    expect(order).toEqual([...known, 'owner', 'laptop 11', 'mei', 'laptop 10']);
  });
});
