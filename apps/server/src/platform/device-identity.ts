/** Who a device is: what the ingestion, the doors and the limits need to know of it. */
export interface DeviceIdentity {
  readonly id: string;
  /** The short key of the time-series tables. */
  readonly key: number;
  readonly organisationId: string;
  readonly productModelId: string;
  readonly name: string;
  /** Whether it may speak for other devices. */
  readonly gateway: boolean;
}
