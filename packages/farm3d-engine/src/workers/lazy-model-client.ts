import { FarmError } from '../core/errors.ts';
import type { ModelClient, ModelClientOptions } from './model.client.ts';

/**
 * A {@link ModelClient} whose code is loaded while the viewer is created: pool, workers and Comlink are only needed for the
 * first model.
 */
export class LazyModelClient {
  readonly #client: Promise<ModelClient>;
  #came: ModelClient | undefined;
  #isDisposed = false;

  constructor(options: ModelClientOptions) {
    this.#client = import('./model.client.ts').then(
      (module) => {
        this.#came = new module.ModelClient(options);
        if (this.#isDisposed) this.#came.dispose();
        return this.#came;
      },
      (error: unknown) => {
        throw FarmError.from(error, 'worker-failed');
      },
    );
    // Each load reports the failure; a viewer that loads nothing has none to report.
    this.#client.catch(() => {});
  }

  get workerCount(): number {
    return this.#came?.workerCount ?? 0;
  }

  /** See {@link ModelClient.load}. */
  async load(...given: Parameters<ModelClient['load']>): ReturnType<ModelClient['load']> {
    const client = await this.#client;
    return client.load(...given);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#came?.dispose();
  }
}
