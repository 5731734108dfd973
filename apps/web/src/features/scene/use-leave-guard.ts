import { useEffect } from 'react';
import type { SceneScreen } from './model.ts';

/** The browser's own back button asks like the page's, while something would be lost. */
export function useLeaveGuard(screen: SceneScreen): void {
  useEffect(() => {
    const { editing } = screen;
    const here = location.href;
    const guard = (event: PopStateEvent): void => {
      if (!editing.dirty.peek()) return;
      // The address has changed already: put it back before the router hears of it.
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      editing.ask('leave');
    };
    window.addEventListener('popstate', guard, { capture: true });
    return () => window.removeEventListener('popstate', guard, { capture: true });
  }, [screen]);
}
