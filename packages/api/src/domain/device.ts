/** A connected device as lists show it. */
export interface Device {
  id: string;
  name: string;
  /** Name of the 3D model that stands for the device, such as 'soil-probe'. */
  modelName: string | null;
  /** Address of its file, '/models/soil-probe.glb'. */
  modelPath: string | null;
  productModelId: string;
  /** Such as 'TQ-3L'. */
  productModelCode: string;
  productModelName: string;
  productModelPicture: string | null;
  /** 'SP' is a video camera. */
  productTypeCode: string;
  thirdId: string | null;
  thirdConfigId: string | null;
  mapVideoUrl: string | null;
  picture: string | null;
  online: boolean;
  /** Epoch milliseconds of the last sign of life, null before the first. */
  lastActivityAt: number | null;
  /** True when its values come from the built-in simulator: say so wherever they show. */
  simulated: boolean;
  version: number;
}

/** The last message that could not be taken from a device. */
export interface DeviceRejection {
  /** Epoch milliseconds. */
  at: number;
  reason: string;
  field: string | null;
  /** The beginning of what was sent. */
  excerpt: string | null;
}

/** A device as its own page shows it. */
export interface DeviceDetail extends Device {
  /** Whether lists for displays show it. */
  displayed: boolean;
  /** Degrees, WGS 84; null where the place is not known. */
  latitude: number | null;
  longitude: number | null;
  /** Pixels; 96 unless set (Spec §5). */
  ledScreenWidth: number;
  /** Pixels; 48 unless set (Spec §5). */
  ledScreenHeight: number;
  /** Port to which a camera may send RTMP (`rtmp://<host>:<port>/live`, its token as the key); null: it cannot. */
  rtmpPort: number | null;
  rejectedCount: number;
  lastRejection: DeviceRejection | null;
  createdAt: number;
}

/** The answer to creating a device: its token is shown this once and never again. */
export interface CreatedDevice extends DeviceDetail {
  accessToken: string;
}

/** The short form for choosers. */
export interface SimpleDevice {
  id: string;
  name: string;
  productModelCode: string;
  productTypeCode: string;
  online: boolean;
}

/** A device with its place on a map. */
export interface MappedDevice extends SimpleDevice {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

export interface DeviceTypeCounts extends DeviceCounts {
  productTypeCode: string;
}

/** The card by which a device reaches the network, as the device itself reports it. */
export interface DeviceSim {
  iccid: string | null;
  imsi: string | null;
  imei: string | null;
  msisdn: string | null;
  operator: string | null;
  /** Signal strength, dBm, and when it was measured (epoch milliseconds). */
  rssi: number | null;
  rssiAt: number | null;
}

/** Lets another organisation take a device over; shown this once. */
export interface ClaimCode {
  code: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface DeviceCounts {
  total: number;
  online: number;
  offline: number;
}

/** What a new device needs; the rest may follow. */
export interface DeviceDraft {
  name: string;
  productModelCode: string;
  thirdId?: string | null;
  thirdConfigId?: string | null;
  mapVideoUrl?: string | null;
  picture?: string | null;
  /** Overrides the product model's 3D model. */
  modelPath?: string | null;
  /** Whether lists for displays show it. Default true. */
  displayed?: boolean;
  /** Degrees, WGS 84. */
  latitude?: number | null;
  longitude?: number | null;
  ledScreenWidth?: number;
  ledScreenHeight?: number;
}

/** Omitted fields keep their value; a stale `version` is refused with 409. */
export type DevicePatch = Partial<Omit<DeviceDraft, 'productModelCode'>> & { version?: number };

/** What a list of devices can be sorted by. */
export const DEVICE_SORTS = ['name', 'productModelCode', 'online', 'lastActivityTime', 'createTime'] as const;

export interface DeviceQuery {
  /** From 1. */
  page?: number;
  /** 1 … 200, default 20. */
  pageSize?: number;
  /** Part of the name, case-insensitive. */
  name?: string;
  productModelCode?: string;
  online?: boolean;
  /** Devices of this group and of those below it. */
  groupId?: string;
  /** Default 'name'; equal ones by name. Devices that were never heard count as heard before all others. */
  sortProperty?: (typeof DEVICE_SORTS)[number];
  /** Default 'ASC'. */
  sortOrder?: 'ASC' | 'DESC';
}

/** A device as a table says it. */
export interface SheetDevice {
  name: string;
  productModelCode: string;
  thirdId: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** A line of a table, and why it cannot be imported. */
export interface SheetRow extends SheetDevice {
  /** As the program that made the table counts; the headings are line 1. */
  row: number;
  error: { field: string; msg: string } | null;
}
