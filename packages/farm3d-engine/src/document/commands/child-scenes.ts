import type { ChildSceneRecord, EquipmentRecord } from '../records.ts';
import type { Command } from './command.ts';

/**
 * Places another scene in this one, with the devices that stand in it; those that are placed already stay where they are.
 * Applying throws FarmError `duplicate-equipment` when the scene is placed already.
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

/** Takes a child scene and everything in it out of the scene. Applying throws FarmError `unknown-equipment`. */
export function removeChildScene(id: string): Command {
  return { label: 'remove-child-scene', apply: (transaction) => transaction.removeChildScene(id) };
}
