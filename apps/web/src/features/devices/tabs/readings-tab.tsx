import { RefreshCw } from 'lucide-react';
import type { DayValues, LatestValue } from '@farm3d/api';
import { Badge, Button, EmptyState, Skeleton, classes } from '@farm3d/ui';
import { Loaded } from '../../../kit/loaded.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { term } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { readingText, readingLines, type ReadingLine, shownUnit } from '../../../platform/readings.ts';
import { agoText, clockText, dayText } from '../../../platform/time-text.ts';
import { Section, type TabProps } from './tab-parts.tsx';
import { t } from '../zh-CN.ts';
import { ReadingsModel, type Readings } from './readings-model.ts';

const CELL = 'border-b border-line px-2 py-1.5 text-note tabular-nums';

/** What is stored of the device, as it was measured: also keys that its product model does not declare. */
export default function ReadingsTab({ model: page, device }: TabProps) {
  const model = useModelOf(ReadingsModel, device.id);
  const lines = readingLines(page.attributes.value.value ?? []);
  return (
    <Loaded of={model.stored} skeleton={<Skeleton className="h-72" />} onRetry={model.refresh}>
      {() => <Stored model={model} lines={lines} />}
    </Loaded>
  );
}

function Stored({ model, lines }: { model: Readings; lines: readonly ReadingLine[] }) {
  const stored = model.stored.value.value;
  if (stored === null) return null;
  if (Object.keys(stored.latest).length === 0)
    return (
      <EmptyState
        testId="readings-none"
        title={t('device.readings.none.title')}
        hint={t('device.readings.none.hint')}
      />
    );
  const unit = lines.find(({ key }) => key === model.key.value)?.unit ?? '';
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-body text-ink-2" data-testid="readings-count" data-count={stored.count}>
          {t('device.readings.count', { n: stored.count })}
        </p>
        <Button
          icon={<RefreshCw size={16} />}
          busy={model.stored.loading.value}
          data-testid="readings-refresh"
          onClick={model.refresh}
        >
          {t('device.readings.refresh')}
        </Button>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(16rem,1fr)_2fr]">
        <Keys model={model} latest={stored.latest} lines={lines} />
        <div className="flex min-w-0 flex-col gap-4">
          <Days model={model} unit={unit} />
          <History model={model} unit={unit} />
        </div>
      </div>
    </div>
  );
}

function Keys({
  model,
  latest,
  lines,
}: {
  model: Readings;
  latest: Readonly<Record<string, LatestValue>>;
  lines: readonly ReadingLine[];
}) {
  return (
    <Section title={t('device.readings.latest')}>
      <ul data-testid="readings-keys">
        {Object.entries(latest).map(([key, { ts, value }]) => {
          const line = lines.find((one) => one.key === key);
          const isChosen = model.key.value === key;
          const shown = shownUnit(line?.unit ?? '');
          return (
            <li key={key}>
              <button
                type="button"
                aria-pressed={isChosen}
                data-testid="readings-key"
                data-key={key}
                className={classes(
                  'flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-2 py-1 text-left',
                  isChosen ? 'bg-leaf-soft text-leaf-ink' : 'hover:bg-hover',
                )}
                onClick={() => model.choose(key)}
              >
                <span className="min-w-0">
                  <span className="block truncate text-body">{line ? term(key, line.name) : key}</span>
                  <span className={classes('block text-note', !isChosen && 'text-ink-3')}>{agoText(ts)}</span>
                </span>
                <span className="shrink-0 text-body font-medium tabular-nums">
                  {readingText(shown.of(value))} {shown.unit}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** The days of the chosen key; texts have none. */
function Days({ model, unit }: { model: Readings; unit: string }) {
  const days = model.days.value.value;
  const error = model.days.error.value;
  return (
    <Section title={t('device.readings.days')}>
      {error !== null && <p className="text-note text-alarm">{problemText(error)}</p>}
      {error === null && !days && <Skeleton className="h-24" />}
      {days?.length === 0 && <p className="text-note text-ink-3">{t('device.readings.days.none')}</p>}
      {days && days.length > 0 && (
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys, too
          tabIndex={0}
          aria-label={t('device.readings.days')}
          className="thin-scrollbar max-h-72 overflow-auto"
        >
          <table className="w-full border-collapse text-right" data-testid="readings-days">
            <thead>
              <tr>
                <th scope="col" className={classes(CELL, 'text-left font-medium text-ink-3')}>
                  {t('device.readings.day')}
                </th>
                {(['min', 'avg', 'max', 'number'] as const).map((part) => (
                  <th key={part} scope="col" className={classes(CELL, 'font-medium text-ink-3')}>
                    {t(`device.readings.${part}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <DayRow key={day.date} day={day} unit={unit} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}

function DayRow({ day: { date, min, avg, max, count }, unit }: { day: DayValues; unit: string }) {
  const shown = shownUnit(unit);
  return (
    <tr>
      <th scope="row" className={classes(CELL, 'text-left font-normal')}>
        {date}
      </th>
      {[min, avg, max].map((value, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- always these three
        <td key={at} className={CELL}>
          {readingText(shown.of(value))}
        </td>
      ))}
      <td className={CELL}>{count}</td>
    </tr>
  );
}

function History({ model, unit }: { model: Readings; unit: string }) {
  const shown = shownUnit(unit);
  const readings = model.readings.value.value;
  const error = model.readings.error.value;
  return (
    <Section title={t('device.readings.history')}>
      {error !== null && <p className="text-note text-alarm">{problemText(error)}</p>}
      {error === null && !readings && <Skeleton className="h-40" />}
      {readings && (
        <table className="w-full border-collapse" data-testid="readings-history" data-count={readings.length}>
          <thead>
            <tr>
              <th scope="col" className={classes(CELL, 'text-left font-medium text-ink-3')}>
                {t('device.readings.time')}
              </th>
              <th scope="col" className={classes(CELL, 'text-right font-medium text-ink-3')}>
                {t('device.readings.value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {readings.map(({ ts, value, outside }) => (
              <tr key={ts}>
                <td className={CELL}>
                  {dayText(ts)} {clockText(ts)}
                </td>
                <td className={classes(CELL, 'text-right')}>
                  {outside && <Badge tone="amber">{t('common.outside')}</Badge>}{' '}
                  {readingText(shown.of(value))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {readings && readings.length >= model.limit.value && (
        <Button
          className="mt-3"
          busy={model.readings.loading.value}
          data-testid="readings-more"
          onClick={model.more}
        >
          {t('device.readings.more')}
        </Button>
      )}
    </Section>
  );
}
