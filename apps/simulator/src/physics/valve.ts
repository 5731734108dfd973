/** A solenoid valve on the main of its zone. */
export interface Valve {
  /** Commanded opening, %. */
  readonly opening: number;
  /** Current flow, m³/h; follows the opening within seconds. */
  readonly flow: number;
  /** When it closes automatically, epoch ms. */
  readonly closesAt?: number | undefined;
}

/** Flow of a fully open valve, m³/h. */
export const NOMINAL_FLOW = 2.4;
/** Time constant of the flow, s: pipes fill and empty. */
const LAG_SECONDS = 2.5;

export const CLOSED: Valve = { opening: 0, flow: 0 };

/** Opens or closes; with `minutes` above 0 it closes automatically. */
export const commandValve = (opening: number, nowMs: number, valve: Valve, minutes?: number): Valve => ({
  opening,
  flow: valve.flow,
  ...(opening > 0 && minutes !== undefined && minutes > 0 ? { closesAt: nowMs + minutes * 60_000 } : {}),
});

/** Flow at an opening; half open passes more than half, as in any seat valve. */
export const steadyFlow = (opening: number): number => NOMINAL_FLOW * Math.sqrt(Math.max(0, opening) / 100);

export function stepValve(valve: Valve, nowMs: number, seconds: number): Valve {
  const isDue = valve.closesAt !== undefined && nowMs >= valve.closesAt;
  const opening = isDue ? 0 : valve.opening;
  const target = steadyFlow(opening);
  const moved = target + (valve.flow - target) * Math.exp(-seconds / LAG_SECONDS);
  const flow = Math.abs(moved - target) < 0.002 * NOMINAL_FLOW ? target : moved;
  return { opening, flow, ...(isDue || valve.closesAt === undefined ? {} : { closesAt: valve.closesAt }) };
}
