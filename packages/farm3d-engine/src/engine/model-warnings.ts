import { FarmError } from '../core/errors.ts';
import type { ModelWarning } from './events.ts';

/** One warning for each path and load, whoever uses the model. */
export class ModelWarnings {
  readonly #warned = new Set<string>();
  readonly #emit: (warning: ModelWarning) => void;
  readonly #textOf: (error: FarmError) => string;

  constructor(emit: (warning: ModelWarning) => void, textOf: (error: FarmError) => string) {
    this.#emit = emit;
    this.#textOf = textOf;
  }

  /** A model was acquired. */
  readonly acquired = (path: string, missing: readonly string[]): void => {
    if (missing.length === 0 || this.#warned.has(path)) return;
    this.#warned.add(path);
    const error = new FarmError('model-incomplete', { path, missing: missing.join(', ') });
    this.#emit({ path, missing, message: this.#textOf(error) });
  };

  /** Another scene: its warnings are emitted again. */
  forget(): void {
    this.#warned.clear();
  }
}
