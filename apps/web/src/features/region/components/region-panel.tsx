import { useEffect, useRef } from 'react';
import { effect } from '@preact/signals-react';
import { ArrowRight, BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { classes, Skeleton } from '@farm3d/ui';
import type { RegionSite } from '@farm3d/api';
import { locale } from '../../../platform/locale.ts';
import { alarmsPath, scenePath } from '../../../platform/paths.ts';
import { isNarrow } from '../../../platform/viewport.ts';
import type { Measure } from '../measures.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';
import { MeasureBar } from './map-overlays.tsx';
import { RegionList } from './region-list.tsx';

/** Scenes listed while no region is selected. */
const FIRST_SITES = 4;

/** Panel beside the map: totals, regions, and the scenes of the selected region. */
export function RegionPanel({ screen }: { screen: RegionScreen }) {
  const { view, path, summary } = screen;
  const areaSummary = summary.value.value;
  const regions = screen.isPlain.value ? [] : view.regions.value;
  const chosen = regions.find(({ id }) => id === view.selected.value);
  const sites = sitesOf(screen, chosen?.id ?? null);
  const listed = chosen || regions.length === 0 ? sites : sites.slice(0, FIRST_SITES);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let shown = screen.parent.peek();
    return effect(() => {
      const level = screen.parent.value;
      const isChosen = view.selected.value !== null;
      const element = scroller.current;
      // A list that is being used keeps its scroll position.
      const isInUse = element?.contains(document.activeElement) ?? false;
      if (level !== shown || (isChosen && !isInUse)) element?.scrollTo({ top: 0 });
      shown = level;
    });
  }, [screen, view]);
  const title = chosen?.name ?? path.value.at(-1)?.name ?? t('region.whole');
  return (
    <aside
      aria-label={t('region.list')}
      className="flex min-h-0 w-full shrink-0 flex-col border-t border-line bg-raised max-lg:max-h-[45%] lg:w-88 lg:border-t-0 lg:border-l"
    >
      <div ref={scroller} className="thin-scrollbar min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <div className="sticky top-0 z-10 -mx-4 bg-raised px-4 pt-4 pb-2">
          {isNarrow.value && !screen.isPlain.value && <MeasureBar measure={screen.measure} />}
          <h2 data-testid="region-title" className="text-title font-semibold">
            {title}
          </h2>
          {areaSummary ? (
            <>
              <RegionTotals screen={screen} code={chosen?.id ?? null} />
              <AlarmsLink screen={screen} code={chosen?.id ?? null} />
            </>
          ) : (
            <Skeleton className="mt-2 h-15" />
          )}
          {chosen && screen.hasInside(chosen.id) && (
            <button
              type="button"
              data-testid="region-enter"
              onClick={() => screen.enter(chosen.id)}
              className="mt-3 flex h-11 w-full items-center justify-between rounded-control bg-leaf px-4 text-body font-medium text-on-leaf hover:bg-leaf-strong"
            >
              {t('region.enter', { name: chosen.name })}
              <ArrowRight aria-hidden size={18} />
            </button>
          )}
        </div>
        {areaSummary && (
          <section aria-label={t('region.sites')} className="mt-2">
            <h3 className="text-note font-medium text-ink-3">
              {chosen ? t('region.sites') : t('region.sites.all')}
            </h3>
            {sites.length === 0 ? (
              <p className="py-2 text-note text-ink-2">{t('region.sites.none')}</p>
            ) : (
              <ul className="mt-1 flex flex-col gap-1">
                {listed.map((site) => (
                  <li key={site.id}>
                    <SiteLink site={site} />
                  </li>
                ))}
              </ul>
            )}
            {sites.length > listed.length && (
              <p className="mt-1 text-note text-ink-3">
                {t('region.sites.more', { n: sites.length - listed.length })}
              </p>
            )}
            {areaSummary.unplaced.scenes + areaSummary.unplaced.devices > 0 &&
              !chosen &&
              path.value.length === 0 && (
                <p className="mt-2 text-note text-ink-3">{unplacedText(areaSummary.unplaced)}</p>
              )}
          </section>
        )}
        {regions.length > 0 && <RegionList key={screen.parent.value} screen={screen} />}
        {screen.isSimulated.value && (
          <div className="mt-5 rounded-control bg-amber-soft px-3 py-2.5 text-note text-amber">
            <p>{t('region.simulated.note')}</p>
            {screen.mayChangeMaps.value && (
              <button
                type="button"
                data-testid="region-replace"
                onClick={screen.files.open}
                className="-ml-2 flex h-11 items-center rounded-control px-2 font-medium text-amber underline underline-offset-4 hover:bg-hover"
              >
                {t('region.simulated.replace')}
              </button>
            )}
          </div>
        )}
      </div>
    </aside>
  );
}

type Sums = Readonly<Record<'scenes' | 'devices' | 'online' | 'alarms', number>>;

