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
 * The transcoder of KTX2 pictures, larger than everything else together: a worker of its own, started with the first such
 * picture. So no worker loads code while it runs, which is what bundlers do not manage without settings.
 */
export class Ktx2Client {
  readonly #workerUrl: string | URL | undefined;
  readonly #readyTimeoutMs: number;
  #link: WorkerLink<Ktx2WorkerApi> | undefined;

  constructor(workerUrl: string | URL | undefined, readyTimeoutMs: number) {
    this.#workerUrl = workerUrl;
    this.#readyTimeoutMs = readyTimeoutMs;
  }

  /** Lets the transcoder answer at this port; where there is none, every call there is refused. */
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
