import type { DevicePermission } from '@farm3d/api';
import type { ColumnType, Generated } from 'kysely';

type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface DeviceShareTable {
  id: Generated<string>;
  device_id: string;
  owner_id: string;
  /** A person, or null: everybody who works in `recipient_organisation_id`. */
  recipient_id: string | null;
  recipient_organisation_id: string | null;
  permissions: DevicePermission[];
  /** Keys that the recipient may see; null: all. */
  attributes: string[] | null;
  expires_at: OptionalInstant;
  stopped_at: OptionalInstant;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
