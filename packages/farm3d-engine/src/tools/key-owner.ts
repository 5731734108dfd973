const FIELDS = 'input, textarea, select';
const MODALS = '[aria-modal="true"], dialog:modal';

/** Whether a key belongs to a field or a modal dialog of the page, and so to no tool. */
export function isKeyOfPage(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(FIELDS) || target.closest(MODALS) !== null;
}

/** Parts of a page in which arrow keys go from one entry to the next. */
const ARROW_USERS = [
  'tree',
  'listbox',
  'menu',
  'menubar',
  'radiogroup',
  'tablist',
  'slider',
  'grid',
  'toolbar',
]
  .map((role) => `[role="${role}"]`)
  .join(', ');

/** The same for keys that lists, menus and sliders use as well. */
export function isArrowOfPage(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return isKeyOfPage(event) || (target instanceof HTMLElement && target.closest(ARROW_USERS) !== null);
}
