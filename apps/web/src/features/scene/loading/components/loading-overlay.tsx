import { ProgressOverlay } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import type { LoadingModel } from '../loading-model.ts';
import type { SceneRecords } from '../scene-records.ts';

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
