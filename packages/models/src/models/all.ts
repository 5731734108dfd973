import type { ModelName } from '../catalogue.ts';
import type { Model } from '../model.ts';
import { camera } from './camera.ts';
import { deviceDefault } from './device-default.ts';
import { greenhouse } from './greenhouse.ts';
import { soilProbe } from './soil-probe.ts';
import { valve } from './valve.ts';
import { weatherStation } from './weather-station.ts';

/** How each model is made. */
export const BUILDERS: Readonly<Record<ModelName, () => Model>> = {
  greenhouse,
  'soil-probe': soilProbe,
  'weather-station': weatherStation,
  valve,
  camera,
  'device-default': deviceDefault,
};
