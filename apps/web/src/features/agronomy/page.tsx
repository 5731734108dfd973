import { Pencil, Plus, RotateCw, Sprout } from 'lucide-react';
import type { PlotState } from '@farm3d/api';
import { Badge, Button, classes, EmptyState, ErrorState, Skeleton } from '@farm3d/ui';
import { localText } from '../../components/agronomy/format.ts';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { problemHint, problemText } from '../../platform/problem.ts';
import { DiseaseCard, GrowthCard } from './components/crop-cards.tsx';
import { DroughtCard } from './components/drought-card.tsx';
import { ForecastCard } from './components/forecast-card.tsx';
import { IrrigationCard } from './components/irrigation-card.tsx';
import { GradeMark } from '../../components/agronomy/grade-mark.tsx';
import { PlotFormDialog } from './components/plot-form.tsx';
import { ClimatePanel, TablesPanel } from './components/reference-panels.tsx';
import { WaterCard } from './components/water-card.tsx';
import { AgronomyModel, PlotModel } from './model.ts';
import { PlotFormModel } from './plot-form-model.ts';
import { t } from './zh-CN.ts';

const ICON = { size: 18 } as const;

/** `/app/agronomy`: results for each plot, and the parameter tables. */
export default function AgronomyPage() {
  const model = useModelOf(AgronomyModel, location.search);
  const form = useModelOf(PlotFormModel, (id: string) => {
    model.choose(id);
    void model.plots.load();
  });
  const plots = model.plots.value.value?.items;
  const error = model.plots.error.value;
  const add = (
    <Button
      variant="primary"
      icon={<Plus {...ICON} />}
      data-testid="plot-new"
      onClick={() => void form.begin(null)}
    >
      {t('agronomy.newPlot')}
    </Button>
  );
  return (
    <Page
      hint={t('agronomy.subtitle')}
      search={model.address}
      actions={plots && plots.length > 0 && model.tab.value === 'plots' ? add : undefined}
    >
      <div role="tablist" aria-label={t('agronomy.title')} className="mb-5 flex gap-6 border-b border-line">
        {(['plots', 'climate', 'tables'] as const).map((tab) => (
          <button
            key={tab}
            role="tab"
            type="button"
            aria-selected={model.tab.value === tab}
            data-testid={`agronomy-tab-${tab}`}
            onClick={() => model.show(tab)}
            className={classes(
              '-mb-px h-11 border-b-2 text-body transition-colors duration-150',
              model.tab.value === tab
                ? 'border-leaf font-medium text-leaf-ink'
                : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {t(`agronomy.tab.${tab}`)}
          </button>
        ))}
      </div>
      {model.tab.value === 'tables' ? (
        <TablesPanel />
      ) : model.tab.value === 'climate' ? (
        <ClimatePanel />
      ) : plots ? (
        plots.length === 0 ? (
          <EmptyState
            testId="plots-empty"
            illustration={<Sprout size={48} strokeWidth={1} />}
            title={t('agronomy.noPlots.title')}
            hint={t('agronomy.noPlots.hint')}
            action={add}
          />
        ) : (
          <>
            <PlotPicker plots={plots} chosen={model.chosen.value} onChoose={model.choose} />
            {model.chosen.value && (
              <PlotCards
                key={`${model.chosen.value.id}${model.chosen.value.deviceId ?? ''}`}
                plot={model.chosen.value}
                onEdit={(plot) => void form.begin(plot)}
              />
            )}
          </>
        )
      ) : error ? (
        <ErrorState
          testId="plots-error"
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={() => void model.plots.load()}>{t('common.retry')}</Button>}
        />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-4">
          <Skeleton className="h-16" />
          <div className="grid gap-4 lg:grid-cols-2">
            <Skeleton className="h-96" />
            <Skeleton className="h-96" />
          </div>
        </div>
      )}
      <PlotFormDialog model={form} />
    </Page>
  );
}

interface PickerProps {
  plots: readonly PlotState[];
  chosen: PlotState | null;
  onChoose: (id: string) => void;
}

function PlotPicker({ plots, chosen, onChoose }: PickerProps) {
  return (
    <ul aria-label={t('agronomy.plots')} className="thin-scrollbar mb-4 flex gap-2 overflow-x-auto pb-1">
      {plots.map((plot) => (
        <li key={plot.id} className="shrink-0">
          <button
            type="button"
            aria-pressed={plot.id === chosen?.id}
            data-testid="plot-choice"
            onClick={() => onChoose(plot.id)}
            className={classes(
              'flex min-h-14 flex-col justify-center rounded-panel border px-4 py-2 text-left transition-colors duration-150',
              plot.id === chosen?.id ? 'border-leaf bg-leaf-soft' : 'border-line bg-raised hover:bg-hover',
            )}
          >
            <span className="flex items-center gap-2 text-body font-medium">
              {plot.name ?? plot.crop}
              {plot.simulated && <Badge title={t('common.simulated.title')}>{t('common.simulated')}</Badge>}
            </span>
            <span className="flex items-center gap-3 text-ink-2">
              <GradeMark drought={plot.drought} size="sm" />
              {plot.stage && (
                <span className="text-note">{localText({ zh: plot.stage.name, en: plot.stage.nameEn })}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function PlotCards({ plot, onEdit }: { plot: PlotState; onEdit: (plot: PlotState) => void }) {
  const model = useModelOf(PlotModel, plot);
  return (
    <div data-testid="plot-cards">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-note text-ink-3 max-md:basis-full md:truncate">
          {plot.label && localText(plot.label)}
        </p>
        <Button variant="quiet" size="sm" icon={<RotateCw {...ICON} />} onClick={() => void model.refresh()}>
          {t('agronomy.refresh')}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          icon={<Pencil {...ICON} />}
          data-testid="plot-edit"
          onClick={() => onEdit(plot)}
        >
          {t('agronomy.editPlot')}
        </Button>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <DroughtCard model={model} />
        <IrrigationCard model={model} />
        <div className="min-w-0 lg:col-span-2">
          <WaterCard model={model} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <ForecastCard model={model} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <GrowthCard model={model} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <DiseaseCard model={model} />
        </div>
      </div>
    </div>
  );
}