/** Totals of a region, or of all shown ones. A total that is a measure colours the map when pressed. */
function RegionTotals({ screen, code }: { screen: RegionScreen; code: string | null }) {
  const sums = sumsOf(screen, code);
  const figure = (n: number): string => n.toLocaleString(locale.value);
  const choice = (measure: Measure): Pick<TotalProps, 'measure' | 'isChosen' | 'onChoose'> =>
    screen.isPlain.value
      ? {}
      : { measure, isChosen: screen.measure.value === measure, onChoose: screen.colourBy };
  return (
    <dl data-testid="region-totals" className="mt-2 grid grid-cols-[1fr_1.5fr_1fr] gap-2">
      <Total label={t('region.sites.all')} value={figure(sums.scenes)} />
      <Total
        label={t('region.measure.devices')}
        value={figure(sums.devices)}
        note={t('region.online', { n: figure(sums.online) })}
        {...choice('devices')}
      />
      <Total
        label={t('region.measure.alarms')}
        value={figure(sums.alarms)}
        isUrgent={sums.alarms > 0}
        {...choice('alarms')}
      />
    </dl>
  );
}

interface TotalProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly isUrgent?: boolean;
  readonly measure?: Measure;
  readonly isChosen?: boolean;
  readonly onChoose?: (measure: Measure) => void;
}

function Total({ label, value, note, isUrgent = false, measure, isChosen = false, onChoose }: TotalProps) {
  return (
    <div
      className={classes(
        'relative rounded-control px-3 py-2',
        isUrgent ? 'bg-alarm-soft text-alarm' : 'bg-sunken text-ink',
      )}
    >
      <dt className={classes('text-note', !isUrgent && 'text-ink-3')}>{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="tabular-nums text-title leading-tight font-semibold">{value}</span>
        {note && <span className="tabular-nums text-note text-ink-3">{note}</span>}
        {measure && onChoose && (
          <button
            type="button"
            data-testid="region-total-measure"
            data-measure={measure}
            aria-label={t('region.colour', { measure: t(`region.measure.${measure}`) })}
            title={t('region.colour', { measure: t(`region.measure.${measure}`) })}
            aria-pressed={isChosen}
            onClick={() => onChoose(measure)}
            className="absolute inset-0 rounded-control hover:bg-hover"
          />
        )}
      </dd>
    </div>
  );
}

function sumsOf(screen: RegionScreen, code: string | null): Sums {
  const sums = { scenes: 0, devices: 0, online: 0, alarms: 0 };
  const add = ({ devices, online, alarms }: Omit<Sums, 'scenes'>, scenes: number) => {
    sums.scenes += scenes;
    sums.devices += devices;
    sums.online += online;
    sums.alarms += alarms;
  };
  if (screen.isPlain.value) {
    for (const site of screen.summary.value.value?.sites ?? []) add(site, 1);
  } else {
    for (const area of screen.counts.value.values()) {
      if (code === null || area.code === code) add(area, area.scenes);
    }
  }
  return sums;
}

/** To the alarms of the chosen region, or of all. Those of simulated territory do not exist. */
function AlarmsLink({ screen, code }: { screen: RegionScreen; code: string | null }) {
  const map = screen.parent.value;
  const area = code ?? map;
  const ofMap = code === null ? (screen.path.value.at(-2)?.code ?? '') : map;
  return (
    <Link
      href={alarmsPath({
        state: 'active',
        ...(area === '' ? {} : { area, ...(ofMap === '' ? {} : { map: ofMap }) }),
      })}
      data-testid="region-alarms"
      className="-mx-2 mt-1 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-note font-medium text-water hover:bg-hover"
    >
      <BellRing aria-hidden size={16} />
      {t('region.alarms.open')}
    </Link>
  );
}

function sitesOf(screen: RegionScreen, code: string | null): readonly RegionSite[] {
  const sites = (screen.summary.value.value?.sites ?? []).toSorted(
    (a, b) => b.alarms - a.alarms || b.devices - a.devices || a.name.localeCompare(b.name, 'zh-CN'),
  );
  if (screen.isPlain.value) return sites;
  const presentIds = new Set(screen.view.regions.value.map(({ id }) => id));
  return sites.filter(
    ({ areaCode }) => areaCode !== null && (code === null ? presentIds.has(areaCode) : areaCode === code),
  );
}

/** Text for scenes and devices without coordinates. */
function unplacedText({ scenes, devices }: { scenes: number; devices: number }): string {
  if (scenes === 0) return t('region.unplaced.devices', { devices });
  if (devices === 0) return t('region.unplaced.scenes', { scenes });
  return t('region.unplaced', { scenes, devices });
}

/** To the scene, and beside it to its alarms. */
function SiteLink({ site }: { site: RegionSite }) {
  return (
    <div className="flex items-stretch rounded-control border border-line">
      <Link
        href={scenePath(site.id)}
        data-testid="region-site"
        data-scene-id={site.id}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-3 py-1.5 hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-body font-medium">{site.name}</span>
          <span className="tabular-nums block text-note text-ink-3">
            {t('region.devices', { n: site.devices })} · {t('region.online', { n: site.online })}
          </span>
        </span>
        {site.alarms === 0 && <Arrow />}
      </Link>
      {site.alarms > 0 && (
        <Link
          href={alarmsPath({ state: 'active', scene: site.id })}
          data-testid="region-site-alarms"
          data-scene-id={site.id}
          title={t('region.alarms', { n: site.alarms })}
          className="tabular-nums flex min-w-11 items-center justify-center gap-1 rounded-control border-l border-line px-3 text-note font-medium text-alarm hover:bg-alarm-soft"
        >
          <BellRing aria-hidden size={16} />
          <span className="sr-only">{t('region.alarms', { n: site.alarms })}</span>
          <span aria-hidden>{site.alarms}</span>
        </Link>
      )}
    </div>
  );
}

const Arrow = () => <ArrowRight aria-hidden size={18} className="shrink-0 text-leaf" />;
