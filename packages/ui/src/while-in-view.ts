/** Of what is out of view: time between two calls of `meanwhile`, milliseconds. */
const MEANWHILE_MS = 2000;

interface Watched {
  readonly begin: () => () => void;
  readonly meanwhile: () => void;
  /** Undefined while it is out of view. */
  end: (() => void) | undefined;
}

const watched = new Map<Element, Watched>();
let observer: IntersectionObserver | undefined;
let timer: ReturnType<typeof setInterval> | undefined;

function follow(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const one = watched.get(target);
    if (!one || isIntersecting === (one.end !== undefined)) continue;
    one.end?.();
    one.end = isIntersecting ? one.begin() : undefined;
  }
}

function callMeanwhile(): void {
  for (const { end, meanwhile } of watched.values()) if (!end) meanwhile();
}

/**
 * Follows something closely while an element is in view, also inside of lists that scroll, and now and then while it is
 * not. It begins at once: a page that is not drawn does not know what is in view.
 * @param begin called now and when it comes into view again; returns what ends it
 * @param meanwhile called every two seconds out of view
 * @returns what ends it for good
 */
export function whileInView(element: Element, begin: () => () => void, meanwhile: () => void): () => void {
  observer ??= new IntersectionObserver(follow);
  timer ??= setInterval(callMeanwhile, MEANWHILE_MS);
  watched.set(element, { begin, meanwhile, end: begin() });
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    watched.get(element)?.end?.();
    watched.delete(element);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
