/**
 * `fetch` that reports the sent share of the body, 0 … 1: fetch itself does not.
 * Rejects without a response, as `fetch` does.
 */
export function uploadFetch(onProgress: (ratio: number) => void): typeof globalThis.fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal } = init;
      const abort = (): void => request.abort();
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input);
      request.responseType = 'blob';
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
      request.addEventListener('load', () =>
        resolve(
          new Response(request.response as Blob, {
            status: request.status,
            headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
          }),
        ),
      );
      request.addEventListener('error', () => reject(new TypeError('network')));
      request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('', 'AbortError')));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener('abort', abort);
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}
