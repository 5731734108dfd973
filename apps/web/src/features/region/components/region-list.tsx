import { useState } from 'react';
import { BellRing, ChevronRight } from 'lucide-react';
import { SearchField, classes } from '@farm3d/ui';
import { locale } from '../../../platform/locale.ts';
import { isDark } from '../../../platform/theme.ts';
import { colourOf, valueOf, valueText } from '../measures.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Lists longer than this have a search field. */
const SEARCH_FROM = 12;

/** The regions of the level by value; each can be selected, and opened where it has a map inside. */
export function RegionList({ screen }: { screen: RegionScreen }) {
  const { view } = screen;
  const [query, setQuery] = useState('');
  const measure = screen.measure.value;
  const counts = screen.counts.value;
  const selected = view.selected.value;
  const all = view.regions.value;
  const isLong = all.length > SEARCH_FROM;
  const text = isLong ? query.trim().toLocaleLowerCase() : '';
  const rows = all
    .filter(({ name }) => name.toLocaleLowerCase().includes(text))
    .map(({ id, name }) => {
      const { alarms = 0, devices = 0 } = counts.get(id) ?? {};
      return { id, name, alarms, devices, value: valueOf(measure, counts.get(id)) };
    })
    .toSorted(
      (a, b) =>
        (b.value ?? -1) - (a.value ?? -1) ||
        b.alarms - a.alarms ||
        b.devices - a.devices ||
        a.name.localeCompare(b.name, locale.value),
    );
  const hasAnyInside = all.some(({ id }) => screen.hasInside(id));
  return (
    <section aria-label={t('region.list')} className="mt-5">
      <h3 className="flex items-baseline gap-2 text-note font-medium text-ink-3">
        {t('region.list')} <span className="tabular-nums font-normal">{all.length}</span>
      </h3>
      {isLong && (
        <div className="mt-2 flex">
          <SearchField
            label={t('region.search')}
            clearLabel={t('common.clear')}
            value={query}
            onValueChange={setQuery}
            size="sm"
            testId="region-search"
          />
        </div>
      )}
      {rows.length === 0 && <p className="py-2 text-note text-ink-2">{t('region.search.none')}</p>}
      <ul className="mt-1">
        {rows.map(({ id, name, value, alarms }) => (
          <li key={id} className="flex items-center">
            <button
              type="button"
              data-testid="region-row"
              data-code={id}
              aria-pressed={id === selected}
              onClick={() => view.select(id === selected ? null : id)}
              className={classes(
                'flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2 text-left',
                id === selected ? 'bg-leaf-soft text-leaf-ink' : 'hover:bg-hover',
              )}
            >
              <span
                aria-hidden
                className="size-3 shrink-0 rounded-sm"
                style={{ background: colourOf(measure, value, isDark.value) }}
              />
              <span className="min-w-0 flex-1 truncate text-body">{name}</span>
              {measure !== 'alarms' && alarms > 0 && (
                <span className="tabular-nums flex shrink-0 items-center gap-1 text-note font-medium text-alarm">
                  <BellRing aria-hidden size={14} />
                  <span className="sr-only">{t('region.alarms', { n: alarms })}</span>
                  <span aria-hidden>{alarms}</span>
                </span>
              )}
              <span className="tabular-nums shrink-0 text-note text-ink-2">
                {valueText(measure, counts.get(id))}
              </span>
            </button>
            {screen.hasInside(id) ? (
              <button
                type="button"
                aria-label={t('region.enter', { name })}
                title={t('region.enter', { name })}
                data-testid="region-row-enter"
                data-code={id}
                onClick={() => screen.enter(id)}
                className="grid size-11 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover"
              >
                <ChevronRight aria-hidden size={18} />
              </button>
            ) : (
              hasAnyInside && <span className="w-11 shrink-0" />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
