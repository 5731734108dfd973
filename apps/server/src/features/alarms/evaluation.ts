import type { RuleSample } from '../../platform/events.ts';
import type { AlarmInstance, DeviceView } from './instance.ts';

/** A device with its rules. */
export interface EvaluatedDevice {
  readonly view: DeviceView;
  readonly instances: readonly AlarmInstance[];
}

/** Takes over what a step of an instance changed. */
export type Take = (instance: AlarmInstance, result: ReturnType<AlarmInstance['feed']>) => void;

/** Evaluates the rules of a device on a reading: live, and when a setting is tried on the past. */
export function evaluateSample(
  { view, instances }: EvaluatedDevice,
  { at, values }: Omit<RuleSample, 'device'>,
  take: Take,
): void {
  // What was due before this reading is evaluated on the values before it.
  for (const instance of instances) tickBefore(instance, at, take);
  const newKeys = Object.keys(values).filter((key) => at >= (view.values.get(key)?.ts ?? -Infinity));
  for (const key of newKeys) {
    const value = values[key] ?? null;
    view.values.set(key, { ts: at, value });
    view.past.get(key)?.add(at, value);
  }
  view.lastReportAt = Math.max(view.lastReportAt ?? 0, at);
  for (const instance of instances) {
    if (instance.concerns(newKeys)) take(instance, instance.feed({ kind: 'reading', at }));
  }
}

/** Evaluates an instance at every instant before `at` at which it is due. */
export function tickBefore(instance: AlarmInstance, at: number, take: Take): void {
  while (instance.due < at) {
    const { due } = instance;
    take(instance, instance.feed({ kind: 'tick', at: due }));
    // Nothing more follows before the next reading.
    if (instance.due <= due) return;
  }
}
