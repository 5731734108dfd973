import { ProgressOverlay } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import type { SceneScreen } from '../../scene-model.ts';

/** The bar eases over this long; what is ready earlier ends it at once (Spec §9, readings 16). */
const EASE_MS = 1500;

/** Covers the scene until its base model stands, then only tells what is still on its way, and leaves at 100 %. */
export function LoadingOverlay({ screen }: { screen: SceneScreen }) {
  const { stage } = screen;
  return (
    <ProgressOverlay
      testId="loading-overlay"
      name={t('scene.loading')}
      ratio={stage.progress}
      label={<LoadingLabel screen={screen} />}
      covers={!stage.baseLoaded.value}
      done={stage.loaded.value}
      easeMs={EASE_MS}
      isSlow={stage.isSoftware.value}
    />
  );
}

/** '{device name}加载中' (Spec §2); the scene's own name while nothing of it has come. */
function LoadingLabel({ screen }: { screen: SceneScreen }) {
  const name = screen.stage.loadingName.value || screen.data.scene.value?.name;
  // Without an element in it this would be no component that follows signals.
  return <>{name ? t('scene.loading.device', { name }) : t('scene.loading.start')}</>;
}
