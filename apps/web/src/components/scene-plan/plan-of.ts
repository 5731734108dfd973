import type { Scene } from '@farm3d/api';
import type { ScenePlanProps } from './scene-plan.tsx';

/** Base models that are three greenhouses side by side. */
const THREE_SPANS = /\/(demo-farm|multi-span)\.glb$/;

/** What the plan of a scene shows: its greenhouses, and its own objects. */
export function planOf({
  type,
  baseModelPath,
  layout,
}: Pick<Scene, 'type' | 'baseModelPath' | 'layout'>): Pick<ScenePlanProps, 'spans' | 'points'> {
  return {
    // A plot is open ground with the greenhouses that stand on it.
    spans: type === 'plot' && baseModelPath === null ? 0 : THREE_SPANS.test(baseModelPath ?? '') ? 3 : 1,
    points: [...layout.childScenes, ...layout.equipment.filter(({ parentId }) => parentId === null)].map(
      ({ id, position }) => ({ id, x: position.x, z: position.z }),
    ),
  };
}
