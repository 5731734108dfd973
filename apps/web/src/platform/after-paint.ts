/** A page that is not in view is not painted: it goes on after this long, milliseconds. */
const UNSEEN_MS = 250;

/** Resolves when what the page shows now has been painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const unseen = setTimeout(resolve, UNSEEN_MS);
    // The first frame may come before what is to be shown is in the page.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(unseen);
        setTimeout(resolve);
      }),
    );
  });
}
