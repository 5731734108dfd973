import type { ReactNode } from 'react';
import { ChartLine, Download } from 'lucide-react';
import { Link } from 'wouter';
import { Button, EmptyState, Skeleton } from '@farm3d/ui';
import { noonOf, numberText } from '../../components/agronomy/format.ts';
import { SERIES_COLOURS } from '../../components/charts/chart-types.ts';
import { Chart } from '../../components/charts/chart.tsx';
import { Failure } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { PATHS } from '../../platform/paths.ts';
import { saveFile } from '../../platform/save-file.ts';
import { MOST_SHOWN, PARTITIONS, RANGES, StatisticsModel, type Statistics } from './model.ts';
import { MEASURES, sumOf, todayOf, type PartNumbers } from './numbers.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/statistics`: devices and messages by day. Its address holds the range and the parts. */
export default function StatisticsPage() {
  const model = useModelOf(StatisticsModel, location.search);
  const isEmpty = model.parts.value.length === 0;
  return (
    <Page
      hint={t('statistics.subtitle')}
      search={model.address}
      actions={
        <Button
          icon={<Download size={18} />}
          disabled={isEmpty}
          data-testid="statistics-export"
          onClick={() => saveFile(model.sheet(), `statistics-${model.by.peek()}.csv`)}
        >
          {t('statistics.export')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Choices
            label={t('statistics.by')}
            testId="statistics-by"
            value={model.by.value}
            choices={PARTITIONS.map((by) => ({ value: by, label: t(`statistics.by.${by}`) }))}
            onChoose={model.setBy}
          />
          <Choices
            label={t('statistics.range')}
            testId="statistics-days"
            value={model.days.value}
            choices={RANGES.map((n) => ({ value: n, label: t('statistics.days', { n }) }))}
            onChoose={model.setDays}
          />
          <Link
            href={`${PATHS.devices}?silent=day`}
            data-testid="statistics-silent"
            className="inline-flex min-h-11 items-center px-2 text-body text-water hover:underline"
          >
            {t('statistics.silentNow')}
          </Link>
        </div>
        <Content model={model} />
      </div>
    </Page>
  );
}

interface ChoicesProps<T extends string | number> {
  label: string;
  testId: string;
  value: string | number;
  choices: readonly { value: T; label: string }[];
  onChoose: (value: T) => void;
}

function Choices<T extends string | number>({ label, testId, value, choices, onChoose }: ChoicesProps<T>) {
  return (
    <fieldset className="flex h-11 gap-1 rounded-control bg-hover p-1">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          data-testid={`${testId}-${choice.value}`}
          onClick={() => onChoose(choice.value)}
          className="rounded-[6px] px-3 text-note font-medium text-ink-2 aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-sm"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}

function Content({ model }: { model: Statistics }): ReactNode {
  const error = model.answer.error.value;
  if (!model.shown.value) {
    if (error !== null) return <Failure error={error} onRetry={model.reload} />;
    return (
      <div aria-busy="true" className="grid gap-4 xl:grid-cols-2">
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} className="h-72" />
        ))}
      </div>
    );
  }
  const by = model.by.value;
  if (by === 'area' && !model.hasMap.value)
    return (
      <EmptyState
        testId="statistics-no-map"
        title={t('statistics.area.noMap')}
        action={
          <Link href={PATHS.region} className="inline-flex min-h-11 items-center text-body text-water">
            {t('statistics.area.map')}
          </Link>
        }
      />
    );
  if (model.parts.value.length === 0)
    return (
      <EmptyState
        testId="statistics-empty"
        illustration={<ChartLine size={48} strokeWidth={1} />}
        title={t('statistics.none.title')}
        hint={t('statistics.none.hint')}
      />
    );
  return (
    <>
      <MeasureCharts model={model} />
      <PartTable model={model} />
      <p className="max-w-3xl text-note text-ink-3" data-testid="statistics-note">
        {t('statistics.note')} {by === 'group' && t('statistics.note.group')}
        {by === 'area' && t('statistics.note.area')}
      </p>
    </>
  );
}

