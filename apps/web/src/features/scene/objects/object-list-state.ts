import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react';
import type { Preferences } from '../../../platform/preferences.ts';

/** Whether the object list is open: on wide screens as stored in this browser, on a phone until an object is chosen. */
export class ObjectListState {
  readonly isOpen = computed(() =>
    this.#isNarrow.value ? this.#isSheetOpen.value : this.#isPanelOpen.value,
  );
  readonly #isPanelOpen: Signal<boolean>;
  /** A phone's list covers the scene. */
  readonly #isSheetOpen = signal(false);
  readonly #isNarrow: ReadonlySignal<boolean>;
  readonly #preferences: Preferences;

  constructor(isNarrow: ReadonlySignal<boolean>, preferences: Preferences) {
    this.#preferences = preferences;
    this.#isPanelOpen = signal(preferences.read('objects') !== 'closed');
    this.#isNarrow = isNarrow;
  }

  readonly toggle = (): void => {
    if (this.#isNarrow.peek()) this.#isSheetOpen.value = !this.#isSheetOpen.peek();
    else {
      this.#isPanelOpen.value = !this.#isPanelOpen.peek();
      this.#preferences.write('objects', this.#isPanelOpen.peek() ? 'open' : 'closed');
    }
  };

  /** Closes a phone's list, which covers the scene and its tools. */
  readonly closeSheet = (): void => {
    this.#isSheetOpen.value = false;
  };
}
