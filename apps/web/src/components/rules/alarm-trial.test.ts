import { signal } from '@preact/signals-react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, type AlarmTrialDraft } from '@farm3d/api';
import { createTrial, PAUSE_MS } from './alarm-trial.ts';

const below = (value: number): AlarmTrialDraft => ({ condition: { key: 'moisture', op: '<', value } });

const tooLarge = (): ApiError =>
  new ApiError({ status: 413, code: 413, msg: '', call: 'POST /api/alarmsettings/device/{id}/trial' });

/** A trial whose runs the test ends itself. */
function setUp(first: AlarmTrialDraft | null = null) {
  const tried = signal<AlarmTrialDraft | null>(first);
  const runs: {
    draft: AlarmTrialDraft;
    signal: AbortSignal;
    end: (n: number) => void;
    fail: (error?: Error) => void;
  }[] = [];
  const jobs: ((share: number) => void)[] = [];
  const run = (draft: AlarmTrialDraft, signal: AbortSignal): Promise<number> =>
    new Promise<number>((end, reject) => {
      runs.push({ draft, signal, end, fail: (error = new Error('no network')) => reject(error) });
    });
  const trial = createTrial({
    tried,
    run,
    runAsJob: (draft, signal, onProgress) => {
      jobs.push(onProgress);
      return run(draft, signal);
    },
  });
  return { tried, runs, jobs, trial };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a setting is tried once, when the person pauses', async () => {
  const { tried, runs, trial } = setUp();
  expect(trial.state.value).toBe('incomplete');
  for (const value of [1, 12, 12.5]) {
    tried.value = below(value);
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  }
  expect([runs.length, trial.state.value]).toEqual([0, 'running']);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs.map(({ draft }) => draft)).toEqual([below(12.5)]);
  runs[0]!.end(3);
  await vi.advanceTimersByTimeAsync(0);
  expect([trial.state.value, trial.answer.value]).toEqual(['done', 3]);
  // Another field of the form was changed: the setting to try is the same.
  tried.value = below(12.5);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([runs.length, trial.state.value]).toEqual([1, 'done']);
});

test('a run of a former setting is aborted, and its answer does not count', async () => {
  const { tried, runs, trial } = setUp(below(1));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  tried.value = below(2);
  expect(trial.state.value).toBe('running');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  runs[0]!.end(1);
  runs[1]!.end(2);
  await vi.advanceTimersByTimeAsync(0);
  expect([trial.state.value, trial.answer.value]).toEqual(['done', 2]);
});

test('an answer that comes while the person types is not that of the new setting', async () => {
  const { tried, runs, trial } = setUp(below(1));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  tried.value = below(2);
  runs[0]!.end(1);
  await vi.advanceTimersByTimeAsync(0);
  expect([trial.state.value, trial.answer.value]).toEqual(['running', 1]);
  tried.value = null;
  expect(trial.state.value).toBe('incomplete');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(runs).toHaveLength(1);
});

test('a failure is shown until it is tried again, or changed', async () => {
  const { tried, runs, trial } = setUp(below(1));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  runs[0]!.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect([trial.state.value, String(trial.error.value)]).toEqual(['failed', 'Error: no network']);
  trial.retry();
  expect(trial.state.value).toBe('running');
  runs[1]!.end(4);
  await vi.advanceTimersByTimeAsync(0);
  expect([trial.state.value, trial.answer.value]).toEqual(['done', 4]);
  tried.value = null;
  trial.retry();
  expect(runs).toHaveLength(2);
});

test('too many readings are tried as a job, with its progress; another setting is not', async () => {
  const { tried, runs, jobs, trial } = setUp(below(1));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  runs[0]!.fail(tooLarge());
  await vi.advanceTimersByTimeAsync(0);
  expect([trial.state.value, trial.isTooLarge.value, trial.progress.value]).toEqual(['failed', true, null]);
  trial.tryAsJob();
  expect([trial.state.value, trial.isTooLarge.value, trial.progress.value]).toEqual(['running', false, 0]);
  jobs[0]!(0.4);
  expect(trial.progress.value).toBe(0.4);
  runs[1]!.end(7);
  await vi.advanceTimersByTimeAsync(0);
  expect([trial.state.value, trial.answer.value, trial.progress.value]).toEqual(['done', 7, null]);
  tried.value = below(2);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([runs.length, jobs.length]).toEqual([3, 1]);
});

test('a job that is cancelled ends, and says nothing any more', async () => {
  const { runs, jobs, trial } = setUp(below(1));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  runs[0]!.fail(tooLarge());
  await vi.advanceTimersByTimeAsync(0);
  trial.tryAsJob();
  trial.retry();
  expect(runs[1]!.signal.aborted).toBe(true);
  jobs[0]!(0.9);
  expect(trial.progress.value).toBeNull();
  runs[2]!.fail(tooLarge());
  await vi.advanceTimersByTimeAsync(0);
  expect(trial.isTooLarge.value).toBe(true);
});
