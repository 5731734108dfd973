import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LARGEST_STEP_MS, SteadyClock } from './clock.ts';

const HOUR_MS = 3_600_000;

/** A machine whose clock can be set, and which can sleep. */
function machine() {
  let [wall, elapsed, boot] = [1_700_000_000_000, 5_000, 90_000];
  const clock = new SteadyClock({ wall: () => wall, elapsed: () => elapsed, boot: () => boot });
  return {
    clock,
    start: wall,
    run: (ms: number, by = 500) => {
      let last = clock.now();
      for (let left = ms; left > 0; left -= by) {
        for (let part = 0; part < 5; part += 1) {
          wall += by / 5;
          elapsed += by / 5;
          boot += by / 5;
          expect(clock.now()).toBeGreaterThan(last);
          last = clock.now();
        }
        clock.check();
        expect(clock.now()).toBeGreaterThanOrEqual(last);
      }
    },
    set: (byMs: number) => {
      wall += byMs;
    },
    sleep: (ms: number) => {
      wall += ms;
      boot += ms;
    },
  };
}

describe('the time of the platform', () => {
  test.each([-2 * HOUR_MS, 2 * HOUR_MS, 3 * 365 * 24 * HOUR_MS])(
    'goes on when the clock of the machine is set by %d ms',
    (sizeMs) => {
      const { clock, start, run, set } = machine();
      run(10_000);
      set(sizeMs);
      expect(clock.now()).toBe(start + 10_000);
      run(20_000);
      expect(clock.now()).toBe(start + 30_000);
      expect(clock.step).toEqual({ at: start + 10_500, sizeMs });
    },
  );

  test('takes the time of the machine when that is confirmed', () => {
    const { clock, start, run, set } = machine();
    set(-2 * HOUR_MS);
    run(1_000);
    clock.confirm();
    expect(clock.step).toBeNull();
    expect(clock.now()).toBe(start + 1_000 - 2 * HOUR_MS);
  });

  test('has no step left when the clock comes back', () => {
    const { clock, start, run, set } = machine();
    set(2 * HOUR_MS);
    run(1_000);
    set(-2 * HOUR_MS);
    run(1_000);
    expect(clock.step).toBeNull();
    expect(clock.now()).toBe(start + 2_000);
  });

  test('follows a small step, and never goes back', () => {
    const { clock, start, run, set } = machine();
    set(LARGEST_STEP_MS / 2);
    run(500);
    expect(clock.now()).toBe(start + 500 + LARGEST_STEP_MS / 2);
    set(-LARGEST_STEP_MS / 2);
    let last = clock.now();
    for (let second = 0; second < 61; second += 1) {
      run(1_000);
      expect(clock.now()).toBeGreaterThan(last);
      last = clock.now();
    }
    expect(clock.now()).toBe(start + 61_500);
    expect(clock.step).toBeNull();
  });

  test('counts the time that the machine slept', () => {
    const { clock, start, run, sleep } = machine();
    run(1_000);
    sleep(8 * HOUR_MS);
    run(1_000);
    expect(clock.step).toBeNull();
    expect(clock.now()).toBe(start + 2_000 + 8 * HOUR_MS);
  });

  test('goes on from what was known before a start', () => {
    const { clock, start, run } = machine();
    clock.goOnFrom(start - 2 * HOUR_MS);
    run(1_000);
    expect(clock.now()).toBe(start + 1_000 - 2 * HOUR_MS);
    expect(clock.step?.sizeMs).toBe(2 * HOUR_MS);
  });
});

/** What reads the clock of the machine: JavaScript, or SQL. */
const READS_CLOCK =
  /Date\.now|new Date\(\)|current_timestamp|[\s(,]now\(\) (?:[-+] (?:interval|make_interval|\$)|at time zone)|[<>=] ?now\(\)/;
/** What runs before there is a database, and the name of a file. */
const EXEMPT = [
  'platform/clock.ts',
  'platform/clock-keeper.ts',
  'platform/storage/migrate.ts',
  'platform/storage/backup/write-backup.ts',
];

test('no other file of the server reads the clock of the machine, nor does its SQL', () => {
  const folder = resolve(import.meta.dirname, '..');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|fixtures)\.ts$/.test(path) && !EXEMPT.includes(path))
    .filter((path) => READS_CLOCK.test(readFileSync(join(folder, path), 'utf8')));
  expect(found).toEqual([]);
});
