import { Button, ErrorState } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import { problemHint, problemText } from '../../../../platform/problem.ts';
import type { SceneScreen } from '../../scene-model.ts';

/** In place of a scene that cannot be shown: what happened, what is safe, what to do. */
export function ProblemView({ screen }: { screen: SceneScreen }) {
  const state = screen.state.value;
  if (state === 'ready' || state === 'loading') return null;
  const error = screen.failure.value ?? screen.data.error.value;
  const back = (
    <Button variant="primary" onClick={screen.back}>
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
                <Button onClick={screen.back}>{t('scene.back')}</Button>
                <Button variant="primary" onClick={() => void screen.retry()}>
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
