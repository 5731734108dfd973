/**
 * Index of listeners: an event finds its listeners without a pass over all connections. Listeners of an organisation
 * receive the events of all its devices and scenes, the others those of single ids.
 */
export class Followers<Listener> {
  readonly #byId = new Map<string, Set<Listener>>();
  readonly #byOrganisation = new Map<string, Set<Listener>>();

  follow(id: string, listener: Listener): void {
    insert(this.#byId, id, listener);
  }

  unfollow(id: string, listener: Listener): void {
    remove(this.#byId, id, listener);
  }

  followAll(organisationId: string, listener: Listener): void {
    insert(this.#byOrganisation, organisationId, listener);
  }

  unfollowAll(organisationId: string, listener: Listener): void {
    remove(this.#byOrganisation, organisationId, listener);
  }

  /** Each listener once, also one that follows the id and the organisation. */
  *of(id: string, organisationId: string): Generator<Listener> {
    const all = this.#byOrganisation.get(organisationId);
    if (all) yield* all;
    for (const listener of this.#byId.get(id) ?? []) if (!all?.has(listener)) yield listener;
  }

  /** Number of ids and organisations with a listener. */
  get size(): number {
    return this.#byId.size + this.#byOrganisation.size;
  }
}

function insert<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function remove<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  if (set?.delete(value) && set.size === 0) sets.delete(key);
}
