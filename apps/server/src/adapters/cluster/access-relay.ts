import { randomUUID } from 'node:crypto';
import type { AccessChange } from '../../platform/auth/grants/access-change.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ClusterBus } from './bus.ts';

/** How long a call waits for the other servers, milliseconds. */
const CONFIRM_TIMEOUT_MS = 10_000;
/** Interval of the check whether a server that has not confirmed is still there, milliseconds. */
const PRESENCE_INTERVAL_MS = 500;

type Message =
  | { readonly node: string; readonly id: string; readonly change: AccessChange }
  | { readonly node: string; readonly confirmed: string; readonly failed: boolean };

interface Pending {
  readonly missing: Set<string>;
  isFailed: boolean;
  wake: () => void;
}

/**
 * Changes of rights between servers. The server of the call waits until every other one has ended its grants. One that
 * does not respond sends nothing in the meantime: it holds its streams as soon as it receives the message, and commits
 * reach it after the message, on the same connection.
 */
export class AccessRelay {
  static readonly channel = 'farm3d_access';
  readonly #bus: Pick<ClusterBus, 'publish' | 'nodes'>;
  readonly #grants: Grants;
  readonly #log: Logger;
  readonly #node: string;
  readonly #pending = new Map<string, Pending>();

  constructor(options: {
    bus: Pick<ClusterBus, 'publish' | 'nodes'>;
    grants: Grants;
    log: Logger;
    node: string;
  }) {
    this.#bus = options.bus;
    this.#grants = options.grants;
    this.#log = options.log;
    this.#node = options.node;
    this.#grants.relayTo((change) => this.#tell(change));
  }

  receive(payload: string): void {
    const message = JSON.parse(payload) as Message;
    if (message.node === this.#node) return;
    if ('confirmed' in message) return this.#confirm(message);
    // It begins at once: commits that are received after it must find the streams held.
    const ended = this.#grants.endHere(message.change);
    void this.#answer(message.id, ended);
  }

  /** Messages may have been missed: all grants are checked. */
  catchUp(): void {
    this.#grants
      .endHere({ of: 'everything' })
      .catch((error: unknown) => this.#log.error({ err: error }, 'grants could not be checked'));
  }

  async #answer(id: string, ended: Promise<void>): Promise<void> {
    const failed = await ended.then(
      () => false,
      (error: unknown) => {
        this.#log.error({ err: error }, 'grants could not be checked for another server');
        return true;
      },
    );
    await this.#publish({ node: this.#node, confirmed: id, failed }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'a change of rights could not be confirmed'),
    );
  }

  #confirm({ node, confirmed, failed }: Extract<Message, { confirmed: string }>): void {
    const pending = this.#pending.get(confirmed);
    if (!pending) return;
    pending.missing.delete(node);
    pending.isFailed ||= failed;
    pending.wake();
  }

  /** @throws when another server could not check its grants */
  async #tell(change: AccessChange): Promise<void> {
    const others = (await this.#bus.nodes()).filter((node) => node !== this.#node);
    if (others.length === 0) return;
    const id = randomUUID();
    const pending: Pending = { missing: new Set(others), isFailed: false, wake: () => undefined };
    this.#pending.set(id, pending);
    try {
      await this.#publish({ node: this.#node, id, change });
      await this.#confirmations(pending);
    } finally {
      this.#pending.delete(id);
    }
    if (pending.isFailed) throw new Error('another server could not check its grants');
  }

  async #confirmations(pending: Pending): Promise<void> {
    const deadline = performance.now() + CONFIRM_TIMEOUT_MS;
    while (pending.missing.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.wake = resolve;
      const timer = setTimeout(resolve, PRESENCE_INTERVAL_MS);
      await promise;
      clearTimeout(timer);
      if (pending.missing.size === 0) return;
      // A server that ended, or lost its connection, checks everything when it is back.
      const present = new Set(await this.#bus.nodes());
      for (const node of pending.missing) if (!present.has(node)) pending.missing.delete(node);
      if (performance.now() < deadline) continue;
      this.#log.warn({ servers: [...pending.missing] }, 'servers did not confirm a change of rights in time');
      return;
    }
  }

  #publish(message: Message): Promise<void> {
    return this.#bus.publish(AccessRelay.channel, JSON.stringify(message));
  }
}
