import { Button, ErrorState } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import { problemHint, problemText } from '../../../../platform/problem.ts';
import type { ScreenState } from '../loading-model.ts';

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
