import { describe, expect, it } from 'vitest';
import type { Clock } from '../core/clock.ts';
import { FrameLoop } from './frame-loop.ts';

/** A clock whose frames are run by the test. */
class ManualClock implements Clock {
  time = 0;
  #queue = new Map<number, (timeMs: number) => void>();
  #next = 1;

  get pending(): number {
    return this.#queue.size;
  }

  now(): number {
    return this.time;
  }

  requestFrame(callback: (timeMs: number) => void): number {
    this.#queue.set(this.#next, callback);
    return this.#next++;
  }

  cancelFrame(handle: number): void {
    this.#queue.delete(handle);
  }

  tick(ms = 16): void {
    this.time += ms;
    const callbacks = [...this.#queue.values()];
    this.#queue.clear();
    for (const callback of callbacks) callback(this.time);
  }
}

function setUp() {
  const clock = new ManualClock();
  const drawn: string[][] = [];
  const deltas: number[] = [];
  const motion = { framesLeft: 0 };
  const fault = { text: '' };
  const errors: string[] = [];
  const loop = new FrameLoop(clock, {
    advance: (deltaMs) => {
      deltas.push(deltaMs);
      const isMoving = motion.framesLeft > 0;
      motion.framesLeft--;
      return { isMoving, isChanged: isMoving };
    },
    draw: (reasons) => {
      if (fault.text) throw new Error(fault.text);
      drawn.push([...reasons]);
    },
    failed: (error) => void errors.push(String(error)),
  });
  return { clock, drawn, deltas, motion, loop, fault, reported: errors };
}

describe('FrameLoop', () => {
  it('reports a frame that throws once, continues, and draws again afterwards', () => {
    const { loop, fault, reported, drawn } = setUp();
    fault.text = 'a number that is none';
    for (let frame = 0; frame < 5; frame++) {
      loop.request('state');
      loop.flush();
    }
    fault.text = 'something else';
    loop.request('state');
    loop.flush();
    expect(reported).toEqual(['Error: a number that is none', 'Error: something else']);
    fault.text = '';
    loop.request('camera');
    loop.flush();
    expect(drawn).toEqual([['camera']]);
  });

  it('flush draws a requested frame at once, and not again with the next frame', () => {
    const { clock, drawn, loop } = setUp();
    loop.flush();
    expect(drawn).toEqual([]);
    loop.request('camera');
    loop.flush();
    expect(drawn).toEqual([['camera']]);
    clock.tick();
    expect(drawn).toHaveLength(1);
    expect(clock.pending).toBe(0);
    loop.setPaused(true);
    loop.request('data');
    loop.flush();
    expect(drawn).toHaveLength(1);
    loop.setPaused(false);
    clock.tick();
    expect(drawn[1]).toEqual(['data']);
  });

  it('draws once for any number of requests, then stops', () => {
    const { clock, drawn, loop } = setUp();
    loop.request('camera');
    loop.request('data');
    loop.request('camera');
    for (let i = 0; i < 10; i++) clock.tick();
    expect(drawn).toEqual([['camera', 'data']]);
    expect(clock.pending).toBe(0);
  });

  it('continues while something moves and stops after it', () => {
    const { clock, drawn, motion, loop } = setUp();
    motion.framesLeft = 5;
    loop.wake();
    for (let i = 0; i < 20; i++) clock.tick();
    expect(drawn).toHaveLength(5);
    expect(clock.pending).toBe(0);
  });

  it('waking without motion draws nothing', () => {
    const { clock, drawn, loop } = setUp();
    loop.wake();
    clock.tick();
    expect(drawn).toEqual([]);
  });

  it('limits the time step after a pause or a hidden tab', () => {
    const { clock, deltas, motion, loop } = setUp();
    loop.request('a');
    clock.tick();
    clock.tick(60_000);
    motion.framesLeft = 2;
    loop.wake();
    clock.tick(16);
    clock.tick(60_000);
    expect(Math.max(...deltas)).toBeLessThanOrEqual(100);
  });

  it('keeps requests while paused and draws them afterwards', () => {
    const { clock, drawn, loop } = setUp();
    loop.request('a');
    loop.setPaused(true);
    loop.request('b');
    clock.tick();
    expect(drawn).toEqual([]);
    loop.setPaused(false);
    clock.tick();
    expect(drawn).toEqual([['a', 'b']]);
  });

  it('never draws after dispose', () => {
    const { clock, drawn, loop } = setUp();
    loop.request('a');
    loop.dispose();
    loop.request('b');
    clock.tick();
    expect(drawn).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
