import * as v from 'valibot';
import type {
  ClaimCode,
  CreatedDevice,
  Device,
  DeviceCounts,
  DeviceDetail,
  DeviceDraft,
  DeviceSim,
  DeviceTypeCounts,
  MappedDevice,
  SheetRow,
  SimpleDevice,
} from '../domain/device.ts';
import {
  flagSchema,
  instantSchema,
  optionalNumberSchema,
  optionalTextSchema,
  parseWire,
  textSchema,
} from './codes.ts';

/** Width of an LED screen unless set, pixels. Spec §5. */
export const LED_WIDTH_DEFAULT = 96;
/** Height of an LED screen unless set, pixels. Spec §5. */
export const LED_HEIGHT_DEFAULT = 48;

const idSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const countSchema = v.pipe(
  optionalNumberSchema,
  v.transform((count) => count ?? 0),
);

/** A device as lists answer it (Spec §3). */
export const deviceWireSchema = v.looseObject({
  id: idSchema,
  name: v.string(),
  scene3dModel: optionalTextSchema,
  scene3dModelSnape: optionalTextSchema,
  productModelPic: optionalTextSchema,
  productModelCode: textSchema,
  productModel: idSchema,
  productModelName: textSchema,
  productTypeCode: textSchema,
  thirdId: optionalTextSchema,
  thirdConfigId: optionalTextSchema,
  mapVideoUrl: optionalTextSchema,
  pic: optionalTextSchema,
  online: flagSchema,
  lastActivityTime: instantSchema,
  simulated: flagSchema,
  version: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number)), 1),
});

/** A device as lists answer it, before decoding. */
export type DeviceWire = v.InferInput<typeof deviceWireSchema>;

const rejectionSchema = v.nullish(
  v.looseObject({
    ts: instantSchema,
    reason: v.string(),
    field: optionalTextSchema,
    excerpt: optionalTextSchema,
  }),
);

/** A device as its detail call answers it. */
export const deviceDetailWireSchema = v.looseObject({
  ...deviceWireSchema.entries,
  displayed: v.optional(flagSchema, true),
  latitude: optionalNumberSchema,
  longitude: optionalNumberSchema,
  ledScreenWidth: optionalNumberSchema,
  ledScreenHeight: optionalNumberSchema,
  rtmpPort: optionalNumberSchema,
  rejectedCount: countSchema,
  lastRejection: rejectionSchema,
  createTime: instantSchema,
});

function toDevice(wire: v.InferOutput<typeof deviceWireSchema>): Device {
  return {
    id: wire.id,
    name: wire.name,
    modelName: wire.scene3dModel,
    modelPath: wire.scene3dModelSnape,
    productModelId: wire.productModel,
    productModelCode: wire.productModelCode,
    productModelName: wire.productModelName,
    productModelPicture: wire.productModelPic,
    productTypeCode: wire.productTypeCode,
    thirdId: wire.thirdId,
    thirdConfigId: wire.thirdConfigId,
    mapVideoUrl: wire.mapVideoUrl,
    picture: wire.pic,
    online: wire.online,
    lastActivityAt: wire.lastActivityTime,
    simulated: wire.simulated,
    version: wire.version,
  };
}

/** A device as lists answer it. */
export const device = v.pipe(deviceWireSchema, v.transform(toDevice));

/** @throws {WireError} naming the field that does not fit. */
export function decodeDevice(value: unknown): Device {
  return toDevice(parseWire(deviceWireSchema, value));
}

/** @throws {WireError} naming the field that does not fit. */
export function decodeDeviceDetail(value: unknown): DeviceDetail {
  const wire = parseWire(deviceDetailWireSchema, value);
  const rejection = wire.lastRejection;
  return {
    ...toDevice(wire),
    displayed: wire.displayed,
    latitude: wire.latitude,
    longitude: wire.longitude,
    ledScreenWidth: wire.ledScreenWidth ?? LED_WIDTH_DEFAULT,
    ledScreenHeight: wire.ledScreenHeight ?? LED_HEIGHT_DEFAULT,
    rtmpPort: wire.rtmpPort,
    rejectedCount: wire.rejectedCount,
    lastRejection: rejection
      ? {
          at: rejection.ts ?? 0,
          reason: rejection.reason,
          field: rejection.field,
          excerpt: rejection.excerpt,
        }
      : null,
    createdAt: wire.createTime ?? 0,
  };
}

