/** Keys and time range of a query. */
export interface HistoryRange {
  readonly keys: readonly string[];
  /** Epoch ms, included. */
  readonly startTs: number;
  /** Epoch ms, excluded. */
  readonly endTs: number;
}
