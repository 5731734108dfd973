import type { Transaction } from '../transaction.ts';

/** Stable names of what can be done; the host gives them words in the user's language. */
export type CommandLabel =
  | 'add-equipment'
  | 'remove-equipment'
  | 'add-child-scene'
  | 'remove-child-scene'
  | 'remove'
  | 'set-transform'
  | 'nudge'
  | 'align'
  | 'distribute'
  | 'paste-transform'
  | 'set-camera';

/** One edit. How to take it back follows from the diff that it leaves. */
export interface Command {
  /** Its name, as undo and redo show it. */
  readonly label: CommandLabel;
  /** Commands in a row with the same key become one undo step. */
  readonly merge?: string;
  /** Makes the change. Called again for redo: it must not rely on anything but the transaction. */
  apply(transaction: Transaction): void;
}
