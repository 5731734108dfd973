import { invalidArgument } from '../core/check.ts';
import type { FarmError } from '../core/errors.ts';
import type { EquipmentView } from '../view/equipment-view.ts';
import { InstanceState } from '../view/instance-shader.ts';
import { stateFault } from './check-options.ts';
import type { LabelUpdater, ShownState } from './label-updater.ts';
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
  const valid = states.filter((state) => {
    const fault = stateFault(state);
    if (fault) refused(invalidArgument(...fault, typeof state?.id === 'string' ? state.id : undefined));
    return !fault;
  });
  let isChanged = false;
  labelUpdater.withoutLabelUpdates(() => {
    for (const { id, online, alarm, drive } of valid) {
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
    }
  });
  const shown = valid.map((state): ShownState => {
    const { id, values } = state;
    if (!values) return state;
    const look = kinds.read(id, keyOf(id), values);
    isChanged = equipment.setTint(id, look?.color ?? null) || isChanged;
    return { ...state, value: look?.text ?? state.value, color: look?.color ?? null };
  });
  return labelUpdater.report(shown) || isChanged;
}
