import { expect, it, vi } from 'vitest';
import { RepeatedWork } from './repeated-work.ts';

const unexpected = (error: unknown): never => {
  throw error;
};

it('goes on while there is more, and is never done twice at a time', async () => {
  let left = 3;
  let isBusy = false;
  await new Promise<void>((done, failed) => {
    const work = new RepeatedWork(async () => {
      if (isBusy) failed(new Error('done twice at a time'));
      isBusy = true;
      if (left > 1) work.wake();
      await Promise.resolve();
      isBusy = false;
      left -= 1;
      if (left === 0) done();
      return left > 0;
    }, unexpected);
    work.wake();
  });
  expect(left).toBe(0);
});

it('ends after the piece that is being done, however much is left', async () => {
  let done = 0;
  const work = new RepeatedWork(async () => {
    done += 1;
    return true;
  }, unexpected);
  work.wake();
  await work.stop();
  expect(done).toBe(1);
  work.wake();
  await work.stop();
  expect(done).toBe(1);
});

it('is done again after an error, which is told', async () => {
  const errors: unknown[] = [];
  let done = 0;
  const work = new RepeatedWork(
    () => {
      done += 1;
      return Promise.reject(new Error(`no. ${done}`));
    },
    (error) => errors.push(error),
  );
  work.wake();
  await new Promise(setImmediate);
  work.wake();
  await work.stop();
  expect(errors).toEqual([new Error('no. 1'), new Error('no. 2')]);
});

it('is done for every wake, however soon after the last piece it comes', async () => {
  for (let steps = 0; steps < 10; steps += 1) {
    let done = 0;
    const work = new RepeatedWork(async () => {
      done += 1;
      return false;
    }, unexpected);
    work.wake();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    work.wake();
    await new Promise(setImmediate);
    expect([steps, done]).toEqual([steps, 2]);
  }
});

it('is done at its interval, and not any more when it is stopped', async () => {
  vi.useFakeTimers();
  try {
    let done = 0;
    const work = new RepeatedWork(async () => {
      done += 1;
      return false;
    }, unexpected);
    work.start(1_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toBe(0);
    await vi.advanceTimersByTimeAsync(2_001);
    expect(done).toBe(3);
    await work.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(done).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
