import type { Transaction } from '../transaction.ts';

/** Stable names of commands; the host translates them. */
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

/** One edit. Its undo is computed from the diff that it makes. */
export interface Command {
  /** Name of the step, for undo and redo. */
  readonly label: CommandLabel;
  /** Consecutive commands with the same key become one undo step. */
  readonly merge?: string;
  /** Makes the change. Redo calls it again: it must depend on the transaction only. */
  apply(transaction: Transaction): void;
}
