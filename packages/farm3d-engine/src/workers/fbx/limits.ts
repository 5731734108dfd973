/** Maximum size of all arrays of one file, inflated, bytes. three's reader needs about ten times as much. */
export const MAX_ARRAY_BYTES = 64 * 2 ** 20;

/** Maximum polygon corners of one file. */
export const MAX_CORNERS = 6_000_000;

/** Maximum nesting of blocks. Exporters need five or six. */
export const MAX_BLOCK_DEPTH = 32;

/** Maximum blocks of one file. */
export const MAX_BLOCKS = 1_000_000;

/**
 * Maximum total change of an animation curve. three's reader creates a key per half turn of a rotation, so one key at 1e300
 * degrees would never end.
 */
export const MAX_CURVE_TRAVEL = 1e7;
