import type { Command } from './command.ts';

/** Removes an equipment record. Applying it throws FarmError `unknown-equipment`. */
export function removeEquipment(id: string): Command {
  return { label: 'remove-equipment', apply: (transaction) => transaction.remove(id) };
}
