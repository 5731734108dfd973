import type { Command } from './command.ts';

/**
 * Takes devices and child scenes out of the scene as one step; what has gone with its child scene is no error.
 * Applying throws FarmError `unknown-equipment` when one was not there at all.
 */
export function removeObjects(ids: Iterable<string>): Command {
  const kept = [...new Set(ids)];
  return {
    label: 'remove',
    apply: (transaction) => {
      const inside = new Set(kept.filter((id) => transaction.get(id)));
      for (const id of kept) if (!inside.has(id)) transaction.removeChildScene(id);
      for (const id of inside) if (transaction.get(id)) transaction.remove(id);
    },
  };
}
