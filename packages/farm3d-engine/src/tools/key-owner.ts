const FIELDS = 'input, textarea, select';
const MODALS = '[aria-modal="true"], dialog:modal';

/** Whether a key event belongs to a field or a modal dialog of the page. */
export function isKeyOfPage(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(FIELDS) || target.closest(MODALS) !== null;
}

/** Elements in which arrow keys move between entries. */
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

/** The same for keys that lists, menus and sliders use too. */
export function isArrowOfPage(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return isKeyOfPage(event) || (target instanceof HTMLElement && target.closest(ARROW_USERS) !== null);
}
