import type { PageEntry } from './kit/page.tsx';
import { PATHS } from './platform/paths.ts';

/** The page of a scene, with the engine and three. It takes longest, and opens without the list of the others. */
export const SCENE_PAGE: PageEntry = {
  path: PATHS.scene,
  frame: 'bare',
  load: () => import('./features/scene/page.tsx'),
};
