import type { Crop, DeviceName, ModelName, StructureName } from '../catalogue.ts';
import { atLevel, type Level } from '../kit/detail.ts';
import { flatten, type Model } from '../model.ts';
import { camera } from './camera.ts';
import { climateSensor } from './climate-sensor.ts';
import { cropModel } from './crops/all.ts';
import { deviceDefault } from './device-default.ts';
import { dripController } from './drip-controller.ts';
import { fanPad } from './fan-pad.ts';
import { gateway } from './gateway.ts';
import { greenhouse } from './greenhouse.ts';
import { growLight } from './grow-light.ts';
import { insectLamp } from './insect-lamp.ts';
import { ledScreen } from './led-screen.ts';
import { phEcProbe } from './ph-ec-probe.ts';
import { pump } from './pump.ts';
import { rollMotor } from './roll-motor.ts';
import { shadeMotor } from './shade-motor.ts';
import { soilProbe } from './soil-probe.ts';
import { farmhouse, pumpHouse, waterTank } from './structures/buildings.ts';
import { demoFarm } from './structures/demo-farm.ts';
import { dripLines, fence, pond, powerPole, road, soilBed } from './structures/ground.ts';
import { nurseryBenches, shadeNet, solarGreenhouse } from './structures/growing.ts';
import { multiSpan } from './structures/multi-span.ts';
import { treeBroadleaf, treePine, treePoplar } from './structures/trees.ts';
import { valve } from './valve.ts';
import { waterMeter } from './water-meter.ts';
import { weatherStation } from './weather-station.ts';

/** How each device and structure is made. */
const BUILDERS: Readonly<Record<DeviceName | StructureName, () => Model>> = {
  greenhouse,
  'multi-span': multiSpan,
  'solar-greenhouse': solarGreenhouse,
  'shade-net': shadeNet,
  'nursery-benches': nurseryBenches,
  'pump-house': pumpHouse,
  'water-tank': waterTank,
  pond,
  farmhouse,
  road,
  fence,
  'power-pole': powerPole,
  'tree-broadleaf': treeBroadleaf,
  'tree-poplar': treePoplar,
  'tree-pine': treePine,
  'soil-bed': soilBed,
  'drip-lines': dripLines,
  'demo-farm': demoFarm,
  'soil-probe': soilProbe,
  'weather-station': weatherStation,
  valve,
  camera,
  'device-default': deviceDefault,
  'led-screen': ledScreen,
  'ph-ec-probe': phEcProbe,
  'water-meter': waterMeter,
  pump,
  'roll-motor': rollMotor,
  'shade-motor': shadeMotor,
  'fan-pad': fanPad,
  'grow-light': growLight,
  'insect-lamp': insectLamp,
  gateway,
  'drip-controller': dripController,
  'climate-sensor': climateSensor,
};

/** Makes a model at a level of detail. */
export function buildModel(name: ModelName, level: Level = 'near'): Model {
  const [, crop, stage] = /^crop-(\w+)-(\w+)$/.exec(name) ?? [];
  if (crop && stage) return cropModel(crop as Crop, stage, level);
  const model = atLevel(level, BUILDERS[name as DeviceName | StructureName]);
  return level === 'far' ? flatten(model) : model;
}
