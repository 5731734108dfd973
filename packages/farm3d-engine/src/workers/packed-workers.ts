/**
 * A worker's script as base64 of its gzipped text, in its own module. The build of the published package replaces this file
 * (`tsup.config.ts`); from source there are none, because the bundler supports workers.
 */
export type PackedScript = (() => Promise<{ readonly default: string }>) | undefined;

export const packedGlb: PackedScript = undefined;
export const packedFbx: PackedScript = undefined;
export const packedKtx2: PackedScript = undefined;
export const packedGeojson: PackedScript = undefined;
