/**
 * A worker's script as base64 of its gzipped text, in a module of its own. The build of the published package puts the real
 * ones in the place of this file (`tsup.config.ts`); from source there are none, because whatever compiles the source knows
 * workers.
 */
export type PackedScript = (() => Promise<{ readonly default: string }>) | undefined;

export const packedGlb: PackedScript = undefined;
export const packedFbx: PackedScript = undefined;
export const packedKtx2: PackedScript = undefined;
export const packedGeojson: PackedScript = undefined;
