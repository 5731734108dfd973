interface Guard {
  /** Whether something would be lost. */
  readonly hasUnsavedWork: () => boolean;
  /** Asks the person. */
  readonly confirmLeave: () => void;
}

let guard: (Guard & { readonly href: string }) | null = null;

/**
 * Lets a screen keep the person when something would be lost, also from the browser's own back button.
 * @returns the function that takes the guard away.
 */
export function guardLeaving(options: Guard): () => void {
  const entry = { ...options, href: location.href };
  guard = entry;
  return () => {
    if (guard === entry) guard = null;
  };
}

/** Whether leaving the page now would lose something. */
export function hasUnsavedWork(): boolean {
  return guard?.hasUnsavedWork() === true;
}

/**
 * Must be called before the router begins to listen: a screen that the router has taken down already can ask nothing.
 */
export function interceptBackButton(): void {
  window.addEventListener(
    'popstate',
    (event) => {
      if (!guard?.hasUnsavedWork()) return;
      // The address has changed already: put it back before the router hears of it.
      event.stopImmediatePropagation();
      history.pushState(null, '', guard.href);
      guard.confirmLeave();
    },
    { capture: true },
  );
}
