/** Scrolls the entry of the present page into view, in a list that may be longer than what fits. As a `ref`. */
export function showEntry(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
