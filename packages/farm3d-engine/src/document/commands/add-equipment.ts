import type { EquipmentRecord } from '../records.ts';
import type { Command } from './command.ts';

/** Places a device. Applying throws FarmError `duplicate-equipment` when it stands in the scene already. */
export function addEquipment(record: EquipmentRecord): Command {
  return { label: 'add-equipment', apply: (transaction) => transaction.add(record) };
}
