/** Timeout for a hidden page, which is never painted, milliseconds. */
const HIDDEN_PAGE_MS = 250;

/** Resolves when the present content of the page has been painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, HIDDEN_PAGE_MS);
    // The first frame may come before React has updated the page.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timeout);
        setTimeout(resolve);
      }),
    );
  });
}
