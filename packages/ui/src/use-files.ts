import { useEffect, useState, type RefObject } from 'react';

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

interface FileListening {
  isBusy: boolean;
  /** Written: whether the focus was in the field last. */
  hadFocus: RefObject<boolean>;
  onFiles: (files: readonly File[]) => void;
}

/**
 * Receives files that are dropped on an element, or pasted anywhere in its dialog.
 * @returns whether files are dragged over it
 */
export function useFiles(
  root: RefObject<HTMLElement | null>,
  { isBusy, hadFocus, onFiles }: FileListening,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const isInside = (target: EventTarget | null): boolean => element.contains(target as Node | null);
    element.addEventListener('dragenter', (event) => holdsFiles(event) && setOver(!isBusy), { signal });
    element.addEventListener('dragleave', (event) => !isInside(event.relatedTarget) && setOver(false), {
      signal,
    });
    element.addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event) || !event.dataTransfer) return;
        // Without this the browser would open the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = isBusy ? 'none' : 'copy';
      },
      { signal },
    );
    element.addEventListener(
      'drop',
      (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        if (!isBusy) onFiles([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    element.addEventListener('focusin', () => void (hadFocus.current = true), { signal });
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget && !isInside(relatedTarget)) hadFocus.current = false;
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        const place = element.closest('[role="dialog"]') ?? element;
        const isOurs = event.target === document.body || place.contains(event.target as Node | null);
        if (isBusy || files.length === 0 || !isOurs || event.defaultPrevented) return;
        event.preventDefault();
        onFiles(files);
      },
      { signal },
    );
    return () => listening.abort();
  }, [root, isBusy, hadFocus, onFiles]);
  return isOver;
}
