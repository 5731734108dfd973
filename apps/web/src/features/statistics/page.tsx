import { useEffect, type ReactNode } from 'react';
import { useModel } from '@preact/signals-react';
import { ChartLine, Download } from 'lucide-react';
import { Link, useLocation, useSearch } from 'wouter';
import { Button, EmptyState, ErrorState, Skeleton } from '@farm3d/ui';
import { PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Page } from '../../kit/page.tsx';
import { MeasureCharts } from './components/measure-charts.tsx';
import { PartTable } from './components/part-table.tsx';
import { PARTITIONS, RANGES, StatisticsModel, type Statistics } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/statistics`: devices and messages by day. Its address holds the range and the parts. */
export default function StatisticsPage() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const model = useModel(() => new StatisticsModel(search));
  const address = model.address.value;
  useEffect(() => {
    // Rendered once more while a link leads elsewhere.
    if (path === PATHS.statistics)
      navigate(address === '' ? PATHS.statistics : `${PATHS.statistics}?${address}`, { replace: true });
  }, [address, path, navigate]);
  const isEmpty = model.parts.value.length === 0;
  return (
    <Page
      hint={t('statistics.subtitle')}
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
    if (error !== null)
      return (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={model.reload}>{t('common.retry')}</Button>}
        />
      );
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
