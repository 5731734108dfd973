/** A page that is not in view is not painted: it goes on after this long, milliseconds. */
const HIDDEN_PAGE_MS = 250;

/** Resolves when what the page shows now has been painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, HIDDEN_PAGE_MS);
    // The first frame may come before what is to be shown is in the page.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timeout);
        setTimeout(resolve);
      }),
    );
  });
}
