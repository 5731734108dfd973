import type { Command } from './command.ts';

/** Takes a device out of the scene. Applying throws FarmError `unknown-equipment`. */
export function removeEquipment(id: string): Command {
  return { label: 'remove-equipment', apply: (transaction) => transaction.remove(id) };
}
