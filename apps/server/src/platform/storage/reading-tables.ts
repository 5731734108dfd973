/**
 * Tables of readings and of what is computed from them, with the column of their time, in the order in which a batch writes
 * them: whoever removes rows of a device in another order could meet a batch that waits for it.
 */
export const READING_TABLES = [
  ['ts_stale', 'hour'],
  ['ts_archive', 'day'],
  ['ts_archive_key', 'day'],
  ['ts_message', 'ts'],
  ['ts_misdated', 'ts'],
  ['ts_packed', 'at'],
  ['ts_hour_total', 'at'],
  ['ts_hour_messages', 'at'],
  ['ts_hour', 'at'],
  ['ts_day', 'at'],
] as const;
