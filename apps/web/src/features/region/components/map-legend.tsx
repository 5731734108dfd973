import { Clock } from 'lucide-react';
import { live } from '../../../platform/services.ts';
import { isDark } from '../../../platform/theme.ts';
import { clockText } from '../../../platform/time-text.ts';
import { missingColour } from '../measures.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Legend: colours, unit, number of regions, time of the data. */
export function MapLegend({ screen }: { screen: RegionScreen }) {
  const legend = screen.view.legend.value;
  if (!legend || screen.isPlain.value) return null;
  const measure = screen.measure.value;
  const asOf = screen.asOf.value;
  const items = [
    ...legend.items,
    ...(legend.missing > 0
      ? [{ color: missingColour(isDark.value), label: t('region.legend.missing'), count: legend.missing }]
      : []),
  ];
  return (
    <section
      aria-label={t('region.legend')}
      className="frosted pointer-events-auto max-w-full px-4 py-3 max-md:px-3 max-md:py-2 md:w-fit"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-note max-md:hidden">
        <span className="font-medium text-ink">{t(`region.legend.${measure}`)}</span>
        <span className="text-ink-3">{t('region.legend.count')}</span>
      </p>
      <dl data-testid="region-legend" className="mt-1.5 flex gap-x-1 gap-y-1.5 text-note max-md:mt-0">
        {items.map(({ color, label, count }) => (
          <div
            key={label}
            className="flex gap-1.5 border-t-8 pt-1 leading-tight max-md:min-w-0 max-md:flex-1 max-md:text-xs md:max-w-28 md:min-w-16 md:pr-2"
            style={{ borderColor: color }}
          >
            <dt className="text-ink">{label}</dt>
            <dd className="tabular-nums text-ink-3 max-md:sr-only">{count}</dd>
          </div>
        ))}
      </dl>
      {asOf !== null && (
        <p
          data-testid="region-as-of"
          className="mt-1.5 flex items-center gap-1.5 text-[0.75rem] text-ink-3 max-md:hidden"
        >
          <Clock aria-hidden size={14} />
          <span className="tabular-nums">{t('region.asOf', { time: clockText(asOf) })}</span>
          {live.status.value === 'online' && <span>{t('region.asOf.live')}</span>}
        </p>
      )}
    </section>
  );
}
