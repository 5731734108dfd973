import type { RegionAreaCounts } from '@farm3d/api';
import type { RegionEntry } from 'farm3d-engine/region';
import type { Locale } from '../../platform/locale.ts';

/** A farm that exists on a simulated map only. */
interface SimulatedSite {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly online: number;
  readonly alarms: number;
}

/** Simulated figures in the properties of an area. */
export interface SimulatedFigures {
  readonly devices: number;
  readonly online: number;
  readonly alarms: number;
  readonly drought: number | null;
  readonly sites: readonly SimulatedSite[];
}

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
const asNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

/** Simulated figures of an area; null: a real map. @param locale of the farm names */
export function simulatedOf(
  { properties }: Pick<RegionEntry, 'properties'>,
  locale: Locale,
): SimulatedFigures | null {
  const figures = asObject(properties['simulated']);
  if (!figures) return null;
  const { devices, online, alarms, drought, sites } = figures;
  return {
    devices: asNumber(devices),
    online: asNumber(online),
    alarms: asNumber(alarms),
    drought: typeof drought === 'number' && Number.isFinite(drought) ? drought : null,
    sites: (Array.isArray(sites) ? (sites as unknown[]) : []).flatMap((one) => {
      const site = asObject(one);
      if (!site || typeof site['name'] !== 'string') return [];
      const english = site['name_en'];
      return {
        name: locale === 'en' && typeof english === 'string' ? english : site['name'],
        longitude: asNumber(site['longitude']),
        latitude: asNumber(site['latitude']),
        online: asNumber(site['online']),
        alarms: asNumber(site['alarms']),
      };
    }),
  };
}

/** Real and simulated figures of an area together. */
export function withSimulated(
  code: string,
  real: RegionAreaCounts | undefined,
  simulated: SimulatedFigures,
): RegionAreaCounts {
  const grades = [real?.drought ?? null, simulated.drought].filter((grade) => grade !== null);
  return {
    code,
    scenes: real?.scenes ?? 0,
    devices: (real?.devices ?? 0) + simulated.devices,
    online: (real?.online ?? 0) + simulated.online,
    alarms: (real?.alarms ?? 0) + simulated.alarms,
    drought: grades.length > 0 ? Math.max(...grades) : null,
  };
}