export const tokenSchema = v.looseObject({ accessToken: v.pipe(v.string(), v.nonEmpty()) });

/** @throws {WireError} when the answer holds no token. */
export function decodeCreatedDevice(value: unknown): CreatedDevice {
  const { accessToken } = parseWire(tokenSchema, value);
  return { ...decodeDeviceDetail(value), accessToken };
}

export const simpleDeviceSchema = v.looseObject({
  id: idSchema,
  name: v.string(),
  productModelCode: textSchema,
  productTypeCode: textSchema,
  online: flagSchema,
});

export function decodeSimpleDevice(value: unknown): SimpleDevice {
  const { id, name, productModelCode, productTypeCode, online } = parseWire(simpleDeviceSchema, value);
  return { id, name, productModelCode, productTypeCode, online };
}

export const countsSchema = v.looseObject({
  total: v.number(),
  online: v.number(),
  offline: v.number(),
});

export function decodeDeviceCounts(value: unknown): DeviceCounts {
  const { total, online, offline } = parseWire(countsSchema, value);
  return { total, online, offline };
}

export const placeSchema = v.looseObject({ latitude: v.number(), longitude: v.number() });

export function decodeMappedDevice(value: unknown): MappedDevice {
  const { latitude, longitude } = parseWire(placeSchema, value);
  return { ...decodeSimpleDevice(value), latitude, longitude };
}

export const productTypeSchema = v.looseObject({ productTypeCode: v.string() });

export function decodeDeviceTypeCounts(value: unknown): DeviceTypeCounts {
  const { productTypeCode } = parseWire(productTypeSchema, value);
  return { productTypeCode, ...decodeDeviceCounts(value) };
}

export const simSchema = v.looseObject({
  deviceId: idSchema,
  iccid: optionalTextSchema,
  imsi: optionalTextSchema,
  imei: optionalTextSchema,
  msisdn: optionalTextSchema,
  operator: optionalTextSchema,
  rssi: optionalNumberSchema,
  rssiTime: instantSchema,
});

export function decodeDeviceSim(value: unknown): DeviceSim {
  const { iccid, imsi, imei, msisdn, operator, rssi, rssiTime } = parseWire(simSchema, value);
  return { iccid, imsi, imei, msisdn, operator, rssi, rssiAt: rssiTime };
}

export const claimCodeSchema = v.looseObject({
  code: v.pipe(v.string(), v.nonEmpty()),
  expireTime: instantSchema,
});

export function decodeClaimCode(value: unknown): ClaimCode {
  const { code, expireTime } = parseWire(claimCodeSchema, value);
  return { code, expiresAt: expireTime ?? 0 };
}

/** Only the fields present are sent: the server keeps the others. */
export function encodeDeviceDraft(draft: Partial<DeviceDraft>): Record<string, unknown> {
  const { picture, modelPath, ...same } = draft;
  return {
    ...same,
    ...(picture === undefined ? {} : { pic: picture }),
    ...(modelPath === undefined ? {} : { scene3dModelSnape: modelPath }),
  };
}

export const sheetRowSchema = v.looseObject({
  row: v.number(),
  name: v.string(),
  productModelCode: v.string(),
  thirdId: v.nullable(v.string()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  error: v.nullable(v.looseObject({ field: v.string(), msg: v.string() })),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeSheetRow(value: unknown): SheetRow {
  const { row, name, productModelCode, thirdId, latitude, longitude, error } = parseWire(
    sheetRowSchema,
    value,
  );
  return {
    row,
    name,
    productModelCode,
    thirdId,
    latitude,
    longitude,
    error: error && { field: error.field, msg: error.msg },
  };
}

export const importedSchema = v.looseObject({ id: v.string(), name: v.string(), accessToken: v.string() });

/** @throws {WireError} naming the field that does not fit. */
export function decodeImportedDevice(value: unknown): { id: string; name: string; accessToken: string } {
  const { id, name, accessToken } = parseWire(importedSchema, value);
  return { id, name, accessToken };
}
