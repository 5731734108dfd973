import { check, invalidArgument, vectorFault } from '../core/check.ts';
import type { FarmError } from '../core/errors.ts';
import type { ChildSceneRecord, EquipmentRecord, UnreadRecords, SceneLayout } from './records.ts';

/** A record that was skipped because it is invalid. */
export interface SkippedRecord {
  /** The list it comes from. */
  readonly kind: 'equipment' | 'childScene' | 'catalogue';
  /** Its id; null if it has none. */
  readonly id: string | null;
  /** The invalid field, such as `position.x`. */
  readonly field: string;
  /** The reason as an error, in both languages. */
  readonly error: FarmError;
}

/** Valid and invalid records of a layout. */
export interface ValidatedLayout {
  readonly equipment: readonly EquipmentRecord[];
  readonly childScenes: readonly ChildSceneRecord[];
  readonly invalid: UnreadRecords;
  readonly skipped: readonly SkippedRecord[];
}

/**
 * Separates valid records from invalid ones: one bad record must not stop drawing or saving the scene.
 * @throws FarmError `invalid-argument` if the argument is not a layout
 */
export function validateLayout(layout: SceneLayout): ValidatedLayout {
  check(typeof layout === 'object' && layout !== null, 'layout', layout);
  check(Array.isArray(layout.equipment), 'layout.equipment', layout.equipment);
  check(Array.isArray(layout.childScenes), 'layout.childScenes', layout.childScenes);
  const earlier = layout.skipped;
  const skipped: SkippedRecord[] = [];
  const taken = new Set<string>();
  const children = separate(
    'childScene',
    [...layout.childScenes, ...(earlier?.childScenes ?? [])],
    taken,
    skipped,
  );
  // Equipment in a skipped child scene is skipped too.
  const skippedParents = new Set(skipped.map(({ id }) => id).filter((id) => id !== null && !taken.has(id)));
  const records = separate(
    'equipment',
    [...layout.equipment, ...(earlier?.equipment ?? [])],
    taken,
    skipped,
    skippedParents,
  );
  return {
    childScenes: children.good as ChildSceneRecord[],
    equipment: records.good as EquipmentRecord[],
    invalid: { equipment: records.bad, childScenes: children.bad },
    skipped,
  };
}

function separate(
  kind: SkippedRecord['kind'],
  records: readonly unknown[],
  taken: Set<string>,
  skipped: SkippedRecord[],
  skippedParents: ReadonlySet<unknown> = new Set(),
) {
  const good: unknown[] = [];
  const bad: unknown[] = [];
  for (const record of records) {
    const { id } = (record ?? {}) as { readonly id?: unknown };
    const fault = faultOf(record, taken, skippedParents);
    if (!fault) {
      taken.add(id as string);
      good.push(record);
      continue;
    }
    bad.push(record);
    const own = typeof id === 'string' && id !== '' ? id : null;
    skipped.push({ kind, id: own, field: fault[0], error: invalidArgument(...fault, own ?? undefined) });
  }
  return { good, bad };
}

function faultOf(
  record: unknown,
  taken: ReadonlySet<string>,
  skippedParents: ReadonlySet<unknown>,
): readonly [field: string, value: unknown] | null {
  if (typeof record !== 'object' || record === null) return ['record', record];
  const { id, kind, name, parentId, position, rotation, scale } = record as Record<string, unknown>;
  if (typeof id !== 'string' || id === '') return ['id', id];
  if (taken.has(id)) return ['id (a second time)', id];
  if (skippedParents.has(parentId)) return ['parentId', parentId];
  if (kind !== undefined && typeof kind !== 'string') return ['kind', kind];
  if (name !== undefined && typeof name !== 'string') return ['name', name];
  return (
    vectorFault(position, 'position') ?? vectorFault(rotation, 'rotation') ?? vectorFault(scale, 'scale')
  );
}

/** A copy without NaN and Infinity: JSON would turn them into null. */
export function withoutLostNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLostNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => typeof inner !== 'number' || Number.isFinite(inner))
      .filter(([, inner]) => typeof inner !== 'function' && typeof inner !== 'symbol')
      .map(([key, inner]) => [key, withoutLostNumbers(inner)]),
  );
}
