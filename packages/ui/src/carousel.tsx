import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { classes } from './classes.ts';
import { pageCount, pageOf } from './paging.ts';
import { useTween } from './tween.ts';

const SLIDE_MS = 250;
/** Events of somebody who works in the page: it does not turn under them. */
const SIGNS_OF_WORK = ['pointerdown', 'pointerup', 'keydown', 'wheel', 'input'] as const;

export interface CarouselProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  render: (item: Item) => ReactNode;
  /** Items on a page. */
  perPage: number;
  /**
   * Milliseconds until the next page; 0: never. Any press, key or wheel in the page begins them anew. Pauses under the
   * pointer, with the focus inside, and with reduced motion.
   */
  autoplayMs: number;
  /** Counted from 0. */
  page: number;
  onPageChange: (page: number) => void;
  /** Pauses it, such as while an item is dragged. */
  paused?: boolean;
  previousLabel: string;
  nextLabel: string;
  /** 'page 2 of 3' for screen readers. */
  pageLabel: (page: number, pages: number) => string;
}

/** Items in pages, endless in both directions. */
export function Carousel<Item>(props: CarouselProps<Item>) {
  const { items, perPage, autoplayMs, page, onPageChange, paused = false } = props;
  const [isHovered, setHovered] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const pages = pageCount(items.length, perPage);
  const current = Math.min(page, pages - 1);
  const tween = useTween();
  // Pages on the way must be visible before the strip starts to slide, and may be hidden only after it has stopped.
  const [shownPage, setShownPage] = useState(current);
  /** Position of the strip, in pages. */
  const position = useRef(current);

  useEffect(() => {
    const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (autoplayMs <= 0 || pages < 2 || isHovered || paused || isReducedMotion) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => onPageChange((current + 1) % pages), autoplayMs);
    };
    begin();
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    for (const type of SIGNS_OF_WORK) addEventListener(type, begin, options);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, [autoplayMs, current, pages, isHovered, paused, onPageChange]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ['pointerenter', 'focusin'])
      element.addEventListener(type, () => setHovered(true), { signal });
    for (const type of ['pointerleave', 'focusout'])
      element.addEventListener(type, () => setHovered(false), { signal });
    return () => listening.abort();
  }, []);

  useLayoutEffect(() => {
    const from = position.current;
    const place = (at: number): void => {
      position.current = at;
      if (strip.current) strip.current.style.transform = `translateX(${-at * 100}%)`;
    };
    place(from);
    if (from === current) return undefined;
    const running = tween({
      durationMs: SLIDE_MS,
      onUpdate: (progress) => place(from + (current - from) * progress),
      onDone: () => setShownPage(current),
    });
    return () => running.cancel();
  }, [current, tween]);

  const turn = (step: number) => onPageChange((current + step + pages) % pages);

  return (
    <section
      ref={frame}
      aria-roledescription="carousel"
      aria-label={props.label}
      className="relative flex h-full items-stretch"
    >
      <div className="grid place-items-center sm:px-1">
        <IconButton
          className="max-sm:pointer-fine:w-9"
          label={props.previousLabel}
          icon={<ChevronLeft size={20} />}
          disabled={pages < 2}
          onClick={() => turn(-1)}
        />
      </div>
      <div className="min-w-0 flex-1 overflow-hidden">
        <div ref={strip} className="flex h-full">
          {Array.from({ length: pages }, (_, index) => (
            <ul
              key={index}
              aria-label={props.pageLabel(index + 1, pages)}
              inert={index !== current}
              data-testid="carousel-page"
              className={classes(
                'grid w-full shrink-0 gap-2 p-2',
                index !== current && shownPage === current && 'invisible',
              )}
              style={{ gridTemplateColumns: `repeat(${perPage}, minmax(0, 1fr))` }}
            >
              {pageOf(items, index, perPage).map((item) => (
                <li key={props.keyOf(item)} className="min-w-0">
                  {props.render(item)}
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
      <div className="grid place-items-center sm:px-1">
        <IconButton
          className="max-sm:pointer-fine:w-9"
          label={props.nextLabel}
          icon={<ChevronRight size={20} />}
          disabled={pages < 2}
          onClick={() => turn(1)}
        />
      </div>
      <div aria-hidden className="absolute inset-x-0 bottom-0.5 flex justify-center gap-1">
        {pages > 1 &&
          Array.from({ length: pages }, (_, index) => (
            <span
              key={index}
              className={classes(
                'h-0.5 rounded-full transition-all',
                index === current ? 'w-4 bg-leaf' : 'w-1.5 bg-line-strong',
              )}
            />
          ))}
      </div>
    </section>
  );
}
