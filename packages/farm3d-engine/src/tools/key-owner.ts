const FIELDS = 'input, textarea, select';
const MODALS = '[aria-modal="true"], dialog:modal';

/** Whether a key belongs to a field or a modal dialog of the page, and so to no tool. */
export function isKeyOfPage(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(FIELDS) || target.closest(MODALS) !== null;
}
