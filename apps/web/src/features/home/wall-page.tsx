import { useEffect } from 'react';
import { useModel } from '@preact/signals-react';
import { Minimize2 } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { SproutMark } from '@farm3d/ui';
import { t as common } from '../../platform/locale.ts';
import { PATHS } from '../../platform/paths.ts';
import { dateText, presentTime } from '../../platform/time-text.ts';
import { AdviceCard } from './components/advice-card.tsx';
import { DisplayedDevices } from './components/displayed-devices.tsx';
import { Figures } from './components/figures.tsx';
import { ActionCard, AlarmCard, SilentCard, TaskCard } from './components/lists.tsx';
import { SceneCovers } from './components/scene-covers.tsx';
import { Offline, Verdict } from './components/verdict.tsx';
import { HomeModel } from './model.ts';
import { t } from './zh-CN.ts';

/** Size of the display in its own unit, of which it fills the screen: everything is measured in rem. */
const WIDTH_REM = 88;
const HEIGHT_REM = 49.5;
const SMALLEST_PX = 14;
/** Rows of alarms beside the covers. */
const ALARM_ROWS = 4;

/** Makes a rem so large that the display fills the screen; as long as the page is open. */
function useScreenFilling(): void {
  useEffect(() => {
    const root = document.documentElement;
    const fit = (): void => {
      const rem = Math.min(innerWidth / WIDTH_REM, innerHeight / HEIGHT_REM);
      root.style.fontSize = `${Math.max(SMALLEST_PX, rem)}px`;
    };
    fit();
    addEventListener('resize', fit);
    return () => {
      removeEventListener('resize', fit);
      root.style.fontSize = '';
    };
  }, []);
}

/** `/app/wall`: how the farm is now, for a screen that is read from afar. It reloads itself as the home page does. */
export default function WallPage() {
  const model = useModel(HomeModel);
  const [, navigate] = useLocation();
  useScreenFilling();
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') navigate(PATHS.app);
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [navigate]);
  return (
    <main
      data-testid="home-wall-display"
      className="thin-scrollbar flex h-full flex-col gap-3 overflow-auto bg-page p-4"
    >
      <header className="flex shrink-0 items-center gap-4">
        <SproutMark size={36} />
        <h1 className="truncate text-title font-semibold">{common('app.name')}</h1>
        <p className="min-w-0 flex-1 truncate text-title font-semibold">
          <Verdict model={model} />
        </p>
        <Offline />
        <time className="shrink-0 text-title tabular-nums">{dateText(presentTime())}</time>
        <Link
          href={PATHS.app}
          aria-label={t('home.wall.exit')}
          title={t('home.wall.exit')}
          data-testid="home-wall-exit"
          className="grid size-11 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink"
        >
          <Minimize2 aria-hidden size={20} />
        </Link>
      </header>
      <Figures model={model} />
      <div className="grid shrink-0 gap-3 lg:min-h-[15.5rem] lg:flex-1 lg:grid-cols-[2fr_1fr]">
        <AlarmCard model={model} rows={ALARM_ROWS} className="lg:order-last" />
        <SceneCovers model={model} />
      </div>
      <DisplayedDevices />
      <div className="grid shrink-0 gap-3 md:grid-cols-2 lg:grid-cols-4">
        <AdviceCard model={model} />
        <SilentCard model={model} />
        <TaskCard model={model} />
        <ActionCard model={model} />
      </div>
    </main>
  );
}
