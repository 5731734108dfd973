import {
  ChevronRight,
  Cloud,
  CloudRain,
  CloudSnow,
  CloudSun,
  Cloudy,
  FlaskConical,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import type { WeatherKind } from 'farm3d-engine/region';
import { Menu, classes } from '@farm3d/ui';
import { isNarrow } from '../../../platform/viewport.ts';
import { weatherKind } from '../../../platform/names.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

const ICONS: Readonly<Record<WeatherKind, LucideIcon>> = {
  sunny: Sun,
  cloudy: CloudSun,
  overcast: Cloudy,
  rain: CloudRain,
  snow: CloudSnow,
};
const KINDS = ['sunny', 'cloudy', 'overcast', 'rain', 'snow'] as const satisfies readonly WeatherKind[];

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

/**
 * Weather and its source and, where it is allowed, a menu of mock weather. On a phone the kind is the icon alone, so that the
 * row of tools above the map never breaks into two.
 */
function WeatherChip({ screen }: { screen: RegionScreen }) {
  const { weather } = screen;
  const real = weather.shown.value;
  const mock = weather.mock.value;
  const mayMock = weather.mayMock.value;
  const isKnown = real !== null && real.temperature !== null;
  if (!isKnown && !mayMock) return null;
  const kind = mock ?? weatherKind(real?.text ?? null);
  const Icon = kind ? ICONS[kind] : Cloud;
  const content = (
    <>
      <Icon aria-hidden size={18} />
      {mock ? (
        <>
          <span className="text-ink">{t(`weather.${mock}`)}</span>
          <span className="rounded-full bg-amber-soft px-2 text-[0.75rem] text-amber">
            {t('region.weather.mock')}
          </span>
        </>
      ) : (
        <>
          <span className={isKnown ? 'text-ink' : 'text-ink max-md:sr-only'}>
            {isKnown
              ? readingOf(real.temperature ?? 0, isNarrow.value ? null : kind)
              : t('region.weather.none')}
            {isKnown && kind && isNarrow.value && <span className="sr-only"> {t(`weather.${kind}`)}</span>}
          </span>
          {isKnown && <span className="text-ink-3 max-md:sr-only">{sourceOf(real)}</span>}
        </>
      )}
    </>
  );
  const classNames =
    'frosted tabular-nums flex h-[calc(2.75rem+2px)] items-center gap-2 px-3 text-note text-ink-2';
  if (!mayMock) {
    return (
      <p data-testid="region-weather" className={classNames}>
        {content}
      </p>
    );
  }
  return (
    <Menu
      testId="region-weather"
      anchor="bottom end"
      buttonClassName={`${classNames} hover:text-ink`}
      button={
        <>
          {content}
          <span className="sr-only">{t('region.weather.choose')}</span>
        </>
      }
      entries={[
        {
          id: 'weather-real',
          label: t('region.weather.real'),
          checked: mock === null,
          onSelect: () => weather.setMock(null),
        },
        ...KINDS.map((one, index) => {
          const KindIcon = ICONS[one];
          return {
            id: `weather-${one}`,
            label: t(`weather.${one}`),
            icon: <KindIcon aria-hidden size={18} />,
            checked: mock === one,
            startsGroup: index === 0,
            onSelect: () => weather.setMock(one),
          };
        }),
      ]}
    />
  );
}

/** Distance below which a station counts as local, kilometres. */
const NEAR_KM = 1;

const readingOf = (temperature: number, kind: WeatherKind | null): string =>
  kind
    ? t('region.weather', { text: t(`weather.${kind}`), temperature: Math.round(temperature) })
    : t('region.weather.unknown', { temperature: Math.round(temperature) });

function sourceOf({ station, source }: NonNullable<RegionScreen['weather']['shown']['value']>): string {
  if (!station) return t('region.weather.source', { source: source ?? '' });
  return station.distanceKm === null || station.distanceKm < NEAR_KM
    ? t('region.weather.title', { station: station.name })
    : t('region.weather.station', { station: station.name, km: Math.round(station.distanceKm) });
}
