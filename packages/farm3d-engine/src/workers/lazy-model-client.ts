import { FarmError } from '../core/errors.ts';
import type { ModelClient, ModelClientOptions } from './model.client.ts';

/**
 * A {@link ModelClient} whose code is loaded while the viewer is created: pool, workers and Comlink are only needed for the
 * first model.
 */
export class LazyModelClient {
  readonly #client: Promise<ModelClient>;
  #loaded: ModelClient | undefined;
  #isDisposed = false;

  constructor(options: ModelClientOptions) {
    this.#client = import('./model.client.ts').then(
      (module) => {
        this.#loaded = new module.ModelClient(options);
        if (this.#isDisposed) this.#loaded.dispose();
        return this.#loaded;
      },
      (error: unknown) => {
        throw FarmError.from(error, 'worker-failed');
      },
    );
    // Each load reports the failure; a viewer that loads nothing has none to report.
    this.#client.catch(() => {});
  }

  get workerCount(): number {
    return this.#loaded?.workerCount ?? 0;
  }

  /** See {@link ModelClient.load}. */
  async load(...args: Parameters<ModelClient['load']>): ReturnType<ModelClient['load']> {
    const client = await this.#client;
    return client.load(...args);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#loaded?.dispose();
  }
}
