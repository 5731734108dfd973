import type { CameraState } from '../records.ts';
import type { Command } from './command.ts';

/** Sets the camera that is saved with the scene; null removes it. */
export function setCamera(camera: CameraState | null): Command {
  return { label: 'set-camera', apply: (transaction) => transaction.setCamera(camera) };
}
