import type { Irrigation } from '@farm3d/api';
import type { WateringRule } from '../../platform/paths.ts';

const RELATIVE = 'soilRelativeMoisture';

/** An automation that waters when the advice would; null: no probe measures the soil, or there is no advice. */
export function wateringRuleOf(
  { state, plot, sources, valveId }: Irrigation,
  minutes: number | null,
): WateringRule | null {
  const probe = sources.find(({ quantity }) => quantity === 'soilMoisture');
  const [key] = probe?.keys ?? [];
  if (!state || !probe || key === undefined) return null;
  const { fieldCapacity, wiltingPoint } = state.soil;
  // Water in the soil when the depletion reaches the allowed one, m³/m³.
  const theta = fieldCapacity - (fieldCapacity - wiltingPoint) * (state.raw / state.taw);
  const share = key.startsWith(RELATIVE) ? theta / fieldCapacity : theta;
  const below = Math.round(1000 * share) / 10;
  if (!Number.isFinite(below)) return null;
  return {
    plot: plot.name ?? plot.cropName ?? '',
    deviceId: probe.deviceId,
    key,
    below,
    timeZone: plot.timeZone,
    valveId,
    minutes,
  };
}

/** Longest time of one valve command, minutes. */
const MAX_MINUTES = 720;

/** Minutes that a valve opens for an advised duration in hours, 1 to 720; null: unknown. */
export function valveMinutes(hours: number | null): number | null {
  return hours === null ? null : Math.max(1, Math.min(MAX_MINUTES, Math.round(hours * 60)));
}
