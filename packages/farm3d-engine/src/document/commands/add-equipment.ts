import type { EquipmentRecord } from '../records.ts';
import type { Command } from './command.ts';

/** Adds an equipment record. Applying it throws FarmError `duplicate-equipment` if its id is in the scene already. */
export function addEquipment(record: EquipmentRecord): Command {
  return { label: 'add-equipment', apply: (transaction) => transaction.add(record) };
}
