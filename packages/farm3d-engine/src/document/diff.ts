import { samePlain } from './plain.ts';
import type { CameraState, ChildSceneRecord, EquipmentRecord } from './records.ts';

/** Origin of a change: the user, another user's save, or loading. */
export type ChangeSource = 'user' | 'remote' | 'load';

/** The changes of a transaction. Deeply frozen. */
export interface DocumentDiff {
  /** Added records. */
  readonly added: readonly EquipmentRecord[];
  /** Changed records, before and after. */
  readonly updated: readonly (readonly [from: EquipmentRecord, to: EquipmentRecord])[];
  /** Removed records, in their last state. */
  readonly removed: readonly EquipmentRecord[];
  /** Present if the saved camera changed. */
  readonly camera?: readonly [from: CameraState | null, to: CameraState | null];
  /** Present if child scenes changed: the whole lists before and after. */
  readonly childScenes?: readonly [from: readonly ChildSceneRecord[], to: readonly ChildSceneRecord[]];
}

/** One record before and after; undefined if it did not exist. */
export interface RecordChange {
  readonly from: EquipmentRecord | undefined;
  readonly to: EquipmentRecord | undefined;
}

/** Sorts changes into added, updated and removed; a record that ends as it began is left out. */
export function diffOf(
  changes: Iterable<RecordChange>,
  camera?: readonly [CameraState | null, CameraState | null],
  childScenes?: readonly [readonly ChildSceneRecord[], readonly ChildSceneRecord[]],
): DocumentDiff {
  const added: EquipmentRecord[] = [];
  const updated: [EquipmentRecord, EquipmentRecord][] = [];
  const removed: EquipmentRecord[] = [];
  for (const { from, to } of changes) {
    if (from && to) {
      if (!samePlain(from, to)) updated.push([from, to]);
    } else if (to) added.push(to);
    else if (from) removed.push(from);
  }
  return {
    added,
    updated,
    removed,
    ...(camera && !samePlain(camera[0], camera[1]) ? { camera } : {}),
    ...(childScenes && !samePlain(childScenes[0], childScenes[1]) ? { childScenes } : {}),
  };
}

/** Whether the diff contains no change. */
export function isEmptyDiff(diff: DocumentDiff): boolean {
  return (
    diff.added.length === 0 &&
    diff.updated.length === 0 &&
    diff.removed.length === 0 &&
    !diff.camera &&
    !diff.childScenes
  );
}

/** The inverse of `diff`. */
export function invertDiff(diff: DocumentDiff): DocumentDiff {
  return {
    added: diff.removed,
    updated: diff.updated.map(([from, to]) => [to, from] as const),
    removed: diff.added,
    ...(diff.camera ? { camera: [diff.camera[1], diff.camera[0]] as const } : {}),
    ...(diff.childScenes ? { childScenes: [diff.childScenes[1], diff.childScenes[0]] as const } : {}),
  };
}

/** Two consecutive diffs as one. */
export function composeDiffs(first: DocumentDiff, second: DocumentDiff): DocumentDiff {
  const changes = new Map<string, RecordChange>(changesOf(first));
  for (const [id, { from, to }] of changesOf(second)) {
    const earlier = changes.get(id);
    changes.set(id, { from: earlier ? earlier.from : from, to });
  }
  const camera =
    first.camera && second.camera
      ? ([first.camera[0], second.camera[1]] as const)
      : (second.camera ?? first.camera);
  const childScenes =
    first.childScenes && second.childScenes
      ? ([first.childScenes[0], second.childScenes[1]] as const)
      : (second.childScenes ?? first.childScenes);
  return diffOf(changes.values(), camera, childScenes);
}

function* changesOf(diff: DocumentDiff): Generator<[string, RecordChange]> {
  for (const to of diff.added) yield [to.id, { from: undefined, to }];
  for (const [from, to] of diff.updated) yield [to.id, { from, to }];
  for (const from of diff.removed) yield [from.id, { from, to: undefined }];
}
