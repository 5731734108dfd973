import type { DevicePermission } from '@farm3d/api';
import type { ColumnType, Generated } from 'kysely';

type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface DeviceShareTable {
  id: Generated<string>;
  device_id: string;
  owner_id: string;
  recipient_id: string;
  permissions: DevicePermission[];
  expires_at: OptionalInstant;
  stopped_at: OptionalInstant;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
