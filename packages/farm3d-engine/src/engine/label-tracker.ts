/** Position of a label, CSS px in the container. */
export interface LabelPoint {
  /** From the container's left edge, CSS px. */
  readonly x: number;
  /** From the container's top edge, CSS px. */
  readonly y: number;
  /** false: behind the camera or outside the viewport. */
  readonly visible: boolean;
}

/** Smaller moves are not reported, CSS px. */
const MIN_MOVE = 0.4;

interface Tracked {
  readonly id: string;
  readonly listener: (point: LabelPoint) => void;
  last: LabelPoint | undefined;
}

/** Reports positions of labels after frames that moved them. */
export class LabelTracker {
  readonly #tracked = new Set<Tracked>();
  readonly #project: (id: string) => LabelPoint | null;

  constructor(project: (id: string) => LabelPoint | null) {
    this.#project = project;
  }

  track(id: string, listener: (point: LabelPoint) => void): () => void {
    const tracked: Tracked = { id, listener, last: undefined };
    this.#tracked.add(tracked);
    this.#notify(tracked);
    return () => void this.#tracked.delete(tracked);
  }

  /** Runs after each frame. */
  update(): void {
    for (const tracked of this.#tracked) this.#notify(tracked);
  }

  clear(): void {
    this.#tracked.clear();
  }

  #notify(tracked: Tracked): void {
    const { last } = tracked;
    const point = this.#project(tracked.id) ?? { x: last?.x ?? 0, y: last?.y ?? 0, visible: false };
    const isStill =
      last?.visible === point.visible &&
      Math.abs(last.x - point.x) < MIN_MOVE &&
      Math.abs(last.y - point.y) < MIN_MOVE;
    if (isStill) return;
    tracked.last = point;
    tracked.listener(point);
  }
}
