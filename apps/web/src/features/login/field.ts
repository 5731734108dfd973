import { computed, signal } from '@preact/signals-react';

/** What is typed into a field, and what is wrong with it. Created inside `createModel`. */
export function createField(first = '') {
  const text = signal(first);
  /** Makes the error in the present language; null: nothing is wrong. */
  const wrong = signal<(() => string) | null>(null);
  const error = computed(() => wrong.value?.() ?? null);
  const type = (next: string): void => {
    text.value = next;
    wrong.value = null;
  };
  return {
    text,
    wrong,
    error,
    /** Properties of the field on the page. */
    shown: computed(() => ({ value: text.value, error: error.value, onValueChange: type })),
  };
}
