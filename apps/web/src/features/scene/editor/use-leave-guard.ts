import { useEffect } from 'react';
import { guardLeaving } from '../../../platform/leave-guard.ts';
import type { SceneScreen } from '../scene-model.ts';

/** The browser's own back button asks like the page's, while something would be lost. */
export function useLeaveGuard(screen: SceneScreen): void {
  useEffect(
    () =>
      guardLeaving({
        hasWork: () => screen.editing.dirty.peek(),
        ask: () => screen.editing.ask('leave'),
      }),
    [screen],
  );
}
