/** What is delivered. `id` stays the same when it is sent again: receivers know it by that. */
export interface OutgoingNotification {
  readonly id: string;
  readonly kind: string;
  readonly severity: string | null;
  /** The alarm or the work order; null: none. */
  readonly subjectId: string | null;
  readonly subject: string;
  readonly content: string;
  /** Epoch ms of the event. */
  readonly at: number;
}

/** Where it is delivered to. */
export interface ChannelAddress {
  /** Of the account. */
  readonly email: string;
  /** Of all others. */
  readonly url?: string;
  /** Signs requests, is the token of a bot or gateway, or the secret of a browser. */
  readonly key?: string;
  /** Chat, number of a telephone, or public key of a browser. */
  readonly to?: string;
}

/** Resolves when it was taken. @throws {NotDelivered} */
export type Sender = (notification: OutgoingNotification, address: ChannelAddress) => Promise<void>;
