import { transformOf, type Transform } from '../records.ts';
import type { Command } from './command.ts';

/**
 * Moves, turns and scales a device to exactly this transform, in the frame of its parent.
 * Applying throws FarmError `unknown-equipment` or `invalid-argument`.
 * @param merge key under which a run of edits (key nudges, a slider) becomes one undo step; none by default.
 */
export function setTransform(id: string, transform: Transform, merge?: string): Command {
  return {
    label: 'set-transform',
    ...(merge === undefined ? {} : { merge }),
    apply: (transaction) => transaction.update(id, transformOf(transform)),
  };
}
