import { useLayoutEffect, useRef } from 'react';
import { Button, ErrorState, ProgressOverlay } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import { problemHint, problemText } from '../../../../platform/problem.ts';
import type { LoadingModel, ScreenState } from '../loading-model.ts';
import type { SceneRecords } from '../scene-records.ts';

/** The element that the viewer draws in; React never changes its content. @param mount creates the viewer, returns the function that disposes it */
export function SceneCanvas({ mount }: { mount: (container: HTMLElement) => () => void }) {
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => (frame.current ? mount(frame.current) : undefined), [mount]);
  return (
    <section
      ref={frame}
      aria-label={t('scene.canvas')}
      data-testid="scene-canvas"
      className="absolute inset-0 [&>canvas]:block [&>canvas]:size-full [&>canvas]:touch-none"
    />
  );
}

interface LoadingOverlayProps {
  loading: Pick<LoadingModel, 'progress' | 'label' | 'isBaseLoaded' | 'isLoaded' | 'easeMs'>;
  scene: SceneRecords['scene'];
}

/**
 * Covers the scene until its base model is shown; then shows only the name of the loading file; disappears at
 * 100 %.
 */
export function LoadingOverlay({ loading, scene }: LoadingOverlayProps) {
  return (
    <ProgressOverlay
      testId="loading-overlay"
      name={t('scene.loading')}
      ratio={loading.progress}
      label={<LoadingLabel label={loading.label} scene={scene} />}
      covers={!loading.isBaseLoaded.value}
      done={loading.isLoaded.value}
      easeMs={loading.easeMs.value}
    />
  );
}

/** '{device name}加载中' (Spec §2); the scene's name until the first model loads. */
function LoadingLabel({ label, scene }: { label: LoadingModel['label']; scene: SceneRecords['scene'] }) {
  const name = label.value || scene.value?.name;
  // The fragment makes it a component for the transform that subscribes to signals.
  return <>{name ? t('scene.loading.device', { name }) : t('scene.loading.start')}</>;
}

interface ProblemViewProps {
  state: ScreenState;
  error: unknown;
  onBack: () => void;
  onRetry: () => void;
}

/** Shown instead of a scene that cannot be loaded: the cause, whether work is lost, and the next steps. */
export function ProblemView({ state, error, onBack, onRetry }: ProblemViewProps) {
  if (state === 'ready' || state === 'loading') return null;
  const back = (
    <Button variant="primary" onClick={onBack}>
      {t('scene.missing.action')}
    </Button>
  );
  return (
    <div className="absolute inset-0 z-40 grid place-items-center bg-page p-4">
      <div className="w-full max-w-xl">
        {state === 'missing' && (
          <ErrorState
            testId="scene-missing"
            title={t('scene.missing.title')}
            hint={t('scene.missing.hint')}
            action={back}
          />
        )}
        {state === 'unavailable' && (
          <ErrorState title={t('scene.webgl.title')} hint={t('scene.webgl.hint')} action={back} />
        )}
        {state === 'failed' && (
          <ErrorState
            testId="scene-failed"
            title={problemText(error)}
            hint={problemHint(error)}
            action={
              <div className="flex gap-2">
                <Button onClick={onBack}>{t('scene.back')}</Button>
                <Button variant="primary" onClick={onRetry}>
                  {t('common.retry')}
                </Button>
              </div>
            }
          />
        )}
      </div>
    </div>
  );
}
