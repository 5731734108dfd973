import { decodeSceneDevice } from '@farm3d/api';

/** Ids of the devices in a layout; none of an unreadable one. */
export function placedDevices(sceneDevice: string | null): string[] {
  try {
    const layout = decodeSceneDevice(sceneDevice);
    // Those of child scenes included.
    return layout.equipment.map(({ id }) => id.toLowerCase());
  } catch {
    return [];
  }
}
