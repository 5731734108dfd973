import { ChevronRight, CloudSun } from 'lucide-react';
import { classes } from '@farm3d/ui';
import { weatherKind } from '../../scene/weather-kind.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../words.ts';

/** Where one is, from the whole down; each step leads back there. Beside it the weather. */
export function Crumbs({ screen }: { screen: RegionScreen }) {
  const path = screen.path.value;
  const weather = screen.weather.shown.value;
  const kind = weatherKind(weather?.text ?? null);
  const steps = [t('region.whole'), ...path.map(({ name }) => name)];
  return (
    <div className="pointer-events-auto flex min-w-0 flex-wrap gap-2">
      <nav aria-label={t('region.crumbs')} className="frosted flex min-w-0 items-center px-1">
        <ol className="flex min-w-0 items-center">
          {steps.map((name, depth) => {
            const isHere = depth === path.length;
            return (
              <li key={depth} className="flex min-w-0 items-center">
                {depth > 0 && (
                  <ChevronRight aria-hidden size={16} strokeWidth={1.5} className="shrink-0 text-ink-3" />
                )}
                <button
                  type="button"
                  data-testid="region-crumb"
                  data-depth={depth}
                  aria-current={isHere ? 'location' : undefined}
                  disabled={isHere}
                  onClick={() => void screen.up(depth)}
                  className={classes(
                    'h-11 truncate rounded-control px-2.5 text-body',
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
      {weather && weather.temperature !== null && (
        <p
          data-testid="region-weather"
          title={weather.station ? t('region.weather.title', { station: weather.station.name }) : undefined}
          className="frosted figures flex h-[46px] items-center gap-2 px-3 text-note text-ink-2"
        >
          <CloudSun aria-hidden size={18} strokeWidth={1.5} />
          {weather.text && kind
            ? t('region.weather', {
                text: t(`weather.${kind}`),
                temperature: Math.round(weather.temperature),
              })
            : t('region.weather.unknown', { temperature: Math.round(weather.temperature) })}
        </p>
      )}
    </div>
  );
}
