import { useEffect, type RefObject } from 'react';

/** Keeps the name of a map for screen readers in the present language: MapLibre writes it once. */
export function useMapTitle(container: RefObject<HTMLElement | null>, title: string): void {
  useEffect(
    () => container.current?.querySelector('canvas')?.setAttribute('aria-label', title),
    [container, title],
  );
}
