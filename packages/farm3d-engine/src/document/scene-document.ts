import { check, checkCamera } from '../core/check.ts';
import { TypedEmitter } from '../core/emitter.ts';
import type { Command } from './commands/command.ts';
import { invertDiff, isEmptyDiff, type ChangeSource, type DocumentDiff } from './diff.ts';
import { History } from './history.ts';
import { applyDiff } from './patch.ts';
import { frozenCopy } from './plain.ts';
import type {
  CameraState,
  ChildSceneRecord,
  EquipmentRecord,
  SceneLayout,
  UnreadRecords,
} from './records.ts';
import { validateLayout, type SkippedRecord, withoutLostNumbers } from './validate-layout.ts';
import { Transaction } from './transaction.ts';

/** One change of a document. */
export interface DocumentChange {
  /** What changed. */
  readonly diff: DocumentDiff;
  /** Origin of the change. */
  readonly source: ChangeSource;
  /** Name of the step, for undo. */
  readonly label: string;
  /** Revision of the document after the change. */
  readonly revision: number;
}

/** State of undo and redo. */
export interface HistoryState {
  /** Whether a step can be undone. */
  readonly canUndo: boolean;
  /** Whether a step can be redone. */
  readonly canRedo: boolean;
  /** Name of the step that undo reverts, or null. */
  readonly label: string | null;
  /** Name of the step that redo repeats, or null. */
  readonly redoLabel: string | null;
  /** Whether the document changed since it was loaded or saved. */
  readonly isDirty: boolean;
}

/** Events of a {@link SceneDocument}. */
export interface SceneDocumentEvents {
  /** Emitted after each transaction that changed something, undo, redo or load. */
  change: DocumentChange;
  /** Emitted when the state of undo and redo changes. */
  'history-changed': HistoryState;
}

/** Options of {@link SceneDocument.transact}. */
export interface TransactOptions {
  /** Default `user`. Only changes by the user can be undone. */
  readonly source?: ChangeSource;
  /** Consecutive transactions with the same key become one undo step. */
  readonly merge?: string;
  /**
   * false: the change is not an undo step and does not make the document dirty (the camera stored on save). Default true.
   */
  readonly record?: boolean;
}

const NO_RECORDS: UnreadRecords = { equipment: [], childScenes: [] };

/**
 * A scene as plain data, which the viewer draws and the host saves. Runs without three and without DOM.
 * Records are frozen; use {@link SceneDocument.execute} or {@link SceneDocument.transact} to change them.
 */
