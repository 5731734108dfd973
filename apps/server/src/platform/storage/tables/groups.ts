import type { ColumnType, Generated } from 'kysely';

type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;

export interface DeviceGroupMemberTable {
  id: Generated<string>;
  group_id: string;
  device_id: string;
  created_at: DefaultInstant;
}
