import { signal, type ReadonlySignal } from '@preact/signals-react';

function media(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener('change', (event) => {
    matches.value = event.matches;
  });
  return matches;
}

/** Phone layout: cards are bottom sheets. */
export const isNarrow = media('(max-width: 767.98px)');
