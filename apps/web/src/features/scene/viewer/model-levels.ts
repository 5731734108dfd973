import type { ModelLevelSource } from 'farm3d-engine';

/** A model that the platform itself serves: each has its levels beside it. */
const BUILT_IN = /^\/models\/([a-z0-9-]+)\.glb$/;
/** Devices have a middle level; structures and crops go from near to far. */
const WITH_MIDDLE = new Set([
  'camera',
  'climate-sensor',
  'device-default',
  'drip-controller',
  'fan-pad',
  'gateway',
  'grow-light',
  'insect-lamp',
  'led-screen',
  'ph-ec-probe',
  'pump',
  'roll-motor',
  'shade-motor',
  'soil-probe',
  'valve',
  'water-meter',
  'weather-station',
]);
/** CSS px of the bounding sphere's diameter below which each takes over; what the build of the models was tuned for. */
const MIDDLE_BELOW = 150;
const FAR_BELOW = 48;

/** The simpler shapes of a built-in model; none for any other. */
export function modelLevels(path: string): ModelLevelSource[] {
  const name = BUILT_IN.exec(path)?.[1];
  if (name === undefined) return [];
  const at = (level: string): string => `/models/${name}.${level}.glb`;
  return [
    ...(WITH_MIDDLE.has(name) ? [{ path: at('mid'), belowPixels: MIDDLE_BELOW }] : []),
    { path: at('far'), belowPixels: FAR_BELOW },
  ];
}
