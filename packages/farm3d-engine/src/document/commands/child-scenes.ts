import type { ChildSceneRecord, EquipmentRecord } from '../records.ts';
import type { Command } from './command.ts';

/**
 * Adds a child scene and its equipment; equipment that is placed already stays where it is.
 * Applying it throws FarmError `duplicate-equipment` if the child scene is in the scene already.
 */
export function addChildScene(
  record: ChildSceneRecord,
  equipment: readonly Omit<EquipmentRecord, 'parentId'>[] = [],
): Command {
  return {
    label: 'add-child-scene',
    apply: (transaction) => {
      transaction.addChildScene(record);
      for (const one of equipment) {
        if (!transaction.get(one.id) && !transaction.childScene(one.id))
          transaction.add({ ...one, parentId: record.id });
      }
    },
  };
}

/** Removes a child scene and its equipment. Applying it throws FarmError `unknown-equipment`. */
export function removeChildScene(id: string): Command {
  return { label: 'remove-child-scene', apply: (transaction) => transaction.removeChildScene(id) };
}
