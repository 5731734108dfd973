import * as v from 'valibot';
import {
  flagSchema,
  instantSchema,
  optionalNumberSchema,
  optionalTextSchema,
  textSchema,
} from '../wire/codes.ts';

/* Responses of the device calls. */

/** Default width of an LED screen, pixels. Spec §5. */
export const LED_WIDTH_DEFAULT = 96;
/** Default height of an LED screen, pixels. Spec §5. */
export const LED_HEIGHT_DEFAULT = 48;
const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

const deviceEntries = {
  id,
  name: v.string(),
  scene3dModel: optionalTextSchema,
  scene3dModelSnape: optionalTextSchema,
  productModelPic: optionalTextSchema,
  productModelCode: textSchema,
  productModel: id,
  productModelName: textSchema,
  productTypeCode: textSchema,
  thirdId: optionalTextSchema,
  thirdConfigId: optionalTextSchema,
  devEui: optionalTextSchema,
  serial: optionalTextSchema,
  mapVideoUrl: optionalTextSchema,
  pic: optionalTextSchema,
  online: flagSchema,
  lastActivityTime: instantSchema,
  connected: v.optional(flagSchema, false),
  expectedReportS: optionalNumberSchema,
  simulated: flagSchema,
  version: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number)), 1),
};
const deviceObject = v.object(deviceEntries);

const toDevice = (wire: v.InferOutput<typeof deviceObject>) => ({
  id: wire.id,
  name: wire.name,
  /** Name of its 3D model, such as 'soil-probe'. */
  modelName: wire.scene3dModel,
  /** Path of the model, '/models/soil-probe.glb'. */
  modelPath: wire.scene3dModelSnape,
  productModelId: wire.productModel,
  /** Such as 'TQ-3L'. */
  productModelCode: wire.productModelCode,
  productModelName: wire.productModelName,
  productModelPicture: wire.productModelPic,
  /** 'SP' is a video camera. */
  productTypeCode: wire.productTypeCode,
  thirdId: wire.thirdId,
  thirdConfigId: wire.thirdConfigId,
  /** Of a LoRaWAN device, 16 hexadecimal digits. */
  devEui: wire.devEui,
  serial: wire.serial,
  mapVideoUrl: wire.mapVideoUrl,
  picture: wire.pic,
  /**
   * Connected, or heard within the interval at which it is expected to report. After a connection ended it stays online
   * for half a minute.
   */
  online: wire.online,
  /** Whether a connection is open: its own, or that of its gateway. Always false for one that reports without. */
  connected: wire.connected,
  /** Longest time between two reports by its attribute `inactivityTimeout`, else its product, seconds; null: unknown. */
  expectedReportS: wire.expectedReportS,
  /** Last activity, epoch milliseconds; null without any. */
  lastActivityAt: wire.lastActivityTime,
  /** Whether its values come from the built-in simulator: label them wherever they are shown. */
  simulated: wire.simulated,
  version: wire.version,
});

/** A device as in lists (Spec §3). */
export const device = v.pipe(deviceObject, v.transform(toDevice));

/** The last refused message of a device. */
const rejection = v.pipe(
  v.object({ ts: instantSchema, reason: v.string(), field: optionalTextSchema, excerpt: optionalTextSchema }),
  v.transform(({ ts, ...same }) => ({
    /** The invalid field, and the begin of the message. */
    ...same,
    /** Epoch milliseconds. */
    at: ts ?? 0,
  })),
);

/** Problems of the messages of a device, each kind once. */
export const deviceProblem = v.pipe(
  v.object({
    /** 'outside': values outside their declared range, stored and flagged. */
    kind: v.picklist(['refused', 'outside']),
    field: v.string(),
    reason: v.string(),
    count: v.number(),
    firstTs: v.number(),
    lastTs: v.number(),
    excerpt: optionalTextSchema,
  }),
  v.transform(({ firstTs, lastTs, ...same }) => ({
    /** The key or path, the reason as of the last occurrence (English, `rejectionReason` translates it), the count. */
    ...same,
    /** Epoch milliseconds. */
    firstAt: firstTs,
    lastAt: lastTs,
  })),
);

const detailEntries = {
  ...deviceEntries,
  /** The same as `id`. */
  deviceId: v.optional(id),
  displayed: v.optional(flagSchema, true),
  latitude: optionalNumberSchema,
  longitude: optionalNumberSchema,
  ledScreenWidth: optionalNumberSchema,
  ledScreenHeight: optionalNumberSchema,
  mqttPort: optionalNumberSchema,
  rtmpPort: optionalNumberSchema,
  gateway: v.optional(flagSchema, false),
  gatewayId: optionalTextSchema,
  rejectedCount: optionalNumberSchema,
  lastRejection: v.nullish(rejection),
  createTime: instantSchema,
  received: v.optional(flagSchema, false),
  rights: v.optional(v.array(v.string()), []),
};
const detailObject = v.object(detailEntries);

