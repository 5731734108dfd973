import { type ProxyMarked, proxy, type Remote, releaseProxy, wrap } from 'comlink';

/** A call of a worker, given its methods and a function that passes callbacks. */
type Ask<Api, Answer> = (
  remote: Remote<Api>,
  callback: <Callback extends object>(callback: Callback) => Callback & ProxyMarked,
) => Promise<Answer>;

/**
 * Makes one call of a worker and ends it.
 * @throws the signal's reason when aborted; an error when the worker cannot be started or fails
 */
export async function callWorker<Api, Answer>(
  worker: Worker,
  signal: AbortSignal,
  ask: Ask<Api, Answer>,
): Promise<Answer> {
  const ended = new AbortController();
  const remote = wrap<Api>(worker);
  try {
    return await Promise.race([ask(remote, proxy), failureOf(worker, signal, ended.signal)]);
  } finally {
    ended.abort();
    remote[releaseProxy]();
    worker.terminate();
  }
}

function failureOf(worker: Worker, aborted: AbortSignal, ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (event: ErrorEvent): void => reject(new Error(event.message || 'the worker did not start'));
    worker.addEventListener('error', fail, { signal: ended });
    aborted.addEventListener('abort', () => reject(aborted.reason as Error), { signal: ended });
    if (aborted.aborted) reject(aborted.reason as Error);
  });
}
