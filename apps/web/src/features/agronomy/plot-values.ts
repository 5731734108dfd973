import type { PlotSoil, Irrigation } from '@farm3d/api';
import type { WateringRule } from '../../platform/paths.ts';

/** Devices of a plot as the form shows them: one probe, one station, and the others, which have no field. */
interface PlotDevices {
  readonly probe: string | null;
  readonly station: string | null;
  readonly others: readonly string[];
}

/** Sorts the stored devices of a plot into the fields of the form. */
export function devicesInForm(stored: readonly string[], isStation: (id: string) => boolean): PlotDevices {
  const probe = stored.find((id) => !isStation(id)) ?? null;
  const station = stored.find((id) => isStation(id)) ?? null;
  return { probe, station, others: stored.filter((id) => id !== probe && id !== station) };
}

/** The devices to store: those chosen in the form, then those without a field. */
export function devicesToStore({ probe, station, others }: PlotDevices): string[] {
  return [...new Set([...[probe, station].flatMap((id) => id ?? []), ...others])];
}

type Curve = NonNullable<PlotSoil['curve']>;

/** Points of a retention curve as text: `33 28.5; 1500 12` (kPa and % of volume). */
export function curveText(curve: PlotSoil['curve']): string {
  return (curve ?? []).map(({ tension, vwc }) => `${tension} ${Math.round(1000 * vwc) / 10}`).join('; ');
}

/** Reads {@link curveText}; null for an empty text, undefined for one that is no curve (fewer than two points too). */
export function readCurve(text: string): Curve | null | undefined {
  const points = text.split(/[;；\n]/).filter((part) => part.trim() !== '');
  if (points.length === 0) return null;
  const curve = points.map((point) => {
    const [tension, percent, ...rest] = point
      .trim()
      .split(/[\s:：,，]+/)
      .map(Number);
    return { tension: tension ?? Number.NaN, vwc: (percent ?? Number.NaN) / 100, more: rest.length > 0 };
  });
  const sound = curve.every(({ tension, vwc, more }) => !more && tension > 0 && vwc > 0 && vwc < 0.95);
  return sound && curve.length > 1 ? curve.map(({ tension, vwc }) => ({ tension, vwc })) : undefined;
}

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
