import { useEffect, type ReactNode } from 'react';
import { useModel } from '@preact/signals-react';
import { Plus } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { Button, ConfirmDialog, ErrorState, Skeleton, Tabs } from '@farm3d/ui';
import { allLoaded } from '../../kit/loaded.tsx';
import { PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { Page } from '../../kit/page.tsx';
import { DiseaseLibrary } from './components/disease-library.tsx';
import { GrowthModels } from './components/growth-models.tsx';
import { PlanCalendar } from './components/plan-calendar.tsx';
import { PlantDialog } from './components/plant-dialog.tsx';
import { PlantList } from './components/plant-list.tsx';
import { PlotSkins } from './components/plot-skins.tsx';
import { CropsModel, TABS, type Crops, type Tab } from './model.ts';
import { t } from './zh-CN.ts';

const PANELS: Record<Tab, (model: Crops) => ReactNode> = {
  plan: (model) => <PlanCalendar model={model} />,
  plants: (model) => <PlantList model={model} />,
  models: (model) => <GrowthModels model={model} />,
  library: (model) => <DiseaseLibrary model={model} />,
  skins: () => <PlotSkins />,
};

/** `/iotManagement/crops`: what is planted, how it grows, and what harms it. Its address holds the part. */
export default function CropsPage() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const model = useModel(() => new CropsModel(search));
  const address = model.address.value;
  useEffect(() => {
    // Rendered once more while a link leads elsewhere.
    if (path === PATHS.crops)
      navigate(address === '' ? PATHS.crops : `${PATHS.crops}?${address}`, { replace: true });
  }, [address, path, navigate]);
  const asked = model.asked.value;
  return (
    <Page
      title={t('crops.title')}
      hint={t('crops.subtitle')}
      actions={
        <Button
          variant="primary"
          icon={<Plus size={18} />}
          data-testid="plant-new"
          onClick={() => model.edit('new')}
        >
          {t('crops.new')}
        </Button>
      }
    >
      <Tabs
        label={t('crops.title')}
        selected={model.tab.value}
        onSelect={model.show}
        tabs={TABS.map((tab) => ({
          id: tab,
          label: t(`crops.tab.${tab}`),
          content: <Content model={model} tab={tab} />,
        }))}
      />
      <PlantDialog model={model} />
      <ConfirmDialog
        open={asked !== null}
        dangerous
        title={t('common.prompt')}
        message={asked && t('crops.remove.message', { crop: asked.name ?? asked.crop })}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.remove()}
        onCancel={() => model.ask(null)}
      />
    </Page>
  );
}

function Content({ model, tab }: { model: Crops; tab: Tab }) {
  const parts = [model.plants, model.models];
  const error = parts.map((part) => part.error.value).find((one) => one !== null) ?? null;
  if (allLoaded(parts)) return <>{PANELS[tab](model)}</>;
  if (error !== null)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={
          <Button data-testid="crops-retry" onClick={model.refresh}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  return (
    <div aria-busy="true" className="flex flex-col gap-2">
      {Array.from({ length: 5 }, (_, at) => (
        <Skeleton key={at} className="h-14" />
      ))}
    </div>
  );
}
