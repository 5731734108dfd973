import { invalidArgument } from '../core/check.ts';
import type { FarmError } from '../core/errors.ts';
import type { EquipmentView } from '../view/equipment-view.ts';
import { InstanceState } from '../view/instance-shader.ts';
import { stateFault } from './check-options.ts';
import type { LabelUpdater } from './label-updater.ts';
import type { DeviceKinds } from './device-kinds.ts';
import type { EquipmentMotion } from './equipment-motion.ts';
import type { LiveState } from './viewer-types.ts';

interface Parts {
  readonly equipment: EquipmentView;
  readonly motion: EquipmentMotion;
  readonly labelUpdater: LabelUpdater;
  readonly kinds: DeviceKinds;
  /** Key of the kind of an object. */
  readonly keyOf: (id: string) => string;
  /** Called with the error of each invalid state. */
  readonly refused: (error: FarmError) => void;
}

/**
 * Applies live states to marks, animations and labels.
 * @returns whether a frame is needed
 */
export function applyLiveStates(
  states: readonly LiveState[],
  { equipment, motion, labelUpdater, kinds, keyOf, refused }: Parts,
): boolean {
  const faults: FarmError[] = [];
  let isChanged = false;
  labelUpdater.withoutLabelUpdates(() => {
    for (const state of states) {
      const fault = stateFault(state);
      if (fault) {
        faults.push(invalidArgument(...fault, typeof state?.id === 'string' ? state.id : undefined));
        continue;
      }
      const { id, online, alarm, value, values, drive } = state;
      let set = 0;
      let clear = 0;
      if (online !== undefined) {
        set |= online ? InstanceState.online : InstanceState.offline;
        clear |= online ? InstanceState.offline : InstanceState.online;
      }
      if (alarm !== undefined) {
        if (alarm) set |= InstanceState.alarm;
        else clear |= InstanceState.alarm;
      }
      isChanged = equipment.changeLiveState(id, set, clear) || isChanged;
      if (drive) isChanged = motion.drive(id, drive) || isChanged;
      if (values) {
        const look = kinds.read(id, keyOf, values);
        isChanged = equipment.setTint(id, look?.color ?? null) || isChanged;
        isChanged = labelUpdater.report(id, look?.text ?? value, look?.color ?? null) || isChanged;
      } else isChanged = labelUpdater.report(id, value) || isChanged;
    }
  });
  for (const error of faults) refused(error);
  return isChanged;
}
