import { classes } from '@farm3d/ui';
import { locale } from '../../../platform/locale.ts';
import type { Measure } from '../measures.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

type Sums = Readonly<Record<'scenes' | 'devices' | 'online' | 'alarms', number>>;

/** Totals of a region, or of all shown ones. A total that is a measure colours the map when pressed. */
export function RegionTotals({ screen, code }: { screen: RegionScreen; code: string | null }) {
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
