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
  /** Pixels; 96 unless set (Spec §5). */
  ledScreenWidth: number;
  /** Pixels; 48 unless set (Spec §5). */
  ledScreenHeight: number;
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
  ledScreenWidth?: number;
  ledScreenHeight?: number;
}

/** Omitted fields keep their value; a stale `version` is refused with 409. */
export type DevicePatch = Partial<Omit<DeviceDraft, 'productModelCode'>> & { version?: number };

export interface DeviceQuery {
  /** From 1. */
  page?: number;
  /** 1 … 200, default 20. */
  pageSize?: number;
  /** Part of the name, case-insensitive. */
  name?: string;
  productModelCode?: string;
  online?: boolean;
}
