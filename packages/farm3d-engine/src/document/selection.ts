import { TypedEmitter } from '../core/emitter.ts';

export interface SelectionEvents {
  changed: { readonly ids: readonly string[] };
}

/** The chosen things, in the order of choosing, each once. */
export class Selection extends TypedEmitter<SelectionEvents> {
  #ids: readonly string[] = [];

  get ids(): readonly string[] {
    return this.#ids;
  }

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  /** Chooses exactly these. @returns whether anything changed. */
  set(ids: readonly string[]): boolean {
    const next = [...new Set(ids)];
    if (next.length === this.#ids.length && next.every((id, index) => id === this.#ids[index])) return false;
    this.#ids = Object.freeze(next);
    this.emit('changed', { ids: this.#ids });
    return true;
  }

  toggle(id: string): void {
    this.set(this.has(id) ? this.#ids.filter((other) => other !== id) : [...this.#ids, id]);
  }

  /** Lets go of what is gone, such as removed equipment. */
  drop(ids: Iterable<string>): void {
    const gone = new Set(ids);
    this.set(this.#ids.filter((id) => !gone.has(id)));
  }
}
