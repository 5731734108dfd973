import { composeDiffs, isEmptyDiff, type DocumentDiff } from './diff.ts';

interface Step {
  label: string;
  diff: DocumentDiff;
  /** Equal keys in a row make one step; undefined never merges. */
  merge: string | undefined;
}

/** What has been done and taken back. A thousand steps are some hundred kilobytes, so none is forgotten. */
export class History {
  #done: Step[] = [];
  #undone: Step[] = [];
  /** The last step done when the scene was saved; null when that was before every step; undefined when it is lost. */
  #savedAt: Step | null | undefined = null;

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Label of the step that undo would take back, or null. */
  get undoLabel(): string | null {
    return this.#done.at(-1)?.label ?? null;
  }

  /** Label of the step that redo would do again, or null. */
  get redoLabel(): string | null {
    return this.#undone.at(-1)?.label ?? null;
  }

  get isSaved(): boolean {
    return (this.#done.at(-1) ?? null) === this.#savedAt;
  }

  record(label: string, diff: DocumentDiff, merge?: string): void {
    this.#undone = [];
    const last = this.#done.at(-1);
    if (!last || merge === undefined || last.merge !== merge) {
      this.#done.push({ label, diff, merge });
      return;
    }
    last.diff = composeDiffs(last.diff, diff);
    last.label = label;
    // There and back again is no step.
    if (isEmptyDiff(last.diff)) this.#done.pop();
  }

  /** The step to take back, moved to the redo side; undefined when there is none. */
  takeUndo(): Readonly<Step> | undefined {
    const step = this.#done.pop();
    if (step) this.#undone.push(step);
    this.#seal();
    return step;
  }

  /** The step to do again, moved to the undo side; undefined when there is none. */
  takeRedo(): Readonly<Step> | undefined {
    const step = this.#undone.pop();
    if (step) this.#done.push(step);
    this.#seal();
    return step;
  }

  markSaved(): void {
    this.#savedAt = this.#done.at(-1) ?? null;
    this.#seal();
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
    this.#savedAt = null;
  }

  /** No later edit may melt into the present last step: it would change what a saved or visited state means. */
  #seal(): void {
    const last = this.#done.at(-1);
    if (last) last.merge = undefined;
  }
}
