import * as v from 'valibot';
import * as deviceLink from './resources/device-link.ts';
import * as integrations from './resources/integrations.ts';
import * as video from './resources/video.ts';
import { commandSchema } from './resources/rpc.ts';
import type { RouteName } from './routes.ts';
import * as agronomy from './wire/agronomy.ts';
import * as alarm from './wire/alarm.ts';
import * as crop from './wire/crop.ts';
import * as device from './wire/device.ts';
import * as deviceGroup from './wire/device-group.ts';
import * as file from './wire/file.ts';
import * as handle from './wire/handle.ts';
import * as linkage from './wire/linkage.ts';
import * as productModel from './wire/product-model.ts';
import * as region from './wire/region.ts';
import * as scene from './wire/scene.ts';
import * as sceneWeather from './wire/scene-weather.ts';
import * as sharing from './wire/sharing.ts';
import * as telemetry from './wire/telemetry.ts';

/** The call says nothing but that it was done. */
const nothing = v.null();
const list = (item: v.GenericSchema) => v.object({ items: v.array(item), total: v.number() });
type Members = { readonly entries: v.ObjectEntries };
const both = (one: Members, other: Members) => v.looseObject({ ...one.entries, ...other.entries });
/** What a device answers stands beside its status. */
const rpcAnswer = v.looseObject({ status: v.string() });
const attributes = v.record(v.string(), v.unknown());

/**
 * The `data` of each call's answer: the schemas by which the client of this package reads them. For the description of
 * the calls; a page that only makes calls does not load this.
 */
export const ANSWERS: Partial<Record<RouteName, v.GenericSchema>> = {
  'devices.list': list(device.deviceWireSchema),
  'devices.simple': list(device.simpleDeviceSchema),
  'devices.displayed': list(device.simpleDeviceSchema),
  'devices.map': list(both(device.simpleDeviceSchema, device.placeSchema)),
  'devices.typeCount': list(both(device.productTypeSchema, device.countsSchema)),
  'devices.count': device.countsSchema,
  'devices.create': both(device.deviceDetailWireSchema, device.tokenSchema),
  'devices.get': device.deviceDetailWireSchema,
  'devices.update': device.deviceDetailWireSchema,
  'devices.remove': nothing,
  'devices.attributes': list(productModel.productAttributeWireSchema),
  'devices.sim': device.simSchema,
  'devices.claim': device.deviceDetailWireSchema,
  'devices.leaveGateway': nothing,
  'devices.claimCode': device.claimCodeSchema,
  'devices.previewImport': list(device.sheetRowSchema),
  'devices.import': list(device.importedSchema),
  'devices.received': list(device.deviceWireSchema),
  'sharing.share': list(sharing.shareSchema),
  'sharing.ledger': list(sharing.shareSchema),
  'sharing.change': list(sharing.shareSchema),
  'sharing.stop': nothing,
  'sharing.leave': nothing,
  'sharing.receivedCount': device.countsSchema,
  'groups.list': list(deviceGroup.groupSchema),
  'groups.create': deviceGroup.groupSchema,
  'groups.update': deviceGroup.groupSchema,
  'groups.remove': nothing,
  'deviceGroups.list': list(deviceGroup.membershipSchema),
  'deviceGroups.add': deviceGroup.membershipSchema,
  'deviceGroups.addMany': list(deviceGroup.membershipSchema),
  'deviceGroups.remove': nothing,
  'deviceGroups.removeMany': nothing,
  'productModels.list': list(productModel.productModelWireSchema),
  'productModels.get': productModel.productModelWireSchema,
  'productModels.attributes': list(productModel.productAttributeWireSchema),
  'productModels.linkageAttributes': list(
    both(productModel.productAttributeWireSchema, productModel.ofModelSchema),
  ),
  'productModels.dictionaries': list(
    both(productModel.productAttributeWireSchema, productModel.codesOfSchema),
  ),
  'productModels.addAttribute': productModel.productAttributeWireSchema,
  'productModels.groups': list(handle.groupSchema),
  'productModels.ofGroup': list(productModel.productModelWireSchema),
  'handles.style': list(handle.styleSchema),
  'handles.ofDevice': list(both(handle.styleSchema, handle.statesSchema)),
  'handles.operate': rpcAnswer,
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
  'files.upload': file.fileSchema,
  'files.uploadPlot': file.fileSchema,
  'files.url': file.addressSchema,
  'files.list': list(file.fileSchema),
  'files.remove': nothing,
  'files.preview': file.previewSchema,
  'regions.maps': list(region.mapSchema),
  'regions.saveMap': region.mapSchema,
  'regions.removeMap': nothing,
  'regions.summary': region.summarySchema,
  'video.stream': video.streamSchema,
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
  'alarms.query': list(alarm.alarmSchema),
  'alarms.ofDevice': list(alarm.alarmSchema),
  'alarms.acknowledge': alarm.alarmSchema,
  'alarms.clear': alarm.alarmSchema,
  'alarms.shelve': alarm.alarmSchema,
  'alarmSettings.list': list(alarm.settingSchema),
  'alarmSettings.save': list(alarm.settingSchema),
  'alarmSettings.ofAttribute': list(alarm.settingSchema),
  'alarmSettings.ofProduct': list(alarm.settingSchema),
  'alarmSettings.saveProduct': list(alarm.settingSchema),
  'deviceLink.shared': attributes,
  'deviceLink.share': attributes,
  'deviceLink.interlock': deviceLink.interlockSchema,
  'deviceLink.setInterlock': deviceLink.interlockSchema,
  'deviceLink.setGateway': v.object({ gateway: v.boolean() }),
  'linkages.list': list(linkage.linkageSchema),
  'linkages.create': linkage.linkageSchema,
  'linkages.batch': nothing,
  'linkages.get': linkage.linkageSchema,
  'linkages.update': linkage.linkageSchema,
  'linkages.remove': nothing,
  'linkages.run': linkage.runSchema,
  'linkages.runs': list(linkage.runSchema),
  'integrations.list': list(integrations.integrationSchema),
  'integrations.create': integrations.createdSchema,
  'integrations.remove': nothing,
  'rpc.twoway': rpcAnswer,
  'rpc.get': commandSchema,
  'relay.control': rpcAnswer,
  'scenes.list': list(scene.sceneWireSchema),
  'scenes.get': scene.sceneWireSchema,
  'scenes.devices': list(device.deviceWireSchema),
  'scenes.create': scene.sceneWireSchema,
  'scenes.update': scene.sceneWireSchema,
  'scenes.remove': nothing,
  'scenes.drag': scene.sceneWireSchema,
  'scenes.config': list(scene.configEntrySchema),
  'scenes.weather': sceneWeather.weatherSchema,
  'scenes.globalConfig': scene.globalConfigSchema,
};
