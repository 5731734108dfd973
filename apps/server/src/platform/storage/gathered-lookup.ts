/** Keys of one query, at most. */
const MOST = 1_000;

interface Waiting<Key, Row> {
  readonly key: Key;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up many keys by one query: those that are asked for while a query is under way go into the next one, so none is
 * answered with a row that was read before it was asked for. A single one waits for nothing.
 */
export class GatheredLookup<Key, Row> {
  readonly #find: (keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>;
  #waiting: Waiting<Key, Row>[] = [];
  #isBusy = false;

  /** @param find the row of each key, in their order. When it rejects, all that asked for these keys are rejected. */
  constructor(find: (keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>) {
    this.#find = find;
  }

  find(key: Key): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (!this.#isBusy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const asked = this.#waiting.splice(0, MOST);
      try {
        const rows = await this.#find(asked.map(({ key }) => key));
        for (const [i, { resolve }] of asked.entries()) resolve(rows[i]);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.#isBusy = false;
  }
}
