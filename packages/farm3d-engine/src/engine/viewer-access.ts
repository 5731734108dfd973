import type { IDisposable } from '../core/disposer.ts';
import type { AccessParts, CanvasAccess } from './canvas-access.ts';

/** Keyboard and screen-reader access to the scene: its code is loaded after the first frame. */
export class ViewerAccess implements IDisposable {
  #access: CanvasAccess | undefined;
  #isDisposed = false;

  constructor(parts: AccessParts) {
    const { canvas, hasKeys } = parts;
    canvas.setAttribute('role', 'img');
    if (hasKeys) canvas.tabIndex = 0;
    void this.#load(parts);
  }

  /** @param isStructure whether objects or names changed, not only states */
  changed(isStructure?: boolean): void {
    this.#access?.changed(isStructure);
  }

  localeChanged(): void {
    this.#access?.localeChanged();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#access?.dispose();
  }

  /** If it cannot be loaded, the viewer works without it. */
  async #load(parts: AccessParts): Promise<void> {
    const module = await import('./canvas-access.ts').catch(() => undefined);
    if (module && !this.#isDisposed) this.#access = new module.CanvasAccess(parts);
  }
}
