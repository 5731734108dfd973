import type { PlotSoil } from '@farm3d/api';

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
