import type { Pool } from 'pg';
import type { Place } from './repository.ts';

/** A counted record with its area; null: unknown. */
interface Counted {
  readonly place: Place | null;
}

/** Drought of a plot: 0 none … 4 extreme; null: unknown. */
export interface SiteScene extends Counted {
  readonly id: string;
  readonly name: string;
  readonly drought: number | null;
}

export interface SiteDevice extends Counted {
  readonly id: string;
  readonly name: string;
  readonly isGateway: boolean;
  readonly online: boolean;
  /** Open alarms. */
  readonly alarms: number;
  /** Its scene. */
  readonly sceneId: string | null;
}

export interface Counts {
  devices: number;
  online: number;
  alarms: number;
  scenes: number;
  /** Worst of its plots. */
  drought: number | null;
}

export interface AreaCounts extends Counts {
  code: string;
}

const NOTHING: Counts = { devices: 0, online: 0, alarms: 0, scenes: 0, drought: null };

const worse = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** Sums by area. Records without an area or a position are in none of them. */
export function countByArea(
  scenes: readonly (SiteScene & { readonly area: string | null })[],
  devices: readonly (SiteDevice & { readonly area: string | null })[],
): AreaCounts[] {
  const areas = new Map<string, AreaCounts>();
  const of = (code: string): AreaCounts => {
    let counts = areas.get(code);
    if (!counts) areas.set(code, (counts = { code, ...NOTHING }));
    return counts;
  };
  for (const { area, drought } of scenes) {
    if (area === null) continue;
    const counts = of(area);
    counts.scenes++;
    counts.drought = worse(counts.drought, drought);
  }
  for (const { area, online, alarms } of devices) {
    if (area === null) continue;
    const counts = of(area);
    counts.devices++;
    counts.online += Number(online);
    counts.alarms += alarms;
  }
  return [...areas.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** Sums of the devices of a scene. */
export function countInScenes(devices: readonly SiteDevice[]): ReadonlyMap<string, Counts> {
  const scenes = new Map<string, Counts>();
  for (const { sceneId, online, alarms } of devices) {
    if (sceneId === null) continue;
    const counts = scenes.get(sceneId) ?? { ...NOTHING };
    scenes.set(sceneId, counts);
    counts.devices++;
    counts.online += Number(online);
    counts.alarms += alarms;
  }
  return scenes;
}

/** A device of an organisation with its open alarms. */
export interface DeviceFacts {
  id: string;
  name: string;
  latitude: number | null;
  longitude: number | null;
  gateway: boolean;
  alarms: number;
}

/** Product type of gateways. */
const GATEWAY_TYPE = 'WG';

export async function deviceFacts(pool: Pool, organisationId: string): Promise<DeviceFacts[]> {
  const { rows } = await pool.query<DeviceFacts>(
    `select d.id, d.name, d.latitude, d.longitude, d.gateway or m.product_type_code = $2 as gateway,
       coalesce(a.open, 0)::float8 as alarms
     from device d join product_model m on m.id = d.product_model_id
     left join (select device, count(*) as open from alarm
                where organisation_id = $1 and cleared_at is null group by device) a on a.device = d.key
     where d.organisation_id = $1 order by d.name, d.id`,
    [organisationId, GATEWAY_TYPE],
  );
  return rows;
}
