/** Calls a function once for all requests of `pauseMs`, however long they go on. */
export function createPace(work: () => void, pauseMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, pauseMs);
    },
    dispose: (): void => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
