/** Longest time of one valve command, minutes. */
const MAX_MINUTES = 720;

/** Minutes that a valve opens for an advised duration in hours, 1 to 720; null: unknown. */
export function valveMinutes(hours: number | null): number | null {
  return hours === null ? null : Math.max(1, Math.min(MAX_MINUTES, Math.round(hours * 60)));
}
