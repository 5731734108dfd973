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

/** One change of a document, all of it at once. */
export interface DocumentChange {
  /** What is otherwise than before. */
  readonly diff: DocumentDiff;
  /** Who made the change. */
  readonly source: ChangeSource;
  /** Name of the step, as undo shows it. */
  readonly label: string;
  /** The document's revision after the change. */
  readonly revision: number;
}

/** What undo and redo would do now. */
export interface HistoryState {
  /** Whether there is a step to take back. */
  readonly canUndo: boolean;
  /** Whether there is a step to make again. */
  readonly canRedo: boolean;
  /** Name of the step that undo would take back, or null. */
  readonly label: string | null;
  /** Name of the step that redo would do again, or null. */
  readonly redoLabel: string | null;
  /** Whether anything has changed since the document was loaded or last saved. */
  readonly isDirty: boolean;
}

/** What a {@link SceneDocument} tells. */
export interface SceneDocumentEvents {
  /** After each transaction that changed something, undo, redo or load. */
  change: DocumentChange;
  /** What undo and redo would do has changed. */
  'history-changed': HistoryState;
}

/** Options of {@link SceneDocument.transact}. */
export interface TransactOptions {
  /** Default `user`. Only the user's own changes can be undone. */
  readonly source?: ChangeSource;
  /** Transactions in a row with the same key become one undo step. */
  readonly merge?: string;
  /** false: the change is no step to undo and does not make the document dirty (the camera stored on save). Default true. */
  readonly record?: boolean;
}

const NONE_APART: UnreadRecords = { equipment: [], childScenes: [] };

/**
 * The scene as plain data: what is drawn follows it, and it is what is saved. Runs anywhere, without three and without DOM.
 * Records are frozen; every write goes through {@link SceneDocument.execute} or {@link SceneDocument.transact}.
 */
export class SceneDocument extends TypedEmitter<SceneDocumentEvents> {
  readonly #state = {
    equipment: new Map<string, EquipmentRecord>(),
    childScenes: [] as readonly ChildSceneRecord[],
    camera: null as CameraState | null,
  };
  readonly #history = new History();
  /** Place in the list for each id that ever stood here, so that an undone removal returns to where it was. */
  readonly #places = new Map<string, number>();
  #extra: Record<string, unknown> = {};
  #apart: UnreadRecords = NONE_APART;
  #skipped: readonly SkippedRecord[] = [];
  #revision = 0;
  #open: Transaction | undefined;
  #list: readonly EquipmentRecord[] | undefined;

  constructor() {
    super({ change: true, 'history-changed': true });
  }

  /** A document with this content, clean and without history. See {@link SceneDocument.load}. */
  static fromLayout(layout: SceneLayout): SceneDocument {
    const document = new SceneDocument();
    document.load(layout);
    return document;
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether there are steps that the last {@link SceneDocument.markSaved} does not know. */
  get isDirty(): boolean {
    return !this.#history.isSaved;
  }

  /** Whether there is a step to take back. */
  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  /** Whether there is a step to make again. */
  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** The saved camera, or null when the scene has none. */
  get savedCamera(): CameraState | null {
    return this.#state.camera;
  }

  /** Everything placed, in the order of the layout. The same array until something changes. */
  equipment(): readonly EquipmentRecord[] {
    this.#list ??= [...this.#state.equipment.values()].sort(
      (a, b) => (this.#places.get(a.id) ?? 0) - (this.#places.get(b.id) ?? 0),
    );
    return this.#list;
  }

  /** The record of a placed thing; undefined when there is none. */
  get(id: string): EquipmentRecord | undefined {
    return this.#state.equipment.get(id);
  }

  /** In the order of the layout. The same array until one of them changes. */
  childScenes(): readonly ChildSceneRecord[] {
    return this.#state.childScenes;
  }

  /** The record of a child scene; undefined when there is none. */
  childScene(id: string): ChildSceneRecord | undefined {
    return this.#state.childScenes.find((child) => child.id === id);
  }

  /**
   * Replaces the whole content and forgets the history. A record that cannot stand in a scene (a place that is no number,
   * an id named a second time) is skipped, told by {@link SceneDocument.skipped}, and kept apart for the next save.
   * @throws FarmError `invalid-argument` for what is no layout at all; then nothing has changed
   */
  load(layout: SceneLayout): DocumentDiff {
    const sifted = validateLayout(layout);
    const camera = layout.camera ?? null;
    if (camera) checkCamera(camera);
    const removed = this.equipment();
    const cameraBefore = this.#state.camera;
    const childrenBefore = this.#state.childScenes;
    this.#state.equipment.clear();
    this.#places.clear();
    for (const record of sifted.equipment) {
      this.#state.equipment.set(record.id, frozenCopy(record));
      this.#places.set(record.id, this.#places.size);
    }
    this.#state.camera = frozenCopy(camera);
    this.#state.childScenes = frozenCopy(sifted.childScenes);
    this.#extra = frozenCopy(layout.extra ?? {});
    this.#apart = withoutLostNumbers(sifted.apart) as UnreadRecords;
    this.#skipped = sifted.skipped;
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

  /** The content as it is saved: a copy that the caller may change. Unknown keys are in it as they came. */
  toLayout(): SceneLayout {
    const apart = this.#apart;
    const hasApart = apart.equipment.length + apart.childScenes.length > 0;
    return structuredClone({
      camera: this.#state.camera,
      equipment: [...this.equipment()],
      childScenes: [...this.#state.childScenes],
      extra: this.#extra,
      ...(hasApart ? { skipped: apart } : {}),
    });
  }

  /** Records of the last {@link SceneDocument.load} that could not be placed, and why. */
  get skipped(): readonly SkippedRecord[] {
    return this.#skipped;
  }

  /** Does one command as one undo step. Throws what the command throws; then nothing has changed. */
  execute(command: Command): DocumentDiff {
    const options = command.merge === undefined ? {} : { merge: command.merge };
    return this.transact(command.label, (transaction) => command.apply(transaction), options);
  }

  /**
   * Runs `write` as one change: one event, one undo step. When it throws, everything is taken back and the error passes on.
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

  /** Takes the last step back. @returns false when there is none. */
  undo(): boolean {
    const step = this.#history.takeUndo();
    if (!step) return false;
    this.#replay(invertDiff(step.diff), step.label);
    return true;
  }

  /** Does the step taken back last again. @returns false when there is none. */
  redo(): boolean {
    const step = this.#history.takeRedo();
    if (!step) return false;
    this.#replay(step.diff, step.label);
    return true;
  }

  /** Says that the present content has been saved. */
  markSaved(): void {
    this.#history.markSaved();
    this.#announceHistory();
  }

  /** What undo and redo would do now. */
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
    for (const { id } of diff.added) if (!this.#places.has(id)) this.#places.set(id, this.#places.size);
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
