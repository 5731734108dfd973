/** What each watched element does while it is in view, and how it ends. */
const watched = new Map<Element, { readonly begin: () => () => void; end?: (() => void) | undefined }>();
let observer: IntersectionObserver | undefined;

function follow(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const one = watched.get(target);
    if (!one || isIntersecting === (one.end !== undefined)) continue;
    if (isIntersecting) one.end = one.begin();
    else {
      one.end?.();
      one.end = undefined;
    }
  }
}

/**
 * Does something while an element is in view, also inside of lists that scroll; a frame late at most. It begins at once: a
 * page that is not drawn does not know what is in view.
 * @param begin called now and when it comes into view again; returns what ends it
 * @returns what ends it for good
 */
export function whileInView(element: Element, begin: () => () => void): () => void {
  observer ??= new IntersectionObserver(follow);
  watched.set(element, { begin, end: begin() });
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    watched.get(element)?.end?.();
    watched.delete(element);
  };
}
