import { transformOf, type Transform } from '../records.ts';
import type { Command, CommandLabel } from './command.ts';

/**
 * Moves, turns and scales a device or a child scene to exactly this transform, in the frame of its parent.
 * Applying throws FarmError `unknown-equipment` or `invalid-argument`.
 * @param merge key under which a run of edits (key nudges, a slider) becomes one undo step; none by default.
 */
export function setTransform(id: string, transform: Transform, merge?: string): Command {
  return setTransforms([[id, transform]], merge === undefined ? {} : { merge });
}

/** The same for several things as one step: all of them or, when one cannot be, none. */
export function setTransforms(
  transforms: Iterable<readonly [id: string, transform: Transform]>,
  options: { readonly label?: CommandLabel; readonly merge?: string } = {},
): Command {
  const kept = [...transforms].map(([id, transform]) => [id, transformOf(transform)] as const);
  return {
    label: options.label ?? 'set-transform',
    ...(options.merge === undefined ? {} : { merge: options.merge }),
    apply: (transaction) => {
      for (const [id, transform] of kept) transaction.place(id, transform);
    },
  };
}
