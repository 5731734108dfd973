import { isDark } from '../../../platform/theme.ts';
import { missingColour } from '../measures.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../words.ts';

/** What the colours mean, and how many regions have each. */
export function MapLegend({ screen }: { screen: RegionScreen }) {
  const legend = screen.stage.legend.value;
  if (!legend || screen.isPlain.value) return null;
  const items = [
    ...legend.items,
    ...(legend.missing > 0
      ? [{ color: missingColour(isDark.value), label: t('region.legend.missing'), count: legend.missing }]
      : []),
  ];
  return (
    <dl
      aria-label={t('region.legend')}
      data-testid="region-legend"
      className="frosted flex w-fit max-w-full flex-wrap gap-x-4 gap-y-1 px-4 py-2.5 text-note"
    >
      {items.map(({ color, label, count }) => (
        <div key={label} className="flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-sm" style={{ background: color }} />
          <dt className="text-ink">{label}</dt>
          <dd className="figures text-ink-3">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
