import { wrap } from 'comlink';
import type { EchoApi } from './echo.worker.ts';

/** How a worker is called. */
export type Way = 'comlink' | 'postMessage';

declare global {
  interface Window {
    /** Microseconds of the page's clock for each call, with so many under way at once. */
    callWorker: (by: Way, calls: number, atOnce: number) => Promise<number>;
  }
}

const worker = new Worker(new URL('./echo.worker.ts', import.meta.url), { type: 'module' });

function portOf(kind: 'comlink' | 'plain'): MessagePort {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ [kind]: port2 }, [port2]);
  return port1;
}

const remote = wrap<EchoApi>(portOf('comlink'));
const plain = portOf('plain');
const waiting = new Map<number, (value: number) => void>();
plain.addEventListener('message', ({ data: [id, value] }: MessageEvent<[number, number]>) => {
  waiting.get(id)!(value);
  waiting.delete(id);
});
plain.start();
let next = 0;

const echo = {
  comlink: (value: number) => remote.echo(value),
  postMessage: (value: number) =>
    new Promise<number>((resolve) => {
      waiting.set(next, resolve);
      plain.postMessage([next++, value]);
    }),
};

window.callWorker = async (by, calls, atOnce) => {
  const call = echo[by];
  const start = performance.now();
  for (let done = 0; done < calls; done += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, i) => call(done + i)));
  return ((performance.now() - start) * 1000) / calls;
};
