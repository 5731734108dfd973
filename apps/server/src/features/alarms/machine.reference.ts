/*
 * Reference implementation of the alarm state machine for the property tests of machine.ts, slow and simple: time
 * advances in steps of one, and each step examines the whole past.
 */

export interface ReferenceRule {
  readonly above: number;
  readonly hysteresis: number;
  readonly durationMs: number;
  readonly repeat: number;
  readonly clearDurationMs: number;
  readonly reminderMs: number;
  readonly escalations: readonly { readonly afterMs: number }[];
  /** Armed in [from, to) of every period; null: always. */
  readonly window: { readonly period: number; readonly from: number; readonly to: number } | null;
}

export type ReferenceEvent =
  | { readonly at: number; readonly kind: 'reading'; readonly value: number }
  | { readonly at: number; readonly kind: 'acknowledge' | 'clear' }
  | { readonly at: number; readonly kind: 'shelve'; readonly until: number | null };

export interface ReferenceChange {
  readonly at: number;
  readonly change: string;
}

export function inWindow(window: ReferenceRule['window'], at: number): boolean {
  if (window === null) return true;
  const phase = at % window.period;
  return phase >= window.from && phase < window.to;
}

/** Every change until `end`; at most one event an instant. */
export function runReference(
  rule: ReferenceRule,
  events: readonly ReferenceEvent[],
  end: number,
): ReferenceChange[] {
  const changes: ReferenceChange[] = [];
  const readings = events.filter((event) => event.kind === 'reading');
  const valueAt = (at: number): number | undefined => readings.findLast((event) => event.at <= at)?.value;
  const strict = (at: number): boolean =>
    (valueAt(at) ?? -Infinity) > rule.above && inWindow(rule.window, at);
  const relaxedOver = (at: number): boolean => !((valueAt(at) ?? -Infinity) > rule.above - rule.hysteresis);

  let active = false;
  let raisedAt = 0;
  let clearedByHandAt = -1;
  let acknowledged = false;
  let shelvedUntil: number | null = null;
  /** Notifications of the active alarm with their times. */
  let notifications: ReferenceChange[] = [];
  const insist = (at: number): void => {
    if (!active || acknowledged || shelvedUntil !== null) return;
    const taken = notifications.filter(({ change }) => change === 'escalated').length;
    const due = rule.escalations.filter(({ afterMs }) => at - raisedAt >= afterMs).length;
    for (let step = taken; step < due; step += 1) note(at, 'escalated');
    const last = notifications.at(-1)?.at ?? raisedAt;
    if (rule.reminderMs > 0 && due <= taken && at - last >= rule.reminderMs) note(at, 'reminded');
  };
  const note = (at: number, change: string): void => {
    changes.push({ at, change });
    if (change === 'raised') notifications = [];
    if (['raised', 'reminded', 'escalated', 'unshelved'].includes(change)) notifications.push({ at, change });
  };

  for (let at = 0; at <= end; at += 1) {
    const event = events.find((candidate) => candidate.at === at);
    if (shelvedUntil !== null && at >= shelvedUntil) {
      shelvedUntil = null;
      note(at, 'unshelved');
    }
    if (event?.kind === 'acknowledge' && active && !acknowledged) {
      acknowledged = true;
      note(at, 'acknowledged');
    }
    if (event?.kind === 'shelve' && active && (event.until !== null || shelvedUntil !== null)) {
      note(at, event.until === null ? 'unshelved' : 'shelved');
      shelvedUntil = event.until;
    }
    if (event?.kind === 'clear' && active) {
      active = false;
      acknowledged = false;
      shelvedUntil = null;
      clearedByHandAt = at;
      note(at, 'cleared');
    }
    if (active) {
      let over = 0;
      for (let past = at; past >= raisedAt && relaxedOver(past); past -= 1) over += 1;
      if (over > rule.clearDurationMs) {
        active = false;
        acknowledged = false;
        shelvedUntil = null;
        note(at, 'cleared');
      }
      insist(at);
      continue;
    }
    if (!strict(at)) continue;
    // Back to where the condition began to hold, or to the manual end, or to the end of the last alarm.
    let since = at;
    while (since > 0 && strict(since - 1) && since > clearedByHandAt) since -= 1;
    const counted = readings.filter((reading) => reading.at >= since && reading.at <= at).length;
    const byTimeAlone =
      since !== clearedByHandAt && !readings.some((reading) => reading.at === since) ? 1 : 0;
    if (counted + byTimeAlone >= rule.repeat && at - since >= rule.durationMs) {
      active = true;
      raisedAt = at;
      clearedByHandAt = -1;
      note(at, 'raised');
      insist(at);
    }
  }
  return changes;
}
