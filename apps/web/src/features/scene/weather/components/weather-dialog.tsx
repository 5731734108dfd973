import { Cloud, CloudRain, CloudSun, Snowflake, Sun, type LucideIcon } from 'lucide-react';
import { Button, ChoiceTiles, TextField, classes } from '@farm3d/ui';
import { serviceNumberFilter } from '@farm3d/api/validation';
import type { WeatherKind } from 'farm3d-engine/weather';
import { PageDialog } from '../../../../kit/dialog.tsx';
import { RANGE_MAX, RANGE_MIN, type Weather } from '../weather-model.ts';
import { t } from '../../texts/zh-CN.ts';

const KINDS: readonly (readonly [WeatherKind, LucideIcon])[] = [
  ['sunny', Sun],
  ['cloudy', CloudSun],
  ['overcast', Cloud],
  ['rain', CloudRain],
  ['snow', Snowflake],
];

/** The choice of mock weather, and the radius in which it falls. */
export default function WeatherDialog({ weather }: { weather: Weather }) {
  const { kind: kindError, range: rangeError } = weather.errors.value;
  return (
    <PageDialog
      open={weather.isDialogOpen.value}
      onClose={weather.close}
      title={t('weather.mock')}
      testId="weather-dialog"
      actions={
        <>
          {weather.shown.value !== null && (
            <Button variant="quiet" className="mr-auto" data-testid="weather-clear" onClick={weather.clear}>
              {t('weather.clear')}
            </Button>
          )}
          <Button onClick={weather.close}>{t('common.cancel')}</Button>
          <Button variant="primary" data-testid="weather-apply" onClick={weather.apply}>
            {t('weather.apply')}
          </Button>
        </>
      }
    >
      <div className="pt-1">
        <ChoiceTiles
          label={t('weather.kind')}
          testId="weather-kind"
          value={weather.kind.value}
          error={kindError}
          options={KINDS.map(([kind, Icon]) => ({
            value: kind,
            label: t(`weather.${kind}`),
            icon: <Icon aria-hidden size={24} />,
          }))}
          onChange={weather.choose}
        />
      </div>
      <div className="mt-5 grid grid-cols-[1fr_9rem] items-end gap-4">
        <input
          type="range"
          aria-label={t('weather.range')}
          data-testid="weather-slider"
          min={RANGE_MIN}
          max={RANGE_MAX}
          step={5}
          value={weather.range.value}
          onChange={(event) => weather.setRange(event.target.value)}
          className="h-11 w-full accent-leaf"
        />
        <TextField
          label={t('weather.range')}
          required
          inputMode="decimal"
          keep={serviceNumberFilter}
          data-testid="weather-range"
          value={weather.range.value}
          onValueChange={weather.setRange}
          className={classes('tabular-nums text-right', rangeError && 'border-alarm')}
        />
      </div>
      <p
        role={rangeError ? 'alert' : undefined}
        className={classes('mt-1 text-note', rangeError ? 'text-alarm' : 'text-ink-3')}
      >
        {rangeError ?? t('weather.range.hint')}
      </p>
    </PageDialog>
  );
}
