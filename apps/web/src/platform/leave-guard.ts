/** Says whether the page may be left; asks the person itself when not. */
type Guard = () => boolean;

let guard: { readonly mayLeave: Guard; readonly href: string } | null = null;

/**
 * Lets a screen keep the person when something would be lost, also from the browser's own back button.
 * @returns the function that takes the guard away.
 */
export function guardLeaving(mayLeave: Guard): () => void {
  const mine = { mayLeave, href: location.href };
  guard = mine;
  return () => {
    if (guard === mine) guard = null;
  };
}

/**
 * Must be called before the router begins to listen: a screen that the router has taken down already can ask nothing.
 */
export function watchLeaving(): void {
  window.addEventListener(
    'popstate',
    (event) => {
      if (!guard || guard.mayLeave()) return;
      // The address has changed already: put it back before the router hears of it.
      event.stopImmediatePropagation();
      history.pushState(null, '', guard.href);
    },
    { capture: true },
  );
}
