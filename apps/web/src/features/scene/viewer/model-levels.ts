import type { ModelLevelSource } from 'farm3d-engine';

/** Path of a built-in model, which has level files beside it. */
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
/** Diameter of the bounding sphere below which a level is used, CSS px; the build of the models is tuned for it. */
const MIDDLE_BELOW = 150;
const FAR_BELOW = 48;

/** Levels of detail of a built-in model; none for any other. */
export function modelLevels(path: string): ModelLevelSource[] {
  const name = BUILT_IN.exec(path)?.[1];
  if (name === undefined) return [];
  const at = (level: string): string => `/models/${name}.${level}.glb`;
  return [
    ...(WITH_MIDDLE.has(name) ? [{ path: at('mid'), belowPixels: MIDDLE_BELOW }] : []),
    { path: at('far'), belowPixels: FAR_BELOW },
  ];
}
