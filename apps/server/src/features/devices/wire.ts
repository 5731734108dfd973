import {
  encodeFlag,
  LED_HEIGHT_DEFAULT,
  LED_WIDTH_DEFAULT,
  ownVideoPath,
  type AnswerOf,
  type devices,
} from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { modelName } from '../product-models/repository.ts';
import type { LastRejection } from '../../platform/telemetry/rejections.ts';
import type { DeviceRow } from './repository.ts';

/** 'SP' = video camera (specification, section 3): its default address is its stream here. */
const VIDEO_CAMERA = 'SP';

/** Current online states. */
export interface Presence {
  isOnline(deviceId: string): boolean;
  isConnected(deviceId: string): boolean;
  /** Null: its reporting interval is unknown. */
  expectedReportMs(device: { readonly id: string; readonly product_model_id: string }): number | null;
  lastActivity(deviceId: string): number | null;
}

/** Signs the addresses of images for whoever receives them. */
export interface ImageAddresses {
  shownTo(principal: Pick<Principal, 'sessionId'>): ShownImages;
}

interface ShownImages {
  readonly show: (path: string | null) => string | null;
}

/** Last activity, epoch ms: the value in memory is newer than that of the row. */
export function lastActivityOf(
  device: Pick<DeviceRow, 'id' | 'last_activity_at'>,
  presence: Pick<Presence, 'lastActivity'>,
): number | null {
  const stored = device.last_activity_at?.getTime() ?? 0;
  return Math.max(stored, presence.lastActivity(device.id) ?? 0) || null;
}

/** A device as in lists (specification, section 3). */
export function deviceToWire(device: DeviceRow, presence: Presence, pictures: ShownImages) {
  const modelPath = device.model_path ?? device.product_model_path;
  const lastActivity = lastActivityOf(device, presence);
  const expectedMs = presence.expectedReportMs(device);
  return {
    ...simpleDeviceToWire(device, presence),
    scene3dModel: modelName(modelPath),
    scene3dModelSnape: pictures.show(modelPath),
    productModelPic: pictures.show(device.product_picture),
    productModel: device.product_model_id,
    productModelName: device.product_name,
    thirdId: device.third_id,
    thirdConfigId: device.third_config_id,
    devEui: device.dev_eui,
    serial: device.serial,
    mapVideoUrl:
      device.map_video_url ?? (device.product_type_code === VIDEO_CAMERA ? ownVideoPath(device.id) : null),
    pic: pictures.show(device.picture),
    lastActivityTime: lastActivity === null ? null : new Date(lastActivity),
    connected: encodeFlag(presence.isConnected(device.id)),
    expectedReportS: expectedMs === null ? null : expectedMs / 1000,
    simulated: device.simulated,
    version: device.version,
  };
}

/** The short form for choosers and displays. */
export function simpleDeviceToWire(device: DeviceRow, presence: Pick<Presence, 'isOnline'>) {
  return {
    id: device.id,
    name: device.name,
    productModelCode: device.product_code,
    productTypeCode: device.product_type_code,
    online: encodeFlag(presence.isOnline(device.id)),
  };
}

/** SIM card of a device, reported in its attributes. */
export function simToWire(
  { id, attributes }: DeviceRow,
  signal: { ts: number; value: unknown } | undefined,
): AnswerOf<typeof devices.sim> {
  return {
    deviceId: id,
    iccid: textOf(attributes['iccid']),
    imsi: textOf(attributes['imsi']),
    imei: textOf(attributes['imei']),
    msisdn: textOf(attributes['msisdn']),
    operator: textOf(attributes['operator']),
    rssi: typeof signal?.value === 'number' ? signal.value : null,
    rssiTime: signal ? new Date(signal.ts) : null,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Screen sizes from the device, else from its product model, else from the specification. */
function screenSize(device: DeviceRow, name: 'ledScreenWidth' | 'ledScreenHeight', fallback: number): number {
  for (const source of [device.attributes, device.product_detail]) {
    const value = Number(source[name]);
    if (Number.isInteger(value) && value > 0) return value;
  }
  return fallback;
}

/** A device as in its detail call. */
export function deviceDetailToWire(
  device: DeviceRow,
  presence: Presence,
  pictures: ShownImages,
  lastRejection: LastRejection | null,
  { mqttPort, rtmpPort }: { mqttPort: number; rtmpPort: number | null },
) {
  return {
    ...deviceToWire(device, presence, pictures),
    displayed: device.displayed,
    latitude: device.latitude,
    longitude: device.longitude,
    deviceId: device.id,
    ledScreenWidth: screenSize(device, 'ledScreenWidth', LED_WIDTH_DEFAULT),
    ledScreenHeight: screenSize(device, 'ledScreenHeight', LED_HEIGHT_DEFAULT),
    mqttPort,
    rtmpPort: device.product_type_code === VIDEO_CAMERA ? rtmpPort : null,
    gateway: device.gateway,
    gatewayId: device.gateway_id,
    rejectedCount: Number(device.rejected_count),
    lastRejection,
    createTime: device.created_at,
  };
}
