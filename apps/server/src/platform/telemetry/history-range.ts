/** Which keys of a device are read, and from when to when. */
export interface HistoryRange {
  readonly keys: readonly string[];
  /** Epoch ms, included. */
  readonly startTs: number;
  /** Epoch ms, excluded. */
  readonly endTs: number;
}
