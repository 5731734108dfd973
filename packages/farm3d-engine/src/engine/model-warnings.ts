import { FarmError } from '../core/errors.ts';
import type { Locale } from '../core/messages.ts';
import type { ModelWarning } from './events.ts';

/** One warning for each path and load, whoever uses the model. */
export class ModelWarnings {
  readonly #warned = new Set<string>();
  readonly #emit: (warning: ModelWarning) => void;
  readonly #locale: () => Locale;

  constructor(emit: (warning: ModelWarning) => void, locale: () => Locale) {
    this.#emit = emit;
    this.#locale = locale;
  }

  /** A model was acquired. */
  readonly acquired = (path: string, missing: readonly string[]): void => {
    if (missing.length === 0 || this.#warned.has(path)) return;
    this.#warned.add(path);
    const error = new FarmError('model-incomplete', { path, missing: missing.join(', ') });
    this.#emit({ path, missing, message: error.text(this.#locale()) });
  };

  /** Another scene: its warnings are emitted again. */
  forget(): void {
    this.#warned.clear();
  }
}
