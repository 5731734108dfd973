import { signal, type ReadonlySignal } from '@preact/signals-react';

/** Whether a media query matches; false outside of a browser. */
export function media(query: string): ReadonlySignal<boolean> {
  const list = globalThis.matchMedia?.(query);
  const matches = signal(list?.matches ?? false);
  list?.addEventListener('change', (event) => {
    matches.value = event.matches;
  });
  return matches;
}

/** Phone layout: cards are bottom sheets. */
export const isNarrow = media('(max-width: 767.98px)');
