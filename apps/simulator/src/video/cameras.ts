import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoDevice } from '../devices/assign-profiles.ts';
import { startCameraFeed } from './camera-feed.ts';
import { parseFlv } from './flv.ts';

/** Rendered from the demo farm by tests/pictures/clip.ts, with a label as simulated. */
const CLIP = join(import.meta.dirname, '../../clips/camera.flv');
const CAMERA = 'SP-DH2';

/**
 * Every camera publishes the clip.
 * @returns the functions that stop them
 */
export async function startCameras(
  devices: readonly DemoDevice[],
  url: string,
  log: (line: string) => void,
): Promise<(() => Promise<void>)[]> {
  const cameras = devices.filter(({ productModelCode }) => productModelCode === CAMERA);
  if (cameras.length === 0) return [];
  const clip = parseFlv(await readFile(CLIP));
  return cameras.map(({ token }) => startCameraFeed({ url, key: token, clip, log }));
}
