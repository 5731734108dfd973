import type { Scene } from '@farm3d/api';
import type { ScenePlanProps } from './components/scene-plan.tsx';

/** Base models that are three greenhouses side by side. */
const THREE_SPANS = /\/(demo-farm|multi-span)\.glb$/;

/** What the plan of a scene shows: its greenhouses, and its own objects. */
export function planOf({
  baseModelPath,
  layout,
}: Pick<Scene, 'baseModelPath' | 'layout'>): Pick<ScenePlanProps, 'spans' | 'points'> {
  return {
    spans: THREE_SPANS.test(baseModelPath ?? '') ? 3 : 1,
    points: layout.equipment
      .filter(({ parentId }) => parentId === null)
      .map(({ id, position }) => ({ id, x: position.x, z: position.z })),
  };
}
