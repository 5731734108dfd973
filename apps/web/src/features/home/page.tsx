import { Maximize2 } from 'lucide-react';
import { Link } from 'wouter';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { PATHS } from '../../platform/paths.ts';
import { isNarrow } from '../../platform/viewport.ts';
import { AdviceCard, ActionCard, AlarmCard, SilentCard, TaskCard } from './cards.tsx';
import { Figures, Verdict } from './figures.tsx';
import { HomeModel, ROWS } from './model.ts';
import { SceneCovers } from './scene-covers.tsx';
import { t } from './zh-CN.ts';

/** Rows of alarms beside the covers. */
const ALARM_ROWS = 6;

/** `/app`: how the farm is now. */
export default function HomePage() {
  const model = useModelOf(HomeModel);
  return (
    <Page
      summary={<Verdict model={model} />}
      actions={
        <Link
          href={PATHS.wall}
          data-testid="home-wall"
          className="inline-flex h-11 items-center gap-2 rounded-control border border-line-strong bg-raised px-4 text-body font-medium hover:bg-hover max-md:hidden"
        >
          <Maximize2 aria-hidden size={18} />
          {t('home.wall')}
        </Link>
      }
    >
      <Figures model={model} />
      <div className="mt-3 grid gap-3 lg:h-[21.75rem] lg:grid-cols-[2fr_1fr]">
        <AlarmCard model={model} rows={isNarrow.value ? ROWS : ALARM_ROWS} className="lg:order-last" />
        <SceneCovers model={model} />
      </div>
      <div className="mt-3 grid gap-3 md:grid-cols-2 2xl:grid-cols-4">
        <AdviceCard model={model} />
        <SilentCard model={model} />
        <TaskCard model={model} />
        <ActionCard model={model} />
      </div>
    </Page>
  );
}
