import { expose, transfer } from 'comlink';
import type { Ktx2WorkerApi, TranscodeApi } from './ktx2.contract.ts';
import { packedKtx2 } from './packed-workers.ts';
import type { WorkerScript } from './start-worker.ts';
import { WorkerLink } from './worker-link.ts';

const KTX2_SCRIPT: WorkerScript = {
  file: 'ktx2.worker.js',
  isAddressed: false,
  name: 'farm3d-ktx2',
  open: () =>
    new Worker(new URL('./ktx2.worker.ts', import.meta.url), { type: 'module', name: 'farm3d-ktx2' }),
  packed: packedKtx2,
};

/**
 * The worker of the KTX2 transcoder, which is larger than all other code; started with the first KTX2 image. So no worker
 * imports code at run time, which bundlers do not support without settings.
 */
export class Ktx2Client {
  readonly #workerUrl: string | URL | undefined;
  readonly #readyTimeoutMs: number;
  #link: WorkerLink<Ktx2WorkerApi> | undefined;

  constructor(workerUrl: string | URL | undefined, readyTimeoutMs: number) {
    this.#workerUrl = workerUrl;
    this.#readyTimeoutMs = readyTimeoutMs;
  }

  /** Connects the transcoder to a port; if it cannot be started, calls on the port are rejected. */
  async connect(port: MessagePort): Promise<void> {
    try {
      const link = (this.#link ??= this.#start());
      await link.ready;
      await link.calls.serve(transfer(port, [port]));
    } catch (error) {
      const refusing: TranscodeApi = { transcode: () => Promise.reject(error) };
      expose(refusing, port);
    }
  }

  terminate(): void {
    this.#link?.terminate();
  }

  #start(): WorkerLink<Ktx2WorkerApi> {
    const link = new WorkerLink<Ktx2WorkerApi>({
      script: KTX2_SCRIPT,
      workerUrl: this.#workerUrl,
      readyTimeoutMs: this.#readyTimeoutMs,
      onMessage: () => {},
    });
    link.ready.catch(() => {});
    link.failed.catch(() => {});
    return link;
  }
}
