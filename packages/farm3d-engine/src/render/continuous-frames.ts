import { Disposer, type IDisposable } from '../core/disposer.ts';

/** Most frames a second that something which moves by itself gets: rain at 30 looks like rain, and halves the cost. */
export const CONTINUOUS_FRAMES_PER_SECOND = 30;
/** Nobody has touched the page for so long: what moves by itself rests until somebody does, milliseconds. */
const CONTINUOUS_IDLE_MS = 60_000;

/** One wish for frames without end. */
export interface ContinuousRequest {
  /** Takes the wish back (harmless when called twice). */
  end(): void;
}

/** What decides besides the page itself. */
export interface ContinuousConditions {
  /** Whether the machine is too slow for it, or the person wants no motion. */
  isForbidden(): boolean;
  /** Frames begin or end: the loop has to look again. */
  changed(): void;
}

/**
 * Counts who wants frames without end, and says when that is granted: not on a hidden page, not outside the visible part
 * of it, not under reduced motion, not in the low tier, and not when nobody has touched anything for a minute.
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

  /** Whether frames follow one another now. */
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

  /** Listens to the page only while somebody wants frames. */
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

  /** Called for every move of the pointer: no timer is set anew, only the time is noted. */
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
