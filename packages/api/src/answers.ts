import * as v from 'valibot';
import { device } from './calls/device-answers.ts';
import type { RouteName } from './routes.ts';
import * as agronomy from './wire/agronomy.ts';
import * as crop from './wire/crop.ts';
import * as telemetry from './wire/telemetry.ts';

/** The call says nothing but that it was done. */
const nothing = v.null();
const list = (item: v.GenericSchema) => v.object({ items: v.array(item), total: v.number() });

/**
 * The `data` of each call's answer: the schemas by which the client of this package reads them. For the description of
 * the calls; a page that only makes calls does not load this.
 */
export const ANSWERS: Partial<Record<RouteName, v.GenericSchema>> = {
  'crops.growthModels': list(crop.growthModelSchema),
  'crops.plants': list(crop.plantSchema),
  'crops.plant': crop.plantSchema,
  'crops.createPlants': list(crop.plantSchema),
  'crops.updatePlant': crop.plantSchema,
  'crops.removePlant': nothing,
  'crops.diseasesAndPests': list(crop.diseaseSchema),
  'agronomy.plots': list(v.object(agronomy.plotEntries)),
  'agronomy.plot': agronomy.detailSchema,
  'agronomy.tables': list(agronomy.cellSchema),
  'agronomy.editTable': agronomy.cellSchema,
  'agronomy.climate': list(agronomy.monthSchema),
  'agronomy.saveClimate': list(agronomy.monthSchema),
  'telemetry.latest': telemetry.seriesSchema,
  'telemetry.history': telemetry.seriesSchema,
  'telemetry.latestShared': telemetry.seriesSchema,
  'telemetry.historyShared': telemetry.seriesSchema,
  'telemetry.daily': telemetry.dailySchema,
  'telemetry.drought': agronomy.droughtSchema,
  'telemetry.warning': agronomy.predictionSchema,
  'telemetry.irrigation': agronomy.irrigationSchema,
  'telemetry.count': v.object({ count: v.number() }),
  'telemetry.chart': telemetry.chartSchema,
  'scenes.devices': list(device),
};
