import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoDevice } from '../devices/assign-profiles.ts';
import { startCameraFeed } from './camera-feed.ts';
import { parseFlv } from './flv.ts';

/** Filmed from the demo farm itself by tests/pictures/clip.ts, and marked as simulated in the picture. */
const CLIP = join(import.meta.dirname, '../../clips/camera.flv');
const CAMERA = 'SP-DH2';

/** Every camera sends the clip. @returns the functions that end them */
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
