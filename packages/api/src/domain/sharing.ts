/** 'view' is the device and its latest values, 'history' the earlier ones; 'view' is always among them. */
export type DevicePermission = 'view' | 'history' | 'control' | 'configure';

/** An entry of the ledger of what an organisation shared, or of what a user received. */
export interface DeviceShare {
  id: string;
  direction: 'shared' | 'received';
  deviceId: string;
  deviceName: string;
  /** The user it was given to, or the organisation it comes from. */
  partner: string;
  permissions: DevicePermission[];
  /** Epoch milliseconds; null = until it is stopped. */
  expiresAt: number | null;
  state: 'active' | 'expired' | 'stopped';
}

export interface ShareDraft {
  deviceIds: readonly string[];
  /** A user of another organisation. */
  username: string;
  /** Default: 'view' only. */
  permissions?: readonly DevicePermission[];
  /** Epoch milliseconds; null or missing = until it is stopped. */
  expiresAt?: number | null;
}
