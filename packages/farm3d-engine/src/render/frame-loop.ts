import type { Clock } from '../core/clock.ts';
import type { IDisposable } from '../core/disposer.ts';

/** What a frame does. Both are called by the loop only. */
export interface FrameWork {
  /**
   * Advances what moves by itself (camera damping, tweens).
   * @returns whether more frames are needed after this one, and whether the picture changed.
   */
  advance(deltaMs: number): { readonly isMoving: boolean; readonly isChanged: boolean };
  draw(reasons: readonly string[]): void;
  /** One of them threw. Told once for each text of an error, not with every frame. */
  failed(error: unknown): void;
}

/** Reason of a frame that nothing else asked for. */
const CONTINUOUS = 'continuous';

const AT_REST = { isMoving: false, isChanged: false } as const;

/** A pause longer than this (hidden tab, breakpoint) counts as one slow frame, milliseconds. */
const LONGEST_DELTA_MS = 100;

/**
 * Frames only when something asks: a still scene costs nothing. `request` marks the picture as out of date;
 * `wake` only lets things move, and draws if they did.
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

  /** Whether a frame is on its way. */
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

  /** Draws what was asked for now, not with the screen's next picture: a page that is hidden gets none of those. */
  flush(): void {
    if (this.#disposed || this.#paused || this.#reasons.size === 0) return;
    this.#cancel();
    this.#frame();
  }

  /** Frames that follow one another without being asked for, at most so many a second; 0 ends them. */
  setContinuous(framesPerSecond: number): void {
    this.#continuousMs = framesPerSecond > 0 ? 1000 / framesPerSecond : undefined;
    if (this.#continuousMs !== undefined) this.wake();
  }

  /** While paused (no drawing context) requests are kept. */
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
    const delta = this.#lastMs === undefined ? 1000 / 60 : Math.min(now - this.#lastMs, LONGEST_DELTA_MS);
    const { isMoving, isChanged } = this.#unlessFailing(() => this.#work.advance(delta)) ?? AT_REST;
    if (isChanged) this.#reasons.add('motion');
    const continuousMs = this.#continuousMs;
    // A screen's frames do not come on the dot: a tick that is due within a quarter of the interval is due.
    if (continuousMs !== undefined && now - this.#drawnMs > continuousMs * 0.75)
      this.#reasons.add(CONTINUOUS);
    if (this.#reasons.size > 0 && !this.#disposed) {
      const reasons = [...this.#reasons];
      this.#reasons.clear();
      this.#drawnMs = now;
      this.#unlessFailing(() => this.#work.draw(reasons));
    }
    // At rest the next frame has no predecessor: its delta must not be the length of the rest.
    const goesOn = isMoving || this.#continuousMs !== undefined;
    this.#lastMs = goesOn ? now : undefined;
    if (goesOn) this.wake();
  };

  /** A frame that throws must not end the page's task: what is scheduled behind it would never come. */
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
