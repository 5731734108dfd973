import { useEffect, useRef } from 'react';
import { Navigation2 } from 'lucide-react';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Scale bar and compass; a click on the compass resets the view. */
export function MapControls({ screen }: { screen: RegionScreen }) {
  const { controls, view } = screen;
  const text = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const needle = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!text.current || !bar.current || !needle.current) return undefined;
    return controls.mount({ text: text.current, bar: bar.current, needle: needle.current });
  }, [controls]);
  return (
    <div className="pointer-events-none flex shrink-0 items-end gap-3">
      <div aria-hidden className="flex flex-col items-end gap-1 text-xs leading-none text-ink-2">
        <span ref={text} data-testid="region-scale" className="tabular-nums" />
        <span ref={bar} className="block h-1.5 border-x border-b border-ink-2" />
      </div>
      <button
        type="button"
        aria-label={t('region.fit')}
        title={t('region.fit')}
        data-testid="region-fit"
        onClick={view.fit}
        className="frosted pointer-events-auto grid size-11 place-items-center text-ink-2 hover:text-ink"
      >
        <span ref={needle} aria-hidden className="grid justify-items-center gap-px">
          <span className="text-xs leading-none font-semibold">N</span>
          <Navigation2 size={16} className="fill-leaf text-leaf" />
        </span>
      </button>
    </div>
  );
}
