/** An object that holds resources until it is disposed. */
export interface IDisposable {
  /** Releases the resources. A second call has no effect. */
  dispose(): void;
}

/**
 * A list of cleanup functions; `dispose` runs them once, in reverse order.
 * An exception does not stop the others: the first one is rethrown at the end.
 */
export class Disposer implements IDisposable {
  #undos: (() => void)[] = [];
  #disposed = false;

  get isDisposed(): boolean {
    return this.#disposed;
  }

  /** Registers a cleanup function. After `dispose` it runs at once, so that late set-up cannot leak. */
  add(undo: () => void): void {
    if (this.#disposed) undo();
    else this.#undos.push(undo);
  }

  /** Registers a disposable and returns it. */
  own<T extends IDisposable>(disposable: T): T {
    this.add(() => disposable.dispose());
    return disposable;
  }

  /** Adds a DOM listener that is removed by `dispose`. */
  listen<Type extends keyof HTMLElementEventMap>(
    target: EventTarget,
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  listen(
    target: EventTarget,
    type: string,
    listener: (event: Event) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  listen(
    target: EventTarget,
    type: string,
    listener: (event: never) => void,
    options?: AddEventListenerOptions | boolean,
  ): void {
    const handler = listener as (event: Event) => void;
    target.addEventListener(type, handler, options);
    this.add(() => target.removeEventListener(type, handler, options));
  }

  dispose(): void {
    this.#disposed = true;
    const undos = this.#undos;
    this.#undos = [];
    let failure: { error: unknown } | undefined;
    for (let i = undos.length - 1; i >= 0; i--) {
      try {
        undos[i]!();
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) throw failure.error;
  }
}
