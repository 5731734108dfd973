/** Assumed size of a file whose size is not known yet, bytes. */
const ASSUMED_BYTES = 60_000;

/** Progress of loading. `ratio` never decreases. */
export interface LoadProgress {
  /** 0 to 1; 1 when all files have settled. */
  readonly ratio: number;
  /** Received bytes of all files. */
  readonly loadedBytes: number;
  /** Known and assumed sizes of all files. */
  readonly totalBytes: number;
  /** Name of the file that is loading. */
  readonly label: string;
}

interface File {
  readonly label: string;
  loaded: number;
  total: number;
  isSettled: boolean;
}

/** Sums the bytes of several downloads. */
export class ProgressSum {
  readonly #files = new Map<string, File>();
  readonly #listener: (progress: LoadProgress) => void;
  #ratio = 0;
  #label = '';

  constructor(listener: (progress: LoadProgress) => void) {
    this.#listener = listener;
  }

  /** Announces a file before its download starts. Without a label (the base model) the last one stays. */
  expect(path: string, label: string): void {
    if (!this.#files.has(path)) this.#files.set(path, { label, loaded: 0, total: 0, isSettled: false });
    if (this.#label === '') this.#label = label;
  }

  received(path: string, loadedBytes: number, totalBytes: number): void {
    const file = this.#files.get(path);
    if (!file || file.isSettled) return;
    file.loaded = loadedBytes;
    file.total = totalBytes;
    if (file.label) this.#label = file.label;
    this.#notify();
  }

  /** The file was loaded, or failed. */
  settled(path: string): void {
    const file = this.#files.get(path);
    if (!file) return;
    file.isSettled = true;
    const next = [...this.#files.values()].find((candidate) => !candidate.isSettled);
    if (next?.label) this.#label = next.label;
    this.#notify();
  }

  #notify(): void {
    let loadedBytes = 0;
    let totalBytes = 0;
    let isDone = true;
    for (const file of this.#files.values()) {
      const size = file.isSettled ? file.loaded : Math.max(file.total || ASSUMED_BYTES, file.loaded);
      loadedBytes += file.loaded;
      totalBytes += size;
      isDone &&= file.isSettled;
    }
    const share = totalBytes > 0 ? loadedBytes / totalBytes : 0;
    this.#ratio = isDone ? 1 : Math.max(this.#ratio, Math.min(0.99, share));
    this.#listener({ ratio: this.#ratio, loadedBytes, totalBytes, label: this.#label });
  }
}
