interface Guard {
  /** Whether there is unsaved work. */
  readonly hasUnsavedWork: () => boolean;
  /** Opens the confirmation dialog. */
  readonly confirmLeave: () => void;
}

let guard: (Guard & { readonly href: string }) | null = null;

/**
 * Asks before the browser's back button leaves a screen with unsaved work.
 * @returns the function that removes the guard
 */
export function guardLeaving(options: Guard): () => void {
  const entry = { ...options, href: location.href };
  guard = entry;
  return () => {
    if (guard === entry) guard = null;
  };
}

/** Whether leaving the page now would lose unsaved work. */
export function hasUnsavedWork(): boolean {
  return guard?.hasUnsavedWork() === true;
}

/** Whether the screen may be left now. When work is unsaved, it asks what to do with it. */
export function mayLeave(): boolean {
  if (!hasUnsavedWork()) return true;
  guard?.confirmLeave();
  return false;
}

/**
 * Must be called before the router listens: afterwards the screen is unmounted and cannot open its dialog.
 */
export function interceptBackButton(): void {
  window.addEventListener(
    'popstate',
    (event) => {
      if (!guard?.hasUnsavedWork()) return;
      // The address has changed already: it is restored before the router receives the event.
      event.stopImmediatePropagation();
      history.pushState(null, '', guard.href);
      guard.confirmLeave();
    },
    { capture: true },
  );
}
