import { FarmError } from '../core/errors.ts';
import { unpackBase64 } from './inline-wasm.ts';
import type { PackedScript } from './packed-workers.ts';

/** One of this package's workers, with the sources of its script. */
export interface WorkerScript {
  /** File name. */
  readonly file: string;
  /** Whether `workerUrl` is the URL of this one; other scripts are beside it. */
  readonly isAddressed: boolean;
  /** Name in developer tools. */
  readonly name: string;
  /** Starts it from its own file. Bundlers recognise workers by one literal form only, so each script spells it out. */
  readonly open: () => Worker;
  /** The script as text, if its file is not beside this package's own. */
  readonly packed: PackedScript;
}

export interface StartOptions {
  /** URL of the scripts. Default: beside the package. */
  readonly workerUrl: string | URL | undefined;
  /** A worker that does not answer in this time has failed, milliseconds. */
  readonly readyTimeoutMs: number;
  /** Requests the worker's first answer. */
  readonly ping: (worker: Worker) => Promise<unknown>;
  /** Aborting terminates a worker that is starting. */
  readonly signal: AbortSignal;
}

declare global {
  interface ImportMetaEnv {
    DEV: boolean;
  }
  interface ImportMeta {
    /** Defined by Vite; undefined elsewhere. */
    readonly env: ImportMetaEnv;
  }
}

/**
 * Vite's development server pre-bundles the package into one file in its cache, without the workers beside it. Requesting
 * them there would work in the end, but print advice to change the configuration. Vite replaces this only as one
 * expression.
 */
const IS_VITES_SERVER = import.meta.env?.DEV;

/**
 * Whether workers start from their text first: set when a file was not available but its text was, as the bundler (esbuild)
 * or the origin of the package does not serve the other files either.
 */
let isTextFirst = IS_VITES_SERVER;

/**
 * Starts a worker and waits for its first answer. From its own file, which needs the weakest content policy (`worker-src
 * 'self'`) and is cached by the browser; if that is not available, from its text by a blob: URL.
 * @throws FarmError `worker-failed`, `worker-timeout`, or `aborted`
 */
export async function startWorker(script: WorkerScript, options: StartOptions): Promise<Worker> {
  const { workerUrl } = options;
  if (workerUrl !== undefined) return answering(() => startAt(workerUrl, script, options.signal), options);
  const { packed } = script;
  if (!packed) return answering(script.open, options);
  const ways = {
    file: () => answering(script.open, options),
    text: async () => answering(await fromText((await packed()).default, script, options.signal), options),
  };
  const [first, second] = isTextFirst ? (['text', 'file'] as const) : (['file', 'text'] as const);
  try {
    return await ways[first]();
  } catch (failure) {
    if (options.signal.aborted) throw failure;
    try {
      const worker = await ways[second]();
      isTextFirst = second === 'text';
      return worker;
    } catch (error) {
      // Of two errors, that of the file can be acted on: text fails if a policy forbids blob: workers.
      throw second === 'file' ? error : failure;
    }
  }
}

async function answering(open: () => Worker, options: StartOptions): Promise<Worker> {
  const { readyTimeoutMs, ping, signal } = options;
  const ended = new AbortController();
  if (signal.aborted) throw abortedBy(signal);
  let worker: Worker;
  try {
    worker = open();
  } catch (error) {
    throw FarmError.from(error, 'worker-failed');
  }
  try {
    await Promise.race([
      ping(worker),
      failureOf(worker, ended.signal),
      lateness(readyTimeoutMs, ended.signal),
      // It is not waited for: somebody may leave the page many times while workers start.
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(abortedBy(signal)), { signal: ended.signal }),
      ),
    ]);
    return worker;
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    ended.abort();
  }
}

const abortedBy = ({ reason }: AbortSignal) => new FarmError('aborted', {}, { cause: reason });

/** Never resolves; rejects when the worker fails. */
export function failureOf(worker: Worker, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener(
      'error',
      (event) =>
        reject(new FarmError('worker-failed', { reason: event.message || 'the script did not load' })),
      { signal },
    );
    worker.addEventListener(
      'messageerror',
      () => reject(new FarmError('worker-failed', { reason: 'messageerror' })),
      { signal },
    );
  });
}

function lateness(timeoutMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(
      () => reject(new FarmError('worker-timeout', { seconds: timeoutMs / 1000 })),
      timeoutMs,
    );
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

function startAt(
  workerUrl: string | URL,
  { file, name, isAddressed }: WorkerScript,
  signal: AbortSignal,
): Worker {
  const given = new URL(workerUrl, document.baseURI);
  const url = isAddressed ? given : new URL(file, given);
  if (url.origin === location.origin) return new Worker(url, { type: 'module', name });
  // A worker's script must be of the page's origin; a module it imports need not be.
  return fromBlob(
    new Blob([`import ${JSON.stringify(url.href)}`], { type: 'text/javascript' }),
    name,
    signal,
  );
}

async function fromText(packed: string, { name }: WorkerScript, signal: AbortSignal): Promise<() => Worker> {
  const text = await unpackBase64(packed).arrayBuffer();
  return () => fromBlob(new Blob([text], { type: 'text/javascript' }), name, signal);
}

function fromBlob(script: Blob, name: string, signal: AbortSignal): Worker {
  const address = URL.createObjectURL(script);
  const worker = new Worker(address, { type: 'module', name });
  const free = () => URL.revokeObjectURL(address);
  worker.addEventListener('message', free, { once: true });
  worker.addEventListener('error', free, { once: true });
  signal.addEventListener('abort', free, { once: true });
  return worker;
}
