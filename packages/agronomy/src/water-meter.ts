import { cleanSamples, type Sample } from './daily.ts';
import { DEFAULT_TIME_ZONE, HOUR_MS, localDate } from './local-calendar.ts';
import { median } from './statistics.ts';

/** Readings of a plot's own valve or meter. */
export interface MeterReadings {
  /** Total of a meter that only grows, m³. Preferred: a total misses no water between two readings. */
  totals?: readonly Sample[] | null;
  /** m³/h. */
  flow?: readonly Sample[] | null;
  /** Whether the valve is open, with the flow it has when open, m³/h. */
  open?: readonly Sample[] | null;
  nominalFlow?: number | null;
}

export type WaterNote = 'meter_restarted' | 'meter_backwards' | 'meter_jump' | 'flow_gaps';

/** Water by local date, and its source. */
export interface AppliedWater {
  from: 'total' | 'flow' | 'valve';
  days: readonly { date: string; m3: number }[];
  /** Faults in the readings, each kind once. */
  notes: readonly WaterNote[];
}

/** A decrease to less than this share of the reading before is a restart of the meter; a smaller one is a fault. */
const RESTART_SHARE = 0.5;
/** Greatest plausible flow, m³/h: an increase beyond it is a wrong reading. */
const MAX_FLOW = 5000;
/** A reading holds for at most twice the usual interval, and never longer than this, milliseconds. */
const MAX_HOLD_MS = 2 * HOUR_MS;

/**
 * Water applied by local date from the best source: the meter's total, else its flow held from one reading
 * to the next, else the valve's open time with its nominal flow; null when there is none of them.
 */
export function appliedWater(input: MeterReadings & { timeZone?: string }): AppliedWater | null {
  const zone = input.timeZone ?? DEFAULT_TIME_ZONE;
  const totals = cleanSamples(input.totals ?? []);
  if (totals.length > 1) return fromTotals(totals, zone);
  const flow = cleanSamples(input.flow ?? []);
  if (flow.length > 0) return fromFlow(flow, 'flow', zone);
  const open = cleanSamples(input.open ?? []);
  const nominal = input.nominalFlow ?? 0;
  if (open.length === 0 || !(nominal > 0)) return null;
  return fromFlow(
    open.map(([ts, on]) => [ts, on === 0 ? 0 : nominal] as const),
    'valve',
    zone,
  );
}

type Pairs = readonly (readonly [number, number])[];

/** Adds water that ran between two instants to the days it ran in, by time. */
class Days {
  readonly #zone: string;
  readonly #byDate = new Map<string, number>();

  constructor(zone: string) {
    this.#zone = zone;
  }

  add(from: number, to: number, m3: number): void {
    // Hour by hour: a day of the zone may begin at any of them.
    const steps = Math.max(1, Math.ceil((to - from) / HOUR_MS));
    for (let step = 0; step < steps; step++) {
      const date = localDate(from + ((step + 0.5) * (to - from)) / steps, this.#zone);
      this.#byDate.set(date, (this.#byDate.get(date) ?? 0) + m3 / steps);
    }
  }

  get list(): readonly { date: string; m3: number }[] {
    return [...this.#byDate].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, m3]) => ({ date, m3 }));
  }
}

function fromTotals(totals: Pairs, zone: string): AppliedWater {
  const days = new Days(zone);
  const notes = new Set<WaterNote>();
  const [first] = totals;
  let [before, highest] = first ?? [0, 0];
  for (const [ts, value] of totals.slice(1)) {
    let grown = value - highest;
    if (grown < 0 && value < highest * RESTART_SHARE) {
      notes.add('meter_restarted');
      grown = value;
      highest = value;
    } else if (grown < 0) {
      // The meter is below its highest reading: nothing is counted until it exceeds that again.
      notes.add('meter_backwards');
      continue;
    } else highest = value;
    if (grown > (MAX_FLOW * Math.max(ts - before, 1000)) / HOUR_MS) notes.add('meter_jump');
    else if (grown >= 0) days.add(before, ts, grown);
    before = ts;
  }
  return { from: 'total', days: days.list, notes: [...notes] };
}

function fromFlow(flow: Pairs, from: 'flow' | 'valve', zone: string): AppliedWater {
  const days = new Days(zone);
  const notes = new Set<WaterNote>();
  const gaps = flow.slice(1).map(([ts], index) => ts - (flow[index]?.[0] ?? ts));
  // A valve reports each change: its state holds until the next one.
  const hold = from === 'valve' ? Infinity : Math.min(MAX_HOLD_MS, 2 * (gaps.length > 0 ? median(gaps) : 0));
  for (const [index, [ts, value]] of flow.entries()) {
    const next = flow[index + 1]?.[0];
    const rate = Math.min(MAX_FLOW, Math.max(0, value));
    if (next === undefined) break;
    const held = Math.min(hold, next - ts);
    if (held < next - ts && rate > 0) notes.add('flow_gaps');
    days.add(ts, ts + held, (rate * held) / HOUR_MS);
  }
  return { from, days: days.list, notes: [...notes] };
}
