import { composeDiffs, isEmptyDiff, type DocumentDiff } from './diff.ts';

interface Step {
  label: string;
  diff: DocumentDiff;
  /** Consecutive steps with equal keys are merged; undefined never merges. */
  merge: string | undefined;
}

/** Undo and redo stacks. A thousand steps take some hundred kilobytes, so none is dropped. */
export class History {
  #undoStack: Step[] = [];
  #redoStack: Step[] = [];
  /**
   * The last step at the time of saving; null: saved before the first step; undefined: that state cannot be reached any
   * more.
   */
  #savedAt: Step | null | undefined = null;

  get canUndo(): boolean {
    return this.#undoStack.length > 0;
  }

  get canRedo(): boolean {
    return this.#redoStack.length > 0;
  }

  /** Label of the step that undo reverts, or null. */
  get undoLabel(): string | null {
    return this.#undoStack.at(-1)?.label ?? null;
  }

  /** Label of the step that redo repeats, or null. */
  get redoLabel(): string | null {
    return this.#redoStack.at(-1)?.label ?? null;
  }

  get isSaved(): boolean {
    return (this.#undoStack.at(-1) ?? null) === this.#savedAt;
  }

  record(label: string, diff: DocumentDiff, merge?: string): void {
    this.#redoStack = [];
    const last = this.#undoStack.at(-1);
    if (!last || merge === undefined || last.merge !== merge) {
      this.#undoStack.push({ label, diff, merge });
      return;
    }
    last.diff = composeDiffs(last.diff, diff);
    last.label = label;
    // Two steps that cancel each other out are dropped.
    if (isEmptyDiff(last.diff)) this.#undoStack.pop();
  }

  /** Pops the undo step and pushes it to the redo stack; undefined if there is none. */
  takeUndo(): Readonly<Step> | undefined {
    const step = this.#undoStack.pop();
    if (step) this.#redoStack.push(step);
    this.#seal();
    return step;
  }

  /** Pops the redo step and pushes it to the undo stack; undefined if there is none. */
  takeRedo(): Readonly<Step> | undefined {
    const step = this.#redoStack.pop();
    if (step) this.#undoStack.push(step);
    this.#seal();
    return step;
  }

  markSaved(): void {
    this.#savedAt = this.#undoStack.at(-1) ?? null;
    this.#seal();
  }

  clear(): void {
    this.#undoStack = [];
    this.#redoStack = [];
    this.#savedAt = null;
  }

  /** Prevents merging into the last step: that would change a state that was saved or returned to. */
  #seal(): void {
    const last = this.#undoStack.at(-1);
    if (last) last.merge = undefined;
  }
}
