import { Box3, Vector3 } from 'three';
import { FarmError } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { Command, CommandLabel } from '../document/commands/command.ts';
import { setTransforms } from '../document/commands/set-transform.ts';
import { transformOf, type Transform } from '../document/records.ts';
import type { ObjectBounds, Axis, Shifts } from './arrange.ts';
import { topmost } from './topmost.ts';
import { TransformGroup, type Transformable } from './transform-group.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** A copied transform; the position is in world coordinates, so that it applies to every parent. */
export interface CopiedTransform {
  readonly worldPosition: Vec3;
  readonly rotation: Vec3;
  readonly scale: Vec3;
}

const _box = new Box3();
const _point = new Vector3();

/** World bounds of each object; of one without a model, a point. @throws FarmError `unknown-equipment` */
export function boxesOf(context: ViewerContext, ids: readonly string[]): ObjectBounds[] {
  return ids.map((id) => {
    const record = recordOf(context, id);
    const box = context.boundsOf(id, _box);
    if (box) return { id, min: plain(box.min), max: plain(box.max) };
    const at = plain(context.frameOf(parentOf(context, id)).localToWorld(_point.copy(record.position)));
    return { id, min: at, max: at };
  });
}

/** Moves each object along a world axis. */
export function shiftCommand(
  context: ViewerContext,
  shifts: Shifts,
  axis: Axis,
  label: CommandLabel,
): Command {
  return setTransforms(
    [...shifts].map(([id, shift]) => {
      const transform = transformOf(recordOf(context, id));
      const frame = context.frameOf(parentOf(context, id));
      frame.updateWorldMatrix(true, false);
      frame.localToWorld(_point.copy(transform.position));
      _point[axis] += shift;
      return [id, { ...transform, position: plain(frame.worldToLocal(_point)) }] as const;
    }),
    { label },
  );
}

/** The command for moving, rotating or scaling objects as a group. */
export function changeCommand(
  context: ViewerContext,
  ids: readonly string[],
  act: (group: Transformable) => void,
): Command {
  const group = new TransformGroup(context, topmost(context.document, ids));
  try {
    act(group);
    group.follow(null);
    // Consecutive key presses are one step.
    const merge = `nudge ${ids.join(' ')}`;
    return setTransforms(
      group.members.map(({ id, now }) => [id, now] as const),
      { label: 'nudge', merge },
    );
  } finally {
    group.release();
  }
}

/** @throws FarmError `unknown-equipment` */
export function copyTransform(context: ViewerContext, id: string): CopiedTransform {
  const { position, rotation, scale } = transformOf(recordOf(context, id));
  const worldPosition = plain(context.frameOf(parentOf(context, id)).localToWorld(_point.copy(position)));
  return { worldPosition, rotation, scale };
}

/** @throws FarmError `unknown-equipment` when it is applied */
export function pasteCommand(
  context: ViewerContext,
  ids: readonly string[],
  { worldPosition, rotation, scale }: CopiedTransform,
  withPosition: boolean,
): Command {
  return setTransforms(
    ids.map((id) => {
      const { position } = transformOf(recordOf(context, id));
      const frame = context.frameOf(parentOf(context, id));
      frame.updateWorldMatrix(true, false);
      const at = withPosition ? plain(frame.worldToLocal(_point.copy(worldPosition))) : position;
      return [id, { position: at, rotation, scale }] as const;
    }),
    { label: 'paste-transform' },
  );
}

function recordOf({ document }: ViewerContext, id: string): Transform {
  const record = document.get(id) ?? document.childScene(id);
  if (!record) throw new FarmError('unknown-equipment', { id });
  return record;
}

function parentOf({ document }: ViewerContext, id: string): string | null {
  return document.get(id)?.parentId ?? null;
}

function plain({ x, y, z }: Vec3): Vec3 {
  return { x, y, z };
}
