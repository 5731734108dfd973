/** All arrays of one file together, unpacked, bytes. The reader behind it needs about ten times as much while it works. */
export const MAX_ARRAY_BYTES = 64 * 2 ** 20;

/** Corners of polygons in one file. */
export const MAX_CORNERS = 6_000_000;

/** Deepest nesting of blocks. Exporters need five or six. */
export const MAX_BLOCK_DEPTH = 32;

/** Blocks in one file. */
export const MAX_BLOCKS = 1_000_000;

/**
 * How far an animation curve may go up and down altogether. The reader makes a key for each half turn of a rotation, so that
 * one key at 1e300 degrees would have it make keys for ever.
 */
export const MAX_CURVE_TRAVEL = 1e7;
