import { Box3 } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { IdMap } from '../core/id-map.ts';
import { LABEL_OFFSET, type LabelContent, type LabelState } from '../labels/label-content.ts';
import type { LabelLayer } from '../labels/label-layer.ts';
import type { EquipmentView } from '../view/equipment-view.ts';
import { InstanceState } from '../view/instance-shader.ts';
import type { LiveState } from './viewer-types.ts';

const _box = new Box3();

/** What is known of an object for its label. */
interface Reported {
  readonly id: string;
  next: Reported | undefined;
  value: LiveState['value'];
  color: string | null;
  /** Whether this class added its label; others belong to the host. */
  isOwn: boolean;
}

interface Parts {
  readonly labels: LabelLayer;
  readonly equipment: EquipmentView;
  readonly nameOf: (id: string) => string;
}

/** Keeps the labels of placed objects up to date: positions, names and values. */
export class LabelUpdater implements IDisposable {
  readonly #parts: Parts;
  readonly #reported = new IdMap<Reported>((id) => ({
    id,
    next: undefined,
    value: undefined,
    color: null,
    isOwn: false,
  }));
  /** Ids whose labels this class added. */
  readonly #ownIds = new Set<string>();
  readonly #staleIds = new Set<string>();
  #isAllStale = true;
  #revision = -1;
  #updatedFor = '';

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Call after names have changed. */
  renamed(): void {
    this.#isAllStale = true;
  }

  /**
   * Stores what was reported of an object and updates only its label.
   * @param value undefined: unchanged
   * @param color CSS colour of the value; null: that of the state; undefined: unchanged
   * @returns whether a label is concerned
   */
  report(id: string, value?: LiveState['value'], color?: string | null): boolean {
    const known = this.#reported.of(id);
    if (color !== undefined) known.color = color;
    if (value !== undefined) known.value = value;
    if (known.isOwn) this.#staleIds.add(id);
    return known.isOwn;
  }

  /** Runs a change that affects marks only, without updating labels. */
  withoutLabelUpdates(change: () => void): void {
    const { equipment } = this.#parts;
    const before = equipment.revision;
    change();
    // Changes before the call are still to be processed.
    if (this.#revision === before) this.#revision = equipment.revision;
  }

  /** The last value of an object, as text. */
  valueOf(id: string): string | undefined {
    const value = this.#reported.get(id)?.value;
    return typeof value === 'function' ? value() : value;
  }

  stateOf(id: string): LabelState {
    return labelState(this.#parts.equipment.state(id));
  }

  /** Runs before each frame; does nothing if nothing changed. */
  update(): void {
    const { labels, equipment } = this.#parts;
    const labelSet = labels.mode === 'all' ? 'all' : [...labels.pinned].join('\n');
    if (labelSet !== this.#updatedFor || equipment.revision !== this.#revision) this.#isAllStale = true;
    if (!this.#isAllStale && this.#staleIds.size === 0) return;
    const ids = labels.mode === 'all' ? equipment.ids : labels.pinned;
    if (this.#isAllStale) {
      const left = new Set(this.#ownIds);
      for (const id of ids) if (this.#updateLabel(id)) left.delete(id);
      for (const id of left) {
        this.#ownIds.delete(id);
        this.#reported.of(id).isOwn = false;
        labels.remove(id);
      }
    } else for (const id of this.#staleIds) if (this.#ownIds.has(id)) this.#updateLabel(id);
    this.#staleIds.clear();
    this.#isAllStale = false;
    this.#revision = equipment.revision;
    this.#updatedFor = labelSet;
  }

  dispose(): void {
    this.#reported.clear();
    this.#ownIds.clear();
  }

  /** @returns whether the object has a label now */
  #updateLabel(id: string): boolean {
    const { labels, equipment } = this.#parts;
    const box = equipment.boxOf(id, _box);
    if (!box) return false;
    labels.set({ id, position: labelPosition(box), ...this.#content(id) });
    this.#ownIds.add(id);
    this.#reported.of(id).isOwn = true;
    return true;
  }

  #content(id: string): LabelContent {
    return {
      name: this.#parts.nameOf(id),
      value: this.valueOf(id),
      state: this.stateOf(id),
      color: this.#reported.get(id)?.color ?? undefined,
    };
  }
}

/** Position of an object's label: above the centre of its box, by the offset of Spec §9. */
export function labelPosition({ min, max }: Box3): { x: number; y: number; z: number } {
  return { x: (min.x + max.x) / 2, y: max.y + LABEL_OFFSET, z: (min.z + max.z) / 2 };
}

function labelState(bits: number): LabelState {
  if (bits & InstanceState.alarm) return 'alarm';
  if (bits & InstanceState.offline) return 'offline';
  return bits & InstanceState.online ? 'online' : 'unknown';
}
