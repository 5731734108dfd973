/** Identity of a device, for ingestion, adapters and limits. */
export interface DeviceIdentity {
  readonly id: string;
  /** The short key of the time-series tables. */
  readonly key: number;
  readonly organisationId: string;
  readonly productModelId: string;
  readonly name: string;
  /** Epoch ms before which it belonged to another organisation. Default: always its own. */
  readonly since?: number;
  /** Whether it may report for other devices. */
  readonly gateway: boolean;
}
