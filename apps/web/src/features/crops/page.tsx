import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Button, Tabs } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { Loaded, SkeletonRows } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { DiseaseLibrary, GrowthModels } from './knowledge.tsx';
import { CropsModel, TABS, type Crops, type Tab } from './model.ts';
import { PlanCalendar } from './plan-calendar.tsx';
import { PlantDialog, PlantList } from './plant-list.tsx';
import { PlotSkins } from './plot-skins.tsx';
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
  const model = useModelOf(CropsModel, location.search);
  return (
    <Page
      title={t('crops.title')}
      hint={t('crops.subtitle')}
      search={model.address}
      actions={
        <Button
          variant="primary"
          icon={<Plus size={18} />}
          data-testid="plant-new"
          onClick={() => model.editing.open('new')}
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
          content: (
            <Loaded
              of={[model.plants, model.models]}
              skeleton={<SkeletonRows n={5} />}
              onRetry={model.refresh}
              retryTestId="crops-retry"
            >
              {() => PANELS[tab](model)}
            </Loaded>
          ),
        }))}
      />
      <PlantDialog model={model} />
      <Confirm
        question={model.asked}
        message={(plant) => t('crops.remove.message', { crop: plant.name ?? plant.crop })}
      />
    </Page>
  );
}
