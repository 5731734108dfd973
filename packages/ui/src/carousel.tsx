import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { classes } from './classes.ts';
import { pageCount, pageOf } from './paging.ts';

export interface CarouselProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  render: (item: Item) => ReactNode;
  /** Items on a page. */
  perPage: number;
  /** Milliseconds until the next page; 0: never. Pauses under the pointer, with the focus inside, and with reduced motion. */
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
  // The strip slides on the compositor thread, also while the main thread is busy: pages on the way must be visible
  // before it starts, and may be hidden only after it has stopped.
  const [shownPage, setShownPage] = useState(current);

  useEffect(() => {
    const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (autoplayMs <= 0 || pages < 2 || isHovered || paused || isReducedMotion) return undefined;
    const timer = setTimeout(() => onPageChange((current + 1) % pages), autoplayMs);
    return () => clearTimeout(timer);
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

  useEffect(() => {
    const element = strip.current;
    if (!element || shownPage === current) return undefined;
    let isLate = false;
    // Animations are known after the next frame; without any there is nothing to wait for.
    const frameId = requestAnimationFrame(() => {
      const slides = element.getAnimations().map(({ finished }) => finished.catch(() => {}));
      void Promise.all(slides).then(() => !isLate && setShownPage(current));
    });
    return () => {
      isLate = true;
      cancelAnimationFrame(frameId);
    };
  }, [current, shownPage]);

  const turn = (step: number) => onPageChange((current + step + pages) % pages);
  const style: CSSProperties = { transform: `translateX(-${current * 100}%)` };

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
          icon={<ChevronLeft size={20} strokeWidth={1.5} />}
          disabled={pages < 2}
          onClick={() => turn(-1)}
        />
      </div>
      <div className="min-w-0 flex-1 overflow-hidden">
        <div ref={strip} style={style} className="flex h-full transition-transform duration-[250ms] ease-out">
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
          icon={<ChevronRight size={20} strokeWidth={1.5} />}
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
