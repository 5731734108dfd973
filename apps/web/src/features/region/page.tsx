import { lazy, Suspense, useRef, useLayoutEffect, useState } from 'react';
import { Files, MapPinned } from 'lucide-react';
import { Button, ErrorState, IconButton, OfflineBanner } from '@farm3d/ui';
import { FarmError } from 'farm3d-engine';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { locale, withTexts } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { clockText } from '../../platform/time-text.ts';
import { isNarrow } from '../../platform/viewport.ts';
import { MapFilesDialog } from './components/map-files-dialog.tsx';
import { Crumbs } from './components/map-head.tsx';
import { HoverCard, MapControls, MapLegend, MapProgress, MeasureBar } from './components/map-overlays.tsx';
import { RegionPanel } from './components/region-panel.tsx';
import { UploadPrompt } from './components/upload-prompt.tsx';
import { RegionModel, type MapProblem, type RegionScreen } from './model.ts';
import { t } from './zh-CN.ts';

// With the generic form and its map.
const MapSettingDialog = lazy(() => withTexts(import('./components/map-setting-dialog.tsx')));

/** The region map in 3D with drought, alarms and devices. */
export default function RegionPage() {
  const { live } = useServices();
  const screen = useModelOf(RegionModel);
  const { view } = screen;
  const [isSetting, setSetting] = useState(false);
  return (
    <Page isFilled>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <div className="relative min-h-[55%] flex-1 overflow-hidden lg:min-h-0">
          {/* A map has labels of one language: it is created again for another. */}
          <RegionCanvas key={locale.value} screen={screen} />
          <div className="pointer-events-none absolute inset-0 flex flex-col justify-between gap-3 p-3 md:p-4">
            <div className="flex items-start justify-between gap-2 max-md:flex-wrap">
              <Crumbs screen={screen} />
              <div className="pointer-events-auto ml-auto flex shrink-0 gap-2 max-md:contents">
                {!screen.isPlain.value && !isNarrow.value && <MeasureBar measure={screen.measure} />}
                {screen.mayChangeMaps.value && (
                  <IconButton
                    label={t('region.setting')}
                    icon={<MapPinned size={20} />}
                    className="frosted pointer-events-auto"
                    data-testid="map-setting-open"
                    onClick={() => setSetting(true)}
                  />
                )}
                {screen.mayChangeMaps.value && (
                  <IconButton
                    label={t('region.files')}
                    icon={<Files size={20} />}
                    className="frosted pointer-events-auto"
                    data-testid="region-files"
                    onClick={screen.files.open}
                  />
                )}
              </div>
            </div>
            {live.status.value === 'offline' && view.ready.value && (
              <div className="pointer-events-auto mx-auto">
                <OfflineBanner text={offlineText(screen)} />
              </div>
            )}
            <Middle screen={screen} />
            <div className="flex flex-wrap-reverse items-end justify-between gap-3 max-md:flex-col-reverse max-md:flex-nowrap max-md:items-stretch max-md:gap-2">
              <MapLegend screen={screen} />
              <div className="ml-auto">{view.ready.value && <MapControls screen={screen} />}</div>
            </div>
          </div>
          <HoverCard screen={screen} />
          {view.progress.value && <MapProgress screen={screen} />}
        </div>
        <RegionPanel screen={screen} />
      </div>
      <MapFilesDialog screen={screen} />
      <Suspense>{isSetting && <MapSettingDialog onClose={() => setSetting(false)} />}</Suspense>
    </Page>
  );
}

/** The element that the map draws in; React never changes its content. */
function RegionCanvas({ screen }: { screen: RegionScreen }) {
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => (frame.current ? screen.mount(frame.current) : undefined), [screen]);
  return (
    <section
      ref={frame}
      aria-label={t('region.canvas')}
      data-testid="region-canvas"
      className="absolute inset-0 [&>canvas]:block [&>canvas]:size-full [&>canvas]:touch-none"
    />
  );
}

/** Message over the map: no WebGL, an error, or the upload prompt. */
function Middle({ screen }: { screen: RegionScreen }) {
  const { view, maps, problem } = screen;
  const wrong =
    problem.value ?? (maps.error.value ? { error: maps.error.value, retry: screen.reload } : null);
  if (view.unavailable.value) {
    return (
      <div className="pointer-events-auto mx-auto max-w-md">
        <ErrorState title={t('scene.webgl.title')} hint={t('region.webgl.hint')} testId="region-webgl" />
      </div>
    );
  }
  if (wrong) {
    return (
      <div className="pointer-events-auto mx-auto max-w-md">
        <ErrorState
          testId="region-error"
          title={t('region.error.title')}
          hint={t('region.error.hint', { fault: faultText(wrong) })}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {screen.mayChangeMaps.value && (
                <Button onClick={screen.files.open}>{t('region.error.files')}</Button>
              )}
              <Button variant="primary" data-testid="region-retry" onClick={screen.retry}>
                {t('common.retry')}
              </Button>
            </div>
          }
        />
      </div>
    );
  }
  if (!screen.isPlain.value || !view.ready.value) return null;
  return <UploadPrompt screen={screen} />;
}

function offlineText({ asOf }: RegionScreen): string {
  const at = asOf.value;
  return at === null ? t('region.offline') : t('region.offline.since', { time: clockText(at) });
}

function faultText({ error }: MapProblem): string {
  if (!(error instanceof FarmError)) return problemText(error);
  const fault = error.code === 'map-invalid' ? String(error.details['fault']) : 'network';
  switch (fault) {
    case 'invalid-json':
    case 'not-geojson':
    case 'no-region':
    case 'too-many-regions':
    case 'invalid-pack':
    case 'other-projection':
      return t(`region.fault.${fault}`);
    default:
      return t('region.fault.network');
  }
}