const toDetail = (wire: v.InferOutput<typeof detailObject>) => ({
  ...toDevice(wire),
  /** Whether display lists contain it. */
  displayed: wire.displayed,
  /** Degrees, WGS 84; null: unknown. */
  latitude: wire.latitude,
  longitude: wire.longitude,
  /** Pixels; default 96 (Spec §5). */
  ledScreenWidth: wire.ledScreenWidth ?? LED_WIDTH_DEFAULT,
  /** Pixels; default 48 (Spec §5). */
  ledScreenHeight: wire.ledScreenHeight ?? LED_HEIGHT_DEFAULT,
  /** Port for MQTT without TLS; null: a server that does not say. */
  mqttPort: wire.mqttPort,
  /** RTMP port for a camera (`rtmp://<host>:<port>/live`, its token as the key); null: none. */
  rtmpPort: wire.rtmpPort,
  /** Whether it may speak for other devices. */
  gateway: wire.gateway,
  /** Id of the gateway that speaks for it; null: none. */
  gatewayId: wire.gatewayId,
  rejectedCount: wire.rejectedCount ?? 0,
  lastRejection: wire.lastRejection ?? null,
  /** Epoch milliseconds. */
  createdAt: wire.createTime ?? 0,
  /** Whether another organisation shares it with the caller. */
  received: wire.received,
  /** What the caller may do with it now, such as 'read', 'operate', 'devices' (to change it) or 'share'; see {@link Right}. */
  rights: wire.rights as readonly string[],
});

/** A device as on its own page. */
export const deviceDetail = v.pipe(detailObject, v.transform(toDetail));

/** Response of the creation: the token is returned only here. */
export const createdDevice = v.pipe(
  v.object({ ...detailEntries, accessToken: v.pipe(v.string(), v.nonEmpty()) }),
  v.transform(({ accessToken, ...wire }) => ({ ...toDetail(wire), accessToken })),
);

export const simpleEntries = {
  id,
  name: v.string(),
  productModelCode: textSchema,
  productTypeCode: textSchema,
  online: flagSchema,
};
/** The short form for choosers. */
export const simpleDevice = v.object(simpleEntries);
/** A device with its position, degrees, WGS 84. */
export const mappedDevice = v.object({ ...simpleEntries, latitude: v.number(), longitude: v.number() });

export const deviceCounts = v.object({ total: v.number(), online: v.number(), offline: v.number() });
export const typeCounts = v.object({ productTypeCode: v.string(), ...deviceCounts.entries });

/** SIM card of a device, as reported by the device. */
export const sim = v.pipe(
  v.object({
    deviceId: id,
    iccid: optionalTextSchema,
    imsi: optionalTextSchema,
    imei: optionalTextSchema,
    msisdn: optionalTextSchema,
    operator: optionalTextSchema,
    rssi: optionalNumberSchema,
    rssiTime: instantSchema,
  }),
  v.transform(({ iccid, imsi, imei, msisdn, operator, rssi, rssiTime }) => ({
    iccid,
    imsi,
    imei,
    msisdn,
    operator,
    /** Signal strength, dBm. */
    rssi,
    /** Time of the measurement, epoch milliseconds. */
    rssiAt: rssiTime,
  })),
);

/** A code by which another organisation can claim a device; returned only here. */
export const claimCode = v.pipe(
  v.object({ code: v.pipe(v.string(), v.nonEmpty()), expireTime: instantSchema }),
  v.transform(({ code, expireTime }) => ({
    code,
    /** Epoch milliseconds. */
    expiresAt: expireTime ?? 0,
  })),
);

/** A device's new token; returned only here. */
export const rotatedToken = v.pipe(
  v.object({ accessToken: v.pipe(v.string(), v.nonEmpty()), formerTokenEndTime: instantSchema }),
  v.transform(({ accessToken, formerTokenEndTime }) => ({
    accessToken,
    /** Until when the former token works, too, epoch milliseconds; null: it has ended. */
    formerTokenEndsAt: formerTokenEndTime,
  })),
);

const sheetEntries = {
  name: v.string(),
  productModelCode: v.string(),
  thirdId: v.nullable(v.string()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  /** 16 hexadecimal digits; unique in the organisation, as the serial number is. */
  devEui: v.optional(v.nullable(v.string())),
  serial: v.optional(v.nullable(v.string())),
  /** Token that the device brings along; null or absent: a generated one. */
  accessToken: v.optional(v.nullable(v.string())),
};
/** A device of an import table. */
const sheetDevice = v.object(sheetEntries);
/** A row of an import table with its errors. */
export const sheetRow = v.object({
  ...sheetEntries,
  /** Row number as in a spreadsheet; the headings are row 1. */
  row: v.number(),
  error: v.nullable(v.object({ field: v.string(), msg: v.string() })),
});
export const imported = v.object({ id: v.string(), name: v.string(), accessToken: v.string() });

export type Device = v.InferOutput<typeof device>;
export type DeviceDetail = v.InferOutput<typeof deviceDetail>;
export type DeviceProblem = v.InferOutput<typeof deviceProblem>;
export type DeviceRejection = v.InferOutput<typeof rejection>;
export type CreatedDevice = v.InferOutput<typeof createdDevice>;
export type SimpleDevice = v.InferOutput<typeof simpleDevice>;
export type MappedDevice = v.InferOutput<typeof mappedDevice>;
export type DeviceCounts = v.InferOutput<typeof deviceCounts>;
export type DeviceTypeCounts = v.InferOutput<typeof typeCounts>;
export type DeviceSim = v.InferOutput<typeof sim>;
export type ClaimCode = v.InferOutput<typeof claimCode>;
export type SheetDevice = v.InferOutput<typeof sheetDevice>;
export type SheetRow = v.InferOutput<typeof sheetRow>;
