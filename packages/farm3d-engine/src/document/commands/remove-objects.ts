import type { Command } from './command.ts';

/**
 * Removes equipment and child scenes as one step; equipment that was removed with its child scene is no error.
 * Applying it throws FarmError `unknown-equipment` for an unknown id.
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
