/** The built-in models, in the order in which the build prints them. */
export const MODEL_NAMES = [
  'greenhouse',
  'soil-probe',
  'weather-station',
  'valve',
  'camera',
  'device-default',
] as const;

export type ModelName = (typeof MODEL_NAMES)[number];

/** One line of `dist/manifest.json`. */
export interface ManifestEntry {
  name: ModelName;
  /** Where the server serves it: `/models/<name>.glb`. */
  path: string;
  bytes: number;
  triangles: number;
  /** Primitives: one draw call each when nothing is batched. */
  draws: number;
  /** Hex digest of the file. */
  sha256: string;
}

export const modelPath = (name: ModelName): string => `/models/${name}.glb`;

/** The folder that the build fills with `<name>.glb` and `manifest.json`. */
export const modelsFolder = (): URL => new URL('../dist/', import.meta.url);