/** A chart for each measure, with a line for each chosen part. */
function MeasureCharts({ model }: { model: Statistics }) {
  const days = model.shown.value?.days ?? [];
  const times = days.map(noonOf);
  const parts = model.inCharts.value.flatMap((id) => model.parts.value.find((part) => part.id === id) ?? []);
  const names = model.names.value;
  if (parts.length === 0) return null;
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {MEASURES.map((measure) => (
        <section
          key={measure}
          data-testid="statistics-chart"
          data-measure={measure}
          data-lines={parts.length}
          className="min-w-0 rounded-panel border border-line bg-raised p-4"
        >
          <h2 className="mb-2 text-body font-semibold">{t(`statistics.${measure}`)}</h2>
          <Chart
            label={t(`statistics.${measure}`)}
            testId={`chart-${measure}`}
            times={times}
            daily
            min={0}
            digits={0}
            unit={t(measure === 'messages' ? 'statistics.unit.messages' : 'statistics.unit.devices')}
            lines={parts.map((part, at) => ({
              label: names.get(part.id) ?? part.id,
              colour: SERIES_COLOURS[at % SERIES_COLOURS.length] ?? 'leaf',
              values: part[measure],
              bars: measure === 'messages' && parts.length === 1,
            }))}
          />
        </section>
      ))}
    </div>
  );
}

const NUMBER = 'px-3 py-2 text-right tabular-nums';

/** The numbers of today of each part, and which parts the charts show. */
function PartTable({ model }: { model: Statistics }) {
  const parts = model.parts.value;
  const head = (text: string) => (
    <th scope="col" className="px-3 py-2 text-right font-medium">
      {text}
    </th>
  );
  return (
    // Scrollable on a phone, also by keys.
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('statistics.today')}
      className="thin-scrollbar overflow-x-auto rounded-panel border border-line bg-raised"
    >
      <table
        className="w-full min-w-[36rem] text-body"
        data-testid="statistics-parts"
        data-count={parts.length}
      >
        <thead className="border-b border-line text-note text-ink-3">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {t('statistics.part')}
            </th>
            {head(t('statistics.devices'))}
            {model.by.value === 'type' && head(t('statistics.online'))}
            {head(t('statistics.reporting'))}
            {head(t('statistics.silent'))}
            {head(t('statistics.messages'))}
            {head(t('statistics.sum', { n: model.days.value }))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Row key={part.id} part={part} model={model} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ part, model }: { part: PartNumbers; model: Statistics }) {
  const name = model.names.value.get(part.id) ?? part.id;
  const inCharts = model.inCharts.value;
  const isShown = inCharts.includes(part.id);
  const isFull = !isShown && inCharts.length >= MOST_SHOWN;
  return (
    <tr
      data-testid="statistics-part"
      data-id={part.id}
      data-devices={todayOf(part.devices)}
      data-silent={todayOf(part.silent)}
      data-messages={sumOf(part.messages)}
      className="border-b border-line last:border-b-0"
    >
      <th scope="row" className="px-3 py-2 text-left font-normal">
        {model.by.value === 'all' ? (
          name
        ) : (
          <label className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={isShown}
              disabled={isFull}
              title={isFull ? t('statistics.most', { n: MOST_SHOWN }) : undefined}
              aria-label={t('statistics.show', { name })}
              data-testid="statistics-show"
              onChange={() => model.toggle(part.id)}
              className="size-5 shrink-0 accent-leaf"
            />
            <span className="min-w-0">{name}</span>
          </label>
        )}
      </th>
      <td className={NUMBER}>{numberText(todayOf(part.devices), 0)}</td>
      {model.by.value === 'type' && (
        <td className={NUMBER} data-testid="statistics-online">
          {model.online.value ? numberText(model.online.value.get(part.id) ?? 0, 0) : t('common.noValue')}
        </td>
      )}
      <td className={NUMBER}>{numberText(todayOf(part.reporting), 0)}</td>
      <td className={NUMBER}>{numberText(todayOf(part.silent), 0)}</td>
      <td className={NUMBER}>{numberText(todayOf(part.messages), 0)}</td>
      <td className={NUMBER}>{numberText(sumOf(part.messages), 0)}</td>
    </tr>
  );
}
