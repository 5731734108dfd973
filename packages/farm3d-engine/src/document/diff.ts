import { samePlain } from './plain.ts';
import type { CameraState, ChildSceneRecord, EquipmentRecord } from './records.ts';

/** Who made a change: the person at this screen, somebody else's save, or loading. */
export type ChangeSource = 'user' | 'remote' | 'load';

/** What a transaction changed. Everything in it is frozen. */
export interface DocumentDiff {
  /** Things that were not there. */
  readonly added: readonly EquipmentRecord[];
  /** Things that are otherwise, before and after. */
  readonly updated: readonly (readonly [from: EquipmentRecord, to: EquipmentRecord])[];
  /** Things that are gone, as they last were. */
  readonly removed: readonly EquipmentRecord[];
  /** Present when the saved camera changed. */
  readonly camera?: readonly [from: CameraState | null, to: CameraState | null];
  /** Present when child scenes changed: all of them before and after. */
  readonly childScenes?: readonly [from: readonly ChildSceneRecord[], to: readonly ChildSceneRecord[]];
}

/** One record before and after; undefined where it was not there. */
export interface RecordChange {
  readonly from: EquipmentRecord | undefined;
  readonly to: EquipmentRecord | undefined;
}

/** Sorts changes into added, updated and removed; what ends as it began is left out. */
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

/** Whether the diff says that nothing changed. */
export function isEmptyDiff(diff: DocumentDiff): boolean {
  return (
    diff.added.length === 0 &&
    diff.updated.length === 0 &&
    diff.removed.length === 0 &&
    !diff.camera &&
    !diff.childScenes
  );
}

/** The diff that takes back `diff`. */
export function invertDiff(diff: DocumentDiff): DocumentDiff {
  return {
    added: diff.removed,
    updated: diff.updated.map(([from, to]) => [to, from] as const),
    removed: diff.added,
    ...(diff.camera ? { camera: [diff.camera[1], diff.camera[0]] as const } : {}),
    ...(diff.childScenes ? { childScenes: [diff.childScenes[1], diff.childScenes[0]] as const } : {}),
  };
}

/** Two diffs in a row as one: the first one's beginning, the second one's end. */
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
