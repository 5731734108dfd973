import { organisation, type DeviceNames, type DeviceNaming } from '@farm3d/api';
import type { Pool } from 'pg';
import { serve, type ServedCall } from '../../platform/http/serve.ts';

/** Most shared names of an answer. */
const MAX_NAMES = 20;

/** `/api/organisation/devicenames`: the scope in which names of devices are unique; the database keeps to it. */
export function deviceNamingRoutes({ pool }: { readonly pool: Pool }): ServedCall[] {
  const sharedNames = async (organisationId: string): Promise<DeviceNaming['shared']> => {
    const { rows } = await pool.query<{ name: string; total: number }>(
      `select name, count(*) over ()::int as total from device where organisation_id = $1
       group by name having count(*) > 1 order by name limit $2`,
      [organisationId, MAX_NAMES],
    );
    return { total: rows[0]?.total ?? 0, names: rows.map(({ name }) => name) };
  };
  return [
    serve(organisation.deviceNames, async ({ principal: { organisationId } }) => {
      const { rows } = await pool.query<{ value: DeviceNames }>(
        `select value from organisation_setting where organisation_id = $1 and name = 'deviceNames'`,
        [organisationId],
      );
      const { unique } = rows[0]?.value ?? { unique: 'organisation' };
      return { unique, shared: await sharedNames(organisationId) };
    }),
    serve(organisation.saveDeviceNames, async ({ principal: { organisationId }, body }) => {
      await pool.query(
        `insert into organisation_setting (organisation_id, name, value) values ($1, 'deviceNames', $2)
         on conflict (organisation_id, name) do update set value = excluded.value, updated_at = platform_now()`,
        [organisationId, JSON.stringify(body)],
      );
      return { ...body, shared: await sharedNames(organisationId) };
    }),
  ];
}
