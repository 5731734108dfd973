import type { Alarm, AlarmSeverity, Scene } from '@farm3d/api';

/** From the most to the least severe. */
export const SEVERITIES = [
  'CRITICAL',
  'MAJOR',
  'MINOR',
  'WARNING',
] as const satisfies readonly AlarmSeverity[];

/** Open alarms of one severity, the newest first; `total` counts those that are not listed too. */
export interface SeverityPage {
  readonly severity: AlarmSeverity;
  readonly items: readonly Alarm[];
  readonly total: number;
}

/** The open alarms, the most severe first. */
export interface AlarmDigest {
  /** The newest of each severity. */
  readonly alarms: readonly Alarm[];
  readonly total: number;
  /** The most severe that there is, with its number; null: no alarm. */
  readonly worst: { readonly severity: AlarmSeverity; readonly total: number } | null;
  /** Whether `alarms` are all. */
  readonly isComplete: boolean;
}

/** @param pages one of each severity, the most severe first */
export function digestOf(pages: readonly SeverityPage[]): AlarmDigest {
  const alarms = pages.flatMap(({ items }) => items);
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  const worst = pages.find((page) => page.total > 0);
  return {
    alarms,
    total,
    worst: worst ? { severity: worst.severity, total: worst.total } : null,
    isComplete: alarms.length >= total,
  };
}

/** Listed alarms of the devices in a scene. */
export function alarmsIn({ layout }: Pick<Scene, 'layout'>, { alarms }: AlarmDigest): readonly Alarm[] {
  const placed = new Set(layout.equipment.map(({ id }) => id));
  return alarms.filter(({ deviceId }) => placed.has(deviceId));
}

/** Scenes with alarms first, those of the most severe alarm before; otherwise in their order. */
export function byAlarms<S extends Pick<Scene, 'layout'>>(
  scenes: readonly S[],
  digest: AlarmDigest,
): readonly S[] {
  const rank = (scene: S): number => {
    const [worst] = alarmsIn(scene, digest);
    return worst ? SEVERITIES.indexOf(worst.severity) : SEVERITIES.length;
  };
  return scenes.toSorted((a, b) => rank(a) - rank(b));
}
