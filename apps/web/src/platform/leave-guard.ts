interface Guard {
  /** Whether something would be lost. */
  readonly hasWork: () => boolean;
  /** Asks the person. */
  readonly ask: () => void;
}

let guard: (Guard & { readonly href: string }) | null = null;

/**
 * Lets a screen keep the person when something would be lost, also from the browser's own back button.
 * @returns the function that takes the guard away.
 */
export function guardLeaving(given: Guard): () => void {
  const mine = { ...given, href: location.href };
  guard = mine;
  return () => {
    if (guard === mine) guard = null;
  };
}

/** Whether leaving the page now would lose something. */
export function hasUnsavedWork(): boolean {
  return guard?.hasWork() === true;
}

/**
 * Must be called before the router begins to listen: a screen that the router has taken down already can ask nothing.
 */
export function watchLeaving(): void {
  window.addEventListener(
    'popstate',
    (event) => {
      if (!guard?.hasWork()) return;
      // The address has changed already: put it back before the router hears of it.
      event.stopImmediatePropagation();
      history.pushState(null, '', guard.href);
      guard.ask();
    },
    { capture: true },
  );
}
