import { describe, expect, it } from 'vitest';
import { type PooledWorker, WorkerPool } from './worker-pool.ts';

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

interface FakeWorker extends PooledWorker {
  readonly id: number;
  readonly answer: () => void;
  readonly refuse: (error: Error) => void;
  readonly die: (error: Error) => void;
  isTerminated: boolean;
}

/** A pool whose workers the test starts, kills and watches. */
function fakePool(size: number, isReady = true, jobsPerWorker = 1) {
  const spawned: FakeWorker[] = [];
  const pool = new WorkerPool<FakeWorker>({
    size,
    jobsPerWorker,
    spawn: (kind) => {
      const ready = deferred<void>();
      const failed = deferred<never>();
      const worker: FakeWorker = {
        kind,
        id: spawned.length,
        ready: ready.promise,
        failed: failed.promise,
        answer: () => ready.resolve(undefined),
        refuse: (error) => ready.reject(error),
        die: (error) => failed.reject(error),
        isTerminated: false,
        terminate: () => void (worker.isTerminated = true),
      };
      if (isReady) ready.resolve(undefined);
      spawned.push(worker);
      return worker;
    },
  });
  return { pool, spawned };
}

/** Lets every promise that can settle do so. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('WorkerPool', () => {
  it('starts no worker before the first job, and no more workers than jobs', async () => {
    const { pool, spawned } = fakePool(4);
    expect(spawned).toHaveLength(0);
    for (let i = 0; i < 3; i++) await pool.run(() => Promise.resolve(i));
    expect(spawned).toHaveLength(1);
  });

  it('starts another worker only when a job is queued, up to its size', async () => {
    const { pool, spawned } = fakePool(2);
    const gates = [1, 2, 3].map(() => deferred<number>());
    const jobs = gates.map((gate) => pool.run(() => gate.promise));
    await settle();
    expect(spawned).toHaveLength(2);
    expect(pool.waitingCount).toBe(1);
    gates[1]!.resolve(1);
    await settle();
    // The worker that became idle took the third job.
    expect(spawned).toHaveLength(2);
    expect(pool.waitingCount).toBe(0);
    gates[0]!.resolve(0);
    gates[2]!.resolve(2);
    await expect(Promise.all(jobs)).resolves.toEqual([0, 1, 2]);
  });

  it('keeps a worker whose job failed', async () => {
    const { pool, spawned } = fakePool(1);
    await expect(pool.run(() => Promise.reject(new Error('bad file')))).rejects.toThrow('bad file');
    await expect(pool.run((worker) => Promise.resolve(worker.id))).resolves.toBe(0);
    expect(spawned).toHaveLength(1);
  });

  it('rejects the job of a worker that crashes, and replaces the worker', async () => {
    const { pool, spawned } = fakePool(1);
    const job = pool.run(() => new Promise<never>(() => {}));
    const next = pool.run((worker) => Promise.resolve(worker.id));
    await settle();
    spawned[0]!.die(new Error('out of memory'));
    await expect(job).rejects.toThrow('out of memory');
    await expect(next).resolves.toBe(1);
    expect(spawned[0]!.isTerminated).toBe(true);
    expect(pool.workerCount).toBe(1);
  });

  it('retries once when a worker does not start, then rejects', async () => {
    const { pool, spawned } = fakePool(1, false);
    const job = pool.run(() => Promise.resolve('never'));
    spawned[0]!.refuse(new Error('time'));
    await settle();
    expect(spawned).toHaveLength(2);
    spawned[1]!.refuse(new Error('time again'));
    await expect(job).rejects.toThrow('time again');
    expect(pool.workerCount).toBe(0);
  });

  it('rejects every job when no worker can be started', async () => {
    const { pool, spawned } = fakePool(1, false);
    const jobs = Array.from({ length: 50 }, () => pool.run(() => Promise.resolve()));
    spawned[0]!.refuse(new Error('forbidden'));
    await settle();
    spawned[1]!.refuse(new Error('forbidden'));
    const results = await Promise.allSettled(jobs);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(pool.run(() => Promise.resolve())).rejects.toThrow('forbidden');
    expect(spawned).toHaveLength(2);
  });

  it('runs a job again on another worker after its first worker failed to start', async () => {
    const { pool, spawned } = fakePool(1, false);
    const job = pool.run((worker) => Promise.resolve(worker.id));
    spawned[0]!.refuse(new Error('slow machine'));
    await settle();
    spawned[1]!.answer();
    await expect(job).resolves.toBe(1);
  });

  it('rejects at once on abort, whether queued or running, and continues with the other jobs', async () => {
    const { pool } = fakePool(1);
    const gate = deferred<string>();
    const running = new AbortController();
    const waiting = new AbortController();
    let hasStarted = false;
    const first = pool.run(() => gate.promise, running.signal);
    const second = pool.run(() => {
      hasStarted = true;
      return Promise.resolve('second');
    }, waiting.signal);
    const third = pool.run(() => Promise.resolve('third'));
    await settle();
    running.abort();
    waiting.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    expect(pool.waitingCount).toBe(1);
    gate.resolve('too late');
    await expect(third).resolves.toBe('third');
    expect(hasStarted).toBe(false);
    await expect(pool.run(() => Promise.resolve(1), running.signal)).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it('rejects all jobs on dispose and accepts no more', async () => {
    const { pool, spawned } = fakePool(1);
    const running = pool.run(() => new Promise<never>(() => {}));
    const waiting = pool.run(() => Promise.resolve());
    await settle();
    pool.dispose();
    await expect(running).rejects.toMatchObject({ code: 'disposed' });
    await expect(waiting).rejects.toMatchObject({ code: 'disposed' });
    await expect(pool.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'disposed' });
    expect(spawned.every((worker) => worker.isTerminated)).toBe(true);
    expect(pool.workerCount).toBe(0);
  });

  it('runs each job on a worker of its kind, and ends an idle worker of another kind for it', async () => {
    const { pool, spawned } = fakePool(1);
    await pool.run(() => Promise.resolve(), undefined, 'glb');
    const kind = await pool.run((worker) => Promise.resolve(worker.kind), undefined, 'fbx');
    expect([kind, spawned.length, spawned[0]!.isTerminated, pool.workerCount]).toEqual(['fbx', 2, true, 1]);
  });

  it('gives a busy worker a second job when all workers are started', async () => {
    const { pool, spawned } = fakePool(1, true, 2);
    const gate = deferred<string>();
    const first = pool.run(() => gate.promise);
    await expect(pool.run((worker) => Promise.resolve(worker.id))).resolves.toBe(0);
    gate.resolve('first');
    await expect(first).resolves.toBe('first');
    expect(spawned).toHaveLength(1);
  });

  it('retries two jobs of a crashed worker one at a time', async () => {
    const { pool, spawned } = fakePool(1, true, 2);
    const deadly = pool.run((worker) => {
      if (worker.id > 0) worker.die(new Error('deadly'));
      return new Promise<never>(() => {});
    });
    const innocent = pool.run((worker) =>
      worker.id === 0 ? new Promise<never>(() => {}) : Promise.resolve('alive'),
    );
    await settle();
    spawned[0]!.die(new Error('somebody killed it'));
    await expect(innocent).resolves.toBe('alive');
    await expect(deadly).rejects.toThrow('deadly');
    await expect(pool.run(() => Promise.resolve('next'))).resolves.toBe('next');
  });
});
