import { Disposer, type IDisposable } from '../core/disposer.ts';

/** Maximum frames per second of endless motion: rain looks right at 30 and costs half. */
export const CONTINUOUS_FRAMES_PER_SECOND = 30;
/** Endless motion pauses after this time without input, milliseconds. */
const CONTINUOUS_IDLE_MS = 60_000;

/** A request for continuous frames. */
export interface ContinuousRequest {
  /** Ends the request (a second call has no effect). */
  end(): void;
}

/** Conditions besides the state of the page. */
export interface ContinuousConditions {
  /** Whether the machine is too slow, or reduced motion is set. */
  isForbidden(): boolean;
  /** Called when continuous frames start or stop. */
  changed(): void;
}

/**
 * Counts requests for continuous frames and grants them: not on a hidden page, not outside the visible part of it, not
 * under reduced motion, not at the low tier, and not after a minute without input.
 */
export class ContinuousFrames implements IDisposable {
  readonly #element: Element;
  readonly #conditions: ContinuousConditions;
  readonly #requests = new Set<object>();
  #watch: Disposer | undefined;
  #isOnScreen = true;
  #isIdle = false;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  constructor(element: Element, conditions: ContinuousConditions) {
    this.#element = element;
    this.#conditions = conditions;
  }

  /** Whether continuous frames are granted now. */
  get isRunning(): boolean {
    return (
      this.#requests.size > 0 &&
      !document.hidden &&
      this.#isOnScreen &&
      !this.#isIdle &&
      !this.#conditions.isForbidden()
    );
  }

  request(): ContinuousRequest {
    const request = {};
    if (this.#isDisposed) return { end: () => {} };
    this.#requests.add(request);
    this.#start();
    this.#conditions.changed();
    return {
      end: () => {
        if (!this.#requests.delete(request) || this.#requests.size > 0) return;
        this.#stop();
        this.#conditions.changed();
      },
    };
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#requests.clear();
    this.#stop();
  }

  /** Listens to the page only while there are requests. */
  #start(): void {
    if (this.#watch) return;
    const watch = new Disposer();
    this.#watch = watch;
    watch.listen(document, 'visibilitychange', () => this.#conditions.changed());
    const options = { passive: true, capture: true };
    for (const type of ['pointermove', 'pointerdown', 'wheel', 'keydown', 'touchstart']) {
      watch.listen(window, type, () => this.#touched(), options);
    }
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    watch.listen(motion, 'change', () => this.#conditions.changed());
    const observer = new IntersectionObserver(([entry]) => {
      this.#isOnScreen = entry?.isIntersecting ?? true;
      this.#conditions.changed();
    });
    observer.observe(this.#element);
    watch.add(() => observer.disconnect());
    watch.add(() => clearTimeout(this.#idleTimer));
    this.#isIdle = false;
    this.#idleTimer = setTimeout(this.#checkIdle, CONTINUOUS_IDLE_MS);
    this.#touchedMs = performance.now();
  }

  #stop(): void {
    this.#watch?.dispose();
    this.#watch = undefined;
    this.#isOnScreen = true;
    this.#isIdle = false;
  }

  #touchedMs = 0;

  /** Runs with every pointer move: it only stores the time and sets no timer. */
  #touched(): void {
    this.#touchedMs = performance.now();
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#idleTimer = setTimeout(this.#checkIdle, CONTINUOUS_IDLE_MS);
    this.#conditions.changed();
  }

  readonly #checkIdle = (): void => {
    const left = this.#touchedMs + CONTINUOUS_IDLE_MS - performance.now();
    if (left > 0) {
      this.#idleTimer = setTimeout(this.#checkIdle, left);
      return;
    }
    this.#isIdle = true;
    this.#conditions.changed();
  };
}
