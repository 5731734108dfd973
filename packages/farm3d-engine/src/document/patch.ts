import type { DocumentDiff } from './diff.ts';
import { samePlain } from './plain.ts';
import type { ChildSceneRecord, EquipmentRecord } from './records.ts';
import type { Transaction } from './transaction.ts';

/**
 * Applies a diff (an undo or redo step) to a document that others may have changed meanwhile.
 * Writes only the fields that the step changed, and skips records that another user removed or added again: an undo may
 * have no effect, but never makes the document invalid or overwrites a remote edit of another field.
 */
export function applyDiff(transaction: Transaction, diff: DocumentDiff): void {
  for (const { id } of diff.removed) if (transaction.get(id)) transaction.remove(id);
  if (diff.childScenes) applyChildScenes(transaction, ...diff.childScenes);
  const hasParent = (parentId: string | null) => parentId === null || transaction.childScene(parentId);
  for (const record of diff.added) {
    const isFree = !transaction.get(record.id) && !transaction.childScene(record.id);
    if (isFree && hasParent(record.parentId)) transaction.add(record);
  }
  for (const [from, to] of diff.updated) {
    if (!transaction.get(to.id)) continue;
    const { parentId, ...patch } = changedFields(from, to);
    const isMoving = parentId !== undefined && hasParent(parentId);
    transaction.update(to.id, isMoving ? { ...patch, parentId } : patch);
  }
  if (diff.camera) transaction.setCamera(diff.camera[1]);
}

/** Restores the order of the step if nobody else changed the list or took an id of it, else applies each change alone. */
function applyChildScenes(
  transaction: Transaction,
  before: readonly ChildSceneRecord[],
  after: readonly ChildSceneRecord[],
): void {
  const isFree = after.every(({ id }) => !transaction.get(id));
  if (isFree && samePlain(transaction.childScenes, before)) {
    transaction.setChildScenes(after);
    return;
  }
  for (const { id } of before) {
    if (!after.some((child) => child.id === id) && transaction.childScene(id))
      transaction.removeChildScene(id);
  }
  for (const [at, to] of after.entries()) {
    const from = before.find((child) => child.id === to.id);
    const isThere = transaction.childScene(to.id) !== undefined;
    if (from && isThere) transaction.updateChildScene(to.id, changedFields(from, to));
    else if (!from && !isThere && !transaction.get(to.id)) transaction.addChildScene(to, at);
  }
}

function changedFields<T extends EquipmentRecord | ChildSceneRecord>(from: T, to: T): Partial<Omit<T, 'id'>> {
  const keys = Object.keys(to) as (keyof T)[];
  return Object.fromEntries(
    keys.filter((key) => !samePlain(from[key], to[key])).map((key) => [key, to[key]]),
  ) as Partial<Omit<T, 'id'>>;
}
