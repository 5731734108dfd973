import { useEffect } from 'react';
import { Minimize2, ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { SproutMark, IconButton, Skeleton } from '@farm3d/ui';
import { DeviceIcon } from '../../components/device-icon.tsx';
import { LiveValue, OnlineState } from '../../components/device-state.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { t as common, term } from '../../platform/locale.ts';
import { PATHS, devicePath } from '../../platform/paths.ts';
import { problemText } from '../../platform/problem.ts';
import { dateText, presentTime } from '../../platform/time-text.ts';
import { AdviceCard, ActionCard, AlarmCard, SilentCard, TaskCard } from './cards.tsx';
import { DisplayedModel } from './displayed-model.ts';
import { Figures, Offline, Verdict } from './figures.tsx';
import { HomeModel } from './model.ts';
import { SceneCovers } from './scene-covers.tsx';
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
  const model = useModelOf(HomeModel);
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

/** People who want nothing to move turn the pages themselves. */
const STILL = '(prefers-reduced-motion: reduce)';
const GRID = 'grid flex-1 grid-cols-2 gap-x-4 gap-y-1 md:grid-cols-4 xl:grid-cols-8';

/** The devices that display screens show, a row of them at a time, with the main reading of each. */
function DisplayedDevices() {
  const model = useModelOf(DisplayedModel);
  useEffect(() => model.hold(matchMedia(STILL).matches), [model]);
  const all = model.devices.value.value;
  const error = model.devices.error.value;
  const shown = model.shown.value;
  const from = model.first.value;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they only wait while somebody looks
    <section
      aria-label={t('home.displayed')}
      data-testid="home-displayed"
      data-count={all?.length}
      className="flex min-h-16 shrink-0 items-center gap-3 rounded-panel border border-line bg-raised px-4 py-2"
      onPointerEnter={() => model.hold(true)}
      onPointerLeave={() => model.hold(matchMedia(STILL).matches)}
      onFocus={() => model.hold(true)}
    >
      {all === null && error === null && <Skeleton className="h-8 flex-1" />}
      {all === null && error !== null && (
        <p className="text-note text-ink-2">{`${t('home.displayed')}: ${problemText(error)}`}</p>
      )}
      {all?.length === 0 && <p className="text-note text-ink-2">{t('home.displayed.none')}</p>}
      <ul className={GRID}>
        {shown.map((device) => {
          const main = model.mains.value.get(device.productModelCode);
          return (
            <li
              key={device.id}
              data-testid="home-displayed-device"
              data-device-id={device.id}
              className="min-w-0"
            >
              <Link
                href={devicePath(device.id)}
                className="flex min-h-11 items-center gap-2 rounded-control hover:bg-hover"
              >
                <DeviceIcon productTypeCode={device.productTypeCode} size={32} />
                <span className="min-w-0">
                  <span className="block truncate text-xs text-ink-2">{device.name}</span>
                  <span className="block truncate text-note text-ink-2">
                    {main ? (
                      <span title={term(main.key, main.name)}>
                        <LiveValue deviceId={device.id} name={main.key} unit={main.unit} />
                      </span>
                    ) : (
                      <OnlineState device={device} />
                    )}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {model.hasMore.value && (
        <>
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">
            {t('home.displayed.part', {
              from: from + 1,
              to: from + shown.length,
              n: all?.length ?? common('common.noValue'),
            })}
          </span>
          <IconButton
            label={t('home.displayed.next')}
            icon={<ChevronRight size={18} />}
            data-testid="home-displayed-next"
            onClick={model.next}
          />
        </>
      )}
    </section>
  );
}
