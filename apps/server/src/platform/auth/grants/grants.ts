import type { AccessChange } from './access-change.ts';
import type { GrantKind } from './grant-kinds.ts';

/** Ends the grants of one kind on this server. */
export interface GrantKeeper {
  /**
   * Checks the grants that a change may have ended. Stops them at once and resolves when those without a right are
   * ended. A keeper whose grants are checked at every use has nothing to do.
   */
  end(change: AccessChange): Promise<void> | void;
}

export type GrantKeepers = Readonly<Record<GrantKind, GrantKeeper>>;

/**
 * The grants of all kinds. A call that ends a right awaits `changed` after its commit: once it has answered, what is
 * reported afterwards reaches no ended grant, on any server.
 */
export class Grants {
  #keepers: GrantKeepers | null = null;
  #others: (change: AccessChange) => Promise<void> = () => Promise.resolve();
  #epoch = 0;

  /** Number of changes so far. What was read at an earlier number may be out of date. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Sets the keepers; before it there are no grants. */
  keep(keepers: GrantKeepers): void {
    this.#keepers = keepers;
  }

  /** Sets how the other servers are notified; the promise resolves when they have ended their grants. */
  relayTo(others: (change: AccessChange) => Promise<void>): void {
    this.#others = others;
  }

  /**
   * Ends the grants that a committed change took away, here and on the other servers.
   * @throws when a keeper could not check its grants
   */
  async changed(change: AccessChange): Promise<void> {
    await settleAll([this.endHere(change), this.#others(change)]);
  }

  /**
   * The same on this server alone.
   * @throws as `changed`
   */
  async endHere(change: AccessChange): Promise<void> {
    this.#epoch += 1;
    // Every keeper starts before the first one is awaited: it stops its grants at once.
    await settleAll(Object.values(this.#keepers ?? {}).map(async (keeper) => keeper.end(change)));
  }

  /** Reads rights from the database, again when one changed meanwhile. */
  async steady<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.#epoch;
      const value = await read();
      if (before === this.#epoch) return value;
    }
  }
}

/** Waits for all, then throws the first error. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
