import type { Signal } from '@preact/signals-react';
import { classes } from '@farm3d/ui';
import { MEASURES, type Measure } from '../measures.ts';
import { t } from '../zh-CN.ts';

/** Choice of the measure that colours the map. */
export function MeasureBar({ measure }: { measure: Signal<Measure> }) {
  return (
    <fieldset className="flex p-1 max-md:mb-2 max-md:rounded-control max-md:bg-sunken md:frosted">
      <legend className="sr-only">{t('region.measure')}</legend>
      {MEASURES.map((one) => (
        <button
          key={one}
          type="button"
          data-testid="region-measure"
          data-measure={one}
          aria-pressed={measure.value === one}
          onClick={() => {
            measure.value = one;
          }}
          className={classes(
            'h-9 min-w-14 rounded-control px-3 text-note font-medium transition-colors duration-150 max-md:h-11 max-md:flex-1',
            measure.value === one ? 'bg-leaf text-on-leaf' : 'text-ink-2 hover:bg-hover',
          )}
        >
          {t(`region.measure.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}
