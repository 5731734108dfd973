import type { Device } from '@farm3d/api';
import type { SceneScreen } from '../../scene-model.ts';

/** What a tab of the device panel is about. */
export interface TabProps {
  readonly screen: SceneScreen;
  readonly device: Device;
}
