import { transformOf, type Transform } from '../records.ts';
import type { Command, CommandLabel } from './command.ts';

/**
 * Sets the transform of equipment or a child scene, in the frame of its parent.
 * Applying it throws FarmError `unknown-equipment` or `invalid-argument`.
 * @param merge key under which consecutive edits (nudges, a slider) become one undo step. Default: none.
 */
export function setTransform(id: string, transform: Transform, merge?: string): Command {
  return setTransforms([[id, transform]], merge === undefined ? {} : { merge });
}

/** Sets several transforms as one step: all of them or, on an error, none. */
export function setTransforms(
  transforms: Iterable<readonly [id: string, transform: Transform]>,
  options: { readonly label?: CommandLabel; readonly merge?: string } = {},
): Command {
  const kept = [...transforms].map(([id, transform]) => [id, transformOf(transform)] as const);
  return {
    label: options.label ?? 'set-transform',
    ...(options.merge === undefined ? {} : { merge: options.merge }),
    apply: (transaction) => {
      for (const [id, transform] of kept) transaction.setTransform(id, transform);
    },
  };
}
