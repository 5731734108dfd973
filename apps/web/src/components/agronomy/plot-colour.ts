/*
 * Colours of plots, for cards, maps and the 3D scene. One ramp from green to deep brown-red whose lightness decreases
 * with every grade: readable with colour blindness, and the grade is always written beside it.
 */

/** By drought level, none to extreme. */
export const GRADE_COLOURS = ['#4f9d5d', '#d3b548', '#cf8332', '#a94a25', '#6f2419'] as const;
/** Colour of a plot without data. */
export const UNKNOWN_COLOUR = '#8a948d';

/** Range of the moisture ramp: relative soil moisture, %. */
const DRIEST = 20;
const WETTEST = 100;
/** From dry sand to wet loam and water. */
const MOISTURE_RAMP = ['#c9a45c', '#8f7a4a', '#4f8079', '#14639f'] as const;

/** `#rrggbb` of a drought level; grey for null. */
export function gradeColour(level: number | null): string {
  return level === null
    ? UNKNOWN_COLOUR
    : (GRADE_COLOURS[Math.max(0, Math.min(4, Math.round(level)))] ?? UNKNOWN_COLOUR);
}

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** `#rrggbb` of a relative soil moisture in %; grey for null. */
export function moistureColour(rsm: number | null): string {
  if (rsm === null || !Number.isFinite(rsm)) return UNKNOWN_COLOUR;
  const share = Math.max(0, Math.min(1, (rsm - DRIEST) / (WETTEST - DRIEST)));
  const place = share * (MOISTURE_RAMP.length - 1);
  const index = Math.min(MOISTURE_RAMP.length - 2, Math.floor(place));
  const from = channels(MOISTURE_RAMP[index] ?? UNKNOWN_COLOUR);
  const to = channels(MOISTURE_RAMP[index + 1] ?? UNKNOWN_COLOUR);
  const mixed = from.map((value, at) => Math.round(value + ((to[at] ?? value) - value) * (place - index)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** How a scene colours its plots. */
export type PlotColouring = 'grade' | 'moisture';

export function plotColour(
  plot: { drought: { level: number | null }; soilMoisture: number | null },
  by: PlotColouring,
): string {
  return by === 'grade' ? gradeColour(plot.drought.level) : moistureColour(plot.soilMoisture);
}
