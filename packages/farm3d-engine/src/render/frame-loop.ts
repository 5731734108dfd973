import type { Clock } from '../core/clock.ts';
import type { IDisposable } from '../core/disposer.ts';

/** The work of a frame. Called by the loop only. */
export interface FrameWork {
  /**
   * Advances animations (camera damping, tweens).
   * @returns whether more frames are needed, and whether the frame changed.
   */
  advance(deltaMs: number): { readonly isMoving: boolean; readonly isChanged: boolean };
  draw(reasons: readonly string[]): void;
  /** One of them threw. Called once for each error text, not with every frame. */
  failed(error: unknown): void;
}

/** Reason of a continuous frame. */
const CONTINUOUS = 'continuous';

const AT_REST = { isMoving: false, isChanged: false } as const;

/** A longer pause (hidden tab, breakpoint) counts as this, milliseconds. */
const MAX_DELTA_MS = 100;

/**
 * Renders on demand: a still scene costs nothing. `request` schedules a frame; `wake` schedules an update of animations,
 * which draws only if something changed.
 */
export class FrameLoop implements IDisposable {
  readonly #clock: Clock;
  readonly #work: FrameWork;
  readonly #reasons = new Set<string>();
  readonly #reportedFailures = new Set<string>();
  #handle: number | undefined;
  #lastMs: number | undefined;
  #drawnMs = -Infinity;
  #continuousMs: number | undefined;
  #paused = false;
  #disposed = false;

  constructor(clock: Clock, work: FrameWork) {
    this.#clock = clock;
    this.#work = work;
  }

  /** Whether a frame is scheduled. */
  get isScheduled(): boolean {
    return this.#handle !== undefined;
  }

  request(reason: string): void {
    this.#reasons.add(reason);
    this.wake();
  }

  wake(): void {
    if (this.#handle !== undefined || this.#paused || this.#disposed) return;
    this.#handle = this.#clock.requestFrame(this.#frame);
  }

  /** Draws the requested frame now, not with the next animation frame: a hidden page gets none. */
  flush(): void {
    if (this.#disposed || this.#paused || this.#reasons.size === 0) return;
    this.#cancel();
    this.#frame();
  }

  /** Draws frames continuously, at most this many per second; 0 ends it. */
  setContinuous(framesPerSecond: number): void {
    this.#continuousMs = framesPerSecond > 0 ? 1000 / framesPerSecond : undefined;
    if (this.#continuousMs !== undefined) this.wake();
  }

  /** Requests are kept while paused (no drawing context). */
  setPaused(paused: boolean): void {
    this.#paused = paused;
    if (paused) this.#cancel();
    else if (this.#reasons.size > 0 || this.#continuousMs !== undefined) this.wake();
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancel();
    this.#reasons.clear();
  }

  readonly #frame = (): void => {
    this.#handle = undefined;
    const now = this.#clock.now();
    const delta = this.#lastMs === undefined ? 1000 / 60 : Math.min(now - this.#lastMs, MAX_DELTA_MS);
    const { isMoving, isChanged } = this.#unlessFailing(() => this.#work.advance(delta)) ?? AT_REST;
    if (isChanged) this.#reasons.add('motion');
    const continuousMs = this.#continuousMs;
    // A frame is due after three quarters of the interval, because screen frames are not exactly periodic.
    if (continuousMs !== undefined && now - this.#drawnMs > continuousMs * 0.75)
      this.#reasons.add(CONTINUOUS);
    if (this.#reasons.size > 0 && !this.#disposed) {
      const reasons = [...this.#reasons];
      this.#reasons.clear();
      this.#drawnMs = now;
      this.#unlessFailing(() => this.#work.draw(reasons));
    }
    // The first frame after a rest has no predecessor: its delta must not be the length of the rest.
    const goesOn = isMoving || this.#continuousMs !== undefined;
    this.#lastMs = goesOn ? now : undefined;
    if (goesOn) this.wake();
  };

  /** An exception must not end the callback: the next frame would not be scheduled. */
  #unlessFailing<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      const text = String(error);
      if (!this.#reportedFailures.has(text)) this.#work.failed(error);
      this.#reportedFailures.add(text);
      return undefined;
    }
  }

  #cancel(): void {
    if (this.#handle !== undefined) this.#clock.cancelFrame(this.#handle);
    this.#handle = undefined;
    this.#lastMs = undefined;
  }
}
