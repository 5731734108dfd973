import { describe, expect, it } from 'vitest';
import { LoginGuard } from './login-guard.ts';

describe('LoginGuard', () => {
  it('makes a name wait after five wrong passwords, twice as long each time', () => {
    let now = 0;
    const guard = new LoginGuard(true, () => now);
    for (let i = 0; i < 4; i++) guard.failed('admin', '10.0.0.1');
    expect(guard.waitMs('admin', '10.0.0.1')).toBe(0);
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      guard.failed('Admin', '10.0.0.1');
      const wait = guard.waitMs('admin', '10.0.0.1');
      waits.push(wait);
      now += wait;
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
    expect(guard.waitMs('admin', '10.0.0.1')).toBe(0);
  });

  it('does not lock the same name out from another address', () => {
    const guard = new LoginGuard(true, () => 0);
    for (let i = 0; i < 10; i++) guard.failed('admin', '10.0.0.1');
    expect(guard.waitMs('admin', '10.0.0.1')).toBeGreaterThan(0);
    expect(guard.waitMs('admin', '10.0.0.2')).toBe(0);
  });

  it('makes an address wait that tries many names', () => {
    let now = 0;
    const guard = new LoginGuard(true, () => now);
    for (let i = 0; i < 60; i++) guard.failed(`user${i}`, '10.0.0.1');
    expect(guard.waitMs('somebody', '10.0.0.1')).toBe(60_000);
    now = 60_000;
    expect(guard.waitMs('somebody', '10.0.0.1')).toBe(0);
  });

  it('forgets failures at the right password', () => {
    const guard = new LoginGuard(true, () => 0);
    for (let i = 0; i < 5; i++) guard.failed('admin', 'a');
    guard.succeeded('admin', 'a');
    expect(guard.waitMs('admin', 'a')).toBe(0);
  });

  it('runs two hashes at a time, lets fifty wait, and refuses the rest', async () => {
    const guard = new LoginGuard();
    let running = 0;
    let most = 0;
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const check = async (): Promise<true> => {
      most = Math.max(most, ++running);
      await gate;
      running -= 1;
      return true;
    };
    const results = Array.from({ length: 60 }, () => guard.hash(check));
    release();
    const settled = await Promise.all(results);
    expect(settled.filter((result) => result === true)).toHaveLength(52);
    expect(settled.filter((result) => result === null)).toHaveLength(8);
    expect(most).toBe(2);
  });
});