export class SceneDocument extends TypedEmitter<SceneDocumentEvents> {
  readonly #state = {
    equipment: new Map<string, EquipmentRecord>(),
    childScenes: [] as readonly ChildSceneRecord[],
    camera: null as CameraState | null,
  };
  readonly #history = new History();
  /** List index of each id that was ever in the document: an undone removal returns to its index. */
  readonly #indexById = new Map<string, number>();
  #extra: Record<string, unknown> = {};
  #invalidRecords: UnreadRecords = NO_RECORDS;
  #skipped: readonly SkippedRecord[] = [];
  #revision = 0;
  #open: Transaction | undefined;
  #list: readonly EquipmentRecord[] | undefined;

  constructor() {
    super({ change: true, 'history-changed': true });
  }

  /** A document with this content, without history. See {@link SceneDocument.load}. */
  static fromLayout(layout: SceneLayout): SceneDocument {
    const document = new SceneDocument();
    document.load(layout);
    return document;
  }

  /** Increases with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether there are steps since the last {@link SceneDocument.markSaved}. */
  get isDirty(): boolean {
    return !this.#history.isSaved;
  }

  /** Whether a step can be undone. */
  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  /** Whether a step can be redone. */
  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** The saved camera, or null. */
  get savedCamera(): CameraState | null {
    return this.#state.camera;
  }

  /** All equipment, in the order of the layout. Returns the same array until something changes. */
  equipment(): readonly EquipmentRecord[] {
    this.#list ??= [...this.#state.equipment.values()].sort(
      (a, b) => (this.#indexById.get(a.id) ?? 0) - (this.#indexById.get(b.id) ?? 0),
    );
    return this.#list;
  }

  /** The record of placed equipment; undefined if there is none. */
  get(id: string): EquipmentRecord | undefined {
    return this.#state.equipment.get(id);
  }

  /** In the order of the layout. Returns the same array until one of them changes. */
  childScenes(): readonly ChildSceneRecord[] {
    return this.#state.childScenes;
  }

  /** The record of a child scene; undefined if there is none. */
  childScene(id: string): ChildSceneRecord | undefined {
    return this.#state.childScenes.find((child) => child.id === id);
  }

  /**
   * Replaces the content and clears the history. An invalid record (a position that is not a number, a duplicate id) is
   * skipped, listed in {@link SceneDocument.skipped}, and kept for the next save.
   * @throws FarmError `invalid-argument` if the argument is not a layout; the document stays unchanged
   */
  load(layout: SceneLayout): DocumentDiff {
    const validated = validateLayout(layout);
    const camera = layout.camera ?? null;
    if (camera) checkCamera(camera);
    const removed = this.equipment();
    const cameraBefore = this.#state.camera;
    const childrenBefore = this.#state.childScenes;
    this.#state.equipment.clear();
    this.#indexById.clear();
    for (const record of validated.equipment) {
      this.#state.equipment.set(record.id, frozenCopy(record));
      this.#indexById.set(record.id, this.#indexById.size);
    }
    this.#state.camera = frozenCopy(camera);
    this.#state.childScenes = frozenCopy(validated.childScenes);
    this.#extra = frozenCopy(layout.extra ?? {});
    this.#invalidRecords = withoutLostNumbers(validated.invalid) as UnreadRecords;
    this.#skipped = validated.skipped;
    this.#history.clear();
    this.#list = undefined;
    const diff: DocumentDiff = {
      added: this.equipment(),
      updated: [],
      removed,
      camera: [cameraBefore, this.#state.camera],
      childScenes: [childrenBefore, this.#state.childScenes],
    };
    this.#announce(diff, 'load', 'load');
    this.#announceHistory();
    return diff;
  }

  /** The content to save: a copy that the caller may change, with unknown fields unchanged. */
  toLayout(): SceneLayout {
    const invalidRecords = this.#invalidRecords;
    const hasInvalidRecords = invalidRecords.equipment.length + invalidRecords.childScenes.length > 0;
    return structuredClone({
      camera: this.#state.camera,
      equipment: [...this.equipment()],
      childScenes: [...this.#state.childScenes],
      extra: this.#extra,
      ...(hasInvalidRecords ? { skipped: invalidRecords } : {}),
    });
  }

  /** Records that the last {@link SceneDocument.load} skipped, and why. */
  get skipped(): readonly SkippedRecord[] {
    return this.#skipped;
  }

  /** Executes one command as one undo step. Throws what the command throws; the document then stays unchanged. */
  execute(command: Command): DocumentDiff {
    const options = command.merge === undefined ? {} : { merge: command.merge };
    return this.transact(command.label, (transaction) => command.apply(transaction), options);
  }

  /**
   * Runs `write` as one change: one event, one undo step. If it throws, the change is rolled back and the error is
   * rethrown.
   * Inside another transaction it becomes part of that one.
   */
  transact(
    label: string,
    write: (transaction: Transaction) => void,
    options: TransactOptions = {},
  ): DocumentDiff {
    check(typeof write === 'function', 'write', write);
    if (this.#open) {
      write(this.#open);
      return this.#open.diff();
    }
    const { source = 'user', merge, record = true } = options;
    const diff = this.#run(write);
    if (isEmptyDiff(diff)) return diff;
    const recorded = source === 'user' && record;
    if (recorded) this.#history.record(label, diff, merge);
    this.#announce(diff, source, label);
    if (recorded) this.#announceHistory();
    return diff;
  }

  /** Reverts the last step. @returns false if there is none. */
  undo(): boolean {
    const step = this.#history.takeUndo();
    if (!step) return false;
    this.#replay(invertDiff(step.diff), step.label);
    return true;
  }

  /** Repeats the last reverted step. @returns false if there is none. */
  redo(): boolean {
    const step = this.#history.takeRedo();
    if (!step) return false;
    this.#replay(step.diff, step.label);
    return true;
  }

  /** Marks the present content as saved. */
  markSaved(): void {
    this.#history.markSaved();
    this.#announceHistory();
  }

  /** State of undo and redo. */
  historyState(): HistoryState {
    const { canUndo, canRedo, undoLabel, redoLabel, isSaved } = this.#history;
    return { canUndo, canRedo, label: undoLabel, redoLabel, isDirty: !isSaved };
  }

  #replay(diff: DocumentDiff, label: string): void {
    const done = this.#run((transaction) => applyDiff(transaction, diff));
    if (!isEmptyDiff(done)) this.#announce(done, 'user', label);
    this.#announceHistory();
  }

  #run(write: (transaction: Transaction) => void): DocumentDiff {
    const transaction = new Transaction(this.#state);
    this.#open = transaction;
    try {
      write(transaction);
    } catch (error) {
      transaction.rollBack();
      throw error;
    } finally {
      this.#open = undefined;
      this.#list = undefined;
    }
    const diff = transaction.diff();
    for (const { id } of diff.added)
      if (!this.#indexById.has(id)) this.#indexById.set(id, this.#indexById.size);
    return diff;
  }

  #announce(diff: DocumentDiff, source: ChangeSource, label: string): void {
    this.#revision++;
    this.emit('change', { diff, source, label, revision: this.#revision });
  }

  #announceHistory(): void {
    this.emit('history-changed', this.historyState());
  }
}
