/** Nobody has used the page for so long: work that stops it for a moment disturbs nobody, milliseconds. */
const QUIET_MS = 3000;
const SIGNS_OF_USE = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchmove'] as const;

/** Resolves when nobody uses the page. Never, once `signal` is aborted. */
export function whenQuiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      listening.abort();
    };
    const begin = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        end();
        resolve();
      }, QUIET_MS);
    };
    const options = { capture: true, passive: true, signal: listening.signal };
    for (const type of SIGNS_OF_USE) addEventListener(type, begin, options);
    signal.addEventListener('abort', end, { signal: listening.signal });
    if (!signal.aborted) begin();
  });
}
