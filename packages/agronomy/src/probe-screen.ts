import { MIN_WETTING, type ProbeDay, type Wetting } from './probe-calibration.ts';

/** A fault in a probe's readings. */
export type ProbeFault = 'gap' | 'stuck' | 'spike' | 'drift' | 'jump' | 'out_of_range';

/** Readings that a screen keeps, and what it found in the rest. */
export interface ProbeScreen {
  days: readonly ProbeDay[];
  faults: readonly { fault: ProbeFault; day: number }[];
}

/** Possible water contents of soil, m³/m³. */
const POSSIBLE = [0.01, 0.6] as const;
/** Days of an unchanged value, despite irrigation or rain, that count as a stuck probe. */
const STUCK_DAYS = 4;
const STUCK_RANGE = 0.0002;
/** A single day this far from both its neighbours, m³/m³, is a spike. */
const SPIKE = 0.06;
/** A lasting step this high in a day or two with no water near it, m³/m³, is a probe that restarted or was moved. */
const JUMP = 0.05;
const STEP_DAYS = 2;
/** Drainage ends at or above the level before the water came, within this tolerance, m³/m³. */
const LEVEL_TOLERANCE = 0.01;

interface Screening {
  wettings: readonly Wetting[];
  faults: { fault: ProbeFault; day: number }[];
}

/**
 * Daily means of a probe without impossible days: values outside 1–60 %, single spikes, four days or more of one
 * value, and everything between a step that no water explains and the step back. Unmeasured days are named as gaps.
 */
export function screenProbe(input: {
  readings: readonly ProbeDay[];
  wettings: readonly Wetting[];
  /** False where irrigation is not recorded: a rise may then be water. Default true. */
  irrigationKnown?: boolean;
}): ProbeScreen {
  const { wettings, irrigationKnown = true } = input;
  const faults: Screening['faults'] = [];
  const possible = [...input.readings]
    .sort((a, b) => a.day - b.day)
    .filter(({ day, vwc }) => {
      const fits = vwc >= POSSIBLE[0] && vwc <= POSSIBLE[1];
      if (!fits) faults.push({ fault: 'out_of_range', day });
      return fits;
    });
  for (const [index, { day }] of possible.entries()) {
    const before = possible[index - 1];
    if (before !== undefined && day - before.day > 2) faults.push({ fault: 'gap', day: before.day + 1 });
  }
  const moving = withoutStuck(possible, { wettings, faults });
  const smooth = withoutSpikes(moving, { wettings, faults });
  const days = withoutSteps(smooth, { wettings, faults }, irrigationKnown);
  return { days, faults: faults.sort((a, b) => a.day - b.day) };
}

function withoutStuck(days: readonly ProbeDay[], { wettings, faults }: Screening): readonly ProbeDay[] {
  const stuck = stuckDays(days, wettings);
  return days.filter(({ day }, index) => {
    if (!stuck.has(day)) return true;
    if (!stuck.has(days[index - 1]?.day ?? Number.NaN)) faults.push({ fault: 'stuck', day });
    return false;
  });
}

/** A day far from both its neighbours; one after heavy rain or irrigation may be high. */
function withoutSpikes(days: readonly ProbeDay[], { wettings, faults }: Screening): readonly ProbeDay[] {
  const kept: ProbeDay[] = [];
  for (const [index, one] of days.entries()) {
    const near = (other: ProbeDay | undefined) =>
      other !== undefined && Math.abs(other.day - one.day) <= STEP_DAYS ? one.vwc - other.vwc : 0;
    const rise = near(kept.at(-1));
    const back = near(days[index + 1]);
    const watered =
      rise > 0 &&
      rise < 2 * SPIKE &&
      wettings.some(({ day, mm }) => mm >= MIN_WETTING && Math.abs(day - one.day) <= 1);
    if (Math.abs(rise) > SPIKE && Math.abs(back) > SPIKE && rise * back > 0 && !watered)
      faults.push({ fault: 'spike', day: one.day });
    else kept.push(one);
  }
  return kept;
}

/** Leaves out what lies between a step that no water explains and the next one, which ends it. */
function withoutSteps(
  days: readonly ProbeDay[],
  { wettings, faults }: Screening,
  irrigationKnown: boolean,
): readonly ProbeDay[] {
  let shifted = false;
  return days.filter((one, index) => {
    const before = days[index - 1];
    if (before === undefined) return true;
    const rise = one.vwc - before.vwc;
    // Over a gap the soil itself may have changed.
    const sudden = Math.abs(rise) > JUMP * Math.max(1, (one.day - before.day) / STEP_DAYS);
    const asked = rise < 0 || irrigationKnown;
    if (sudden && asked && !explainedByWater(before, one, days.slice(0, index), wettings)) {
      faults.push({ fault: 'jump', day: one.day });
      shifted = !shifted;
    }
    return !shifted;
  });
}

/**
 * Whether water of these days explains a change: it explains any rise, and a fall back to the level before it came
 * (drainage), but not one below that level.
 */
function explainedByWater(
  before: ProbeDay,
  after: ProbeDay,
  earlier: readonly ProbeDay[],
  wettings: readonly Wetting[],
): boolean {
  const near = wettings.filter(({ day, mm }) => mm > 1 && day >= before.day - 1 && day <= after.day);
  if (near.length === 0) return false;
  if (after.vwc > before.vwc) return true;
  const first = Math.min(...near.map(({ day }) => day));
  const level = earlier.findLast(({ day }) => day < first)?.vwc;
  return level === undefined || after.vwc >= level - LEVEL_TOLERANCE;
}

/** A rise of the highest probe this large, m³/m³ in a day, is water; how much stays unknown. */
const WATER_RISE = 0.02;

/** Days with water, by the rise of the highest probe, for plots without recorded irrigation. */
export function wettingsFromProbes(
  probes: readonly { depth: number; readings: readonly ProbeDay[] }[],
): readonly Wetting[] {
  const [highest] = [...probes].sort((a, b) => a.depth - b.depth);
  const sorted = [...(highest?.readings ?? [])].sort((a, b) => a.day - b.day);
  return sorted.flatMap(({ day, vwc }, index) => {
    const before = sorted[index - 1];
    const rose = before !== undefined && day - before.day <= 2 && vwc - before.vwc >= WATER_RISE;
    return rose ? [{ day, mm: MIN_WETTING }] : [];
  });
}

/** Days of an unchanged value although water came; without water dry soil may keep its value for days. */
function stuckDays(days: readonly ProbeDay[], wettings: readonly Wetting[]): ReadonlySet<number> {
  const stuck = new Set<number>();
  let run: ProbeDay[] = [];
  const close = () => {
    const [first, last] = [run[0]?.day ?? 0, run.at(-1)?.day ?? 0];
    const watered = wettings.some(({ day, mm }) => mm >= MIN_WETTING && day > first && day < last);
    // The first day of the run was still measured.
    if (run.length >= STUCK_DAYS && watered) for (const { day } of run.slice(1)) stuck.add(day);
    run = [];
  };
  for (const one of days) {
    const first = run[0];
    if (first !== undefined && Math.abs(one.vwc - first.vwc) > STUCK_RANGE) close();
    run.push(one);
  }
  close();
  return stuck;
}
