import type { DocumentDiff } from './diff.ts';
import { samePlain } from './plain.ts';
import type { EquipmentRecord } from './records.ts';
import type { EquipmentPatch, Transaction } from './transaction.ts';

/**
 * Applies a diff (an undo or redo step) to a document that others may have changed meanwhile.
 * Only the fields that the step changed are written, and what somebody else removed or placed again is left alone:
 * an undo can lose its object but can never make the document invalid or overwrite a remote edit of another field.
 */
export function applyDiff(transaction: Transaction, diff: DocumentDiff): void {
  for (const { id } of diff.removed) if (transaction.get(id)) transaction.remove(id);
  for (const record of diff.added) if (!transaction.get(record.id)) transaction.add(record);
  for (const [from, to] of diff.updated) {
    if (transaction.get(to.id)) transaction.update(to.id, changedFields(from, to));
  }
  if (diff.camera) transaction.setCamera(diff.camera[1]);
}

function changedFields(from: EquipmentRecord, to: EquipmentRecord): EquipmentPatch {
  const keys = Object.keys(to) as (keyof EquipmentRecord)[];
  return Object.fromEntries(
    keys.filter((key) => !samePlain(from[key], to[key])).map((key) => [key, to[key]]),
  );
}
