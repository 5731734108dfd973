import { ChevronRight, FlaskConical } from 'lucide-react';
import { classes } from '@farm3d/ui';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';
import { WeatherChip } from './weather-chip.tsx';

/** Breadcrumb of the levels, with the weather and a mark for simulated maps. */
export function Crumbs({ screen }: { screen: RegionScreen }) {
  const path = screen.path.value;
  const steps = [t('region.whole'), ...path.map(({ name }) => name)];
  return (
    <div className="pointer-events-auto flex min-w-0 flex-1 flex-wrap gap-2">
      <nav aria-label={t('region.crumbs')} className="frosted flex min-w-0 items-center px-1">
        {screen.isSimulated.value && (
          <span
            title={t('region.simulated.hint')}
            className={classes('ml-2 shrink-0 text-amber', path.length === 0 && 'md:hidden')}
          >
            <FlaskConical aria-hidden size={16} />
            <span className="sr-only">{t('region.simulated')}</span>
          </span>
        )}
        <ol className="flex min-w-0 items-center">
          {steps.map((name, depth) => {
            const isHere = depth === path.length;
            return (
              <li
                key={depth}
                // A phone shows the present level and its parent.
                className={classes('flex min-w-0 items-center', depth < path.length - 1 && 'max-md:hidden')}
              >
                {depth > 0 && (
                  <ChevronRight
                    aria-hidden
                    size={16}

                    className={classes('shrink-0 text-ink-3', !isHere && 'max-md:hidden')}
                  />
                )}
                <button
                  type="button"
                  data-testid="region-crumb"
                  data-depth={depth}
                  aria-current={isHere ? 'location' : undefined}
                  disabled={isHere}
                  onClick={() => void screen.up(depth)}
                  className={classes(
                    'h-11 max-w-48 truncate rounded-control px-2.5 text-body',
                    isHere ? 'font-semibold text-ink' : 'text-water hover:bg-hover',
                  )}
                >
                  {name}
                </button>
              </li>
            );
          })}
        </ol>
      </nav>
      <WeatherChip screen={screen} />
      {screen.isSimulated.value && path.length === 0 && (
        <p
          data-testid="region-simulated"
          title={t('region.simulated.hint')}
          className="frosted flex h-[calc(2.75rem+2px)] items-center gap-2 px-3 text-note text-amber max-md:hidden"
        >
          <FlaskConical aria-hidden size={16} />
          {t('region.simulated')}
        </p>
      )}
    </div>
  );
}
