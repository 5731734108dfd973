import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EditKeys, type EditKeyTarget } from './edit-keys.ts';
import { type EventFields, TestElement, testPage } from './test-page.ts';

beforeEach(() => void vi.stubGlobal('HTMLElement', TestElement));

/** @param isIdle nothing is selected, and nothing is running */
function setUp({ isIdle = false, isOn = true } = {}) {
  const page = testPage();
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void calls.push([name, ...values]);
  const target: EditKeyTarget = {
    isReady: () => !isIdle,
    // −0 is 0.
    nudge: ({ x, y, z }, isFine) => note('nudge')(at(x + 0, y + 0, z + 0), isFine),
    rotate: note('rotate'),
    scale: note('scale'),
    selectAll: () => {
      note('selectAll')();
      return isOn;
    },
    copy: note('copy'),
    paste: note('paste'),
    commit: () => {
      note('commit')();
      return !isIdle;
    },
    deselect: () => {
      note('deselect')();
      return !isIdle;
    },
  };
  return { ...page, calls, keys: new EditKeys(page.context, target) };
}

const SHIFT = { shiftKey: true };
const CTRL = { ctrlKey: true };
/** The camera of a new page looks to the north, −z. */
const at = (x: number, y: number, z: number) => ({ x, y, z });
const noText = { getSelection: () => ({ isCollapsed: true }) };
const someText = { getSelection: () => ({ isCollapsed: false }) };

describe('with a selection', () => {
  test.each<[string, EventFields, unknown[]]>([
    ['ArrowLeft', {}, ['nudge', at(-1, 0, 0), false]],
    ['ArrowRight', {}, ['nudge', at(1, 0, 0), false]],
    ['ArrowUp', {}, ['nudge', at(0, 0, -1), false]],
    ['ArrowDown', {}, ['nudge', at(0, 0, 1), false]],
    ['PageUp', {}, ['nudge', at(0, 1, 0), false]],
    ['PageDown', {}, ['nudge', at(0, -1, 0), false]],
    ['ArrowLeft', SHIFT, ['nudge', at(-1, 0, 0), true]],
    ['[', { code: 'BracketLeft' }, ['rotate', 1, false]],
    [']', { code: 'BracketRight' }, ['rotate', -1, false]],
    ['{', { code: 'BracketLeft', ...SHIFT }, ['rotate', 1, true]],
    ['ü', { code: 'BracketLeft' }, ['rotate', 1, false]],
    ['+', {}, ['scale', 1]],
    ['=', {}, ['scale', 1]],
    ['-', {}, ['scale', -1]],
    ['_', SHIFT, ['scale', -1]],
    ['a', CTRL, ['selectAll']],
    ['A', { metaKey: true }, ['selectAll']],
    ['c', { ...CTRL, view: noText }, ['copy']],
    ['C', { metaKey: true, view: noText }, ['copy']],
    ['c', { ...CTRL, view: { getSelection: () => null } }, ['copy']],
    ['v', CTRL, ['paste', false]],
    ['V', { ...CTRL, ...SHIFT }, ['paste', true]],
    ['Enter', {}, ['commit']],
    ['Escape', {}, ['deselect']],
  ])('%s %o is %j, and neither the camera nor the page has it', (key, fields, call) => {
    const { press, calls, canvas } = setUp();
    const camera = vi.fn<() => void>();
    canvas.addEventListener('keydown', camera);
    expect(press(key, fields)).toBe(true);
    expect(calls).toEqual([call]);
    expect(camera).not.toHaveBeenCalled();
  });

  test('arrows move to where the camera looks', () => {
    const { press, calls, context } = setUp();
    context.camera.lookAt(1, 0, 0);
    press('ArrowUp');
    expect(calls).toEqual([['nudge', at(1, 0, 0), false]]);
  });

  test.each<[string, EventFields]>([
    ['ArrowLeft', { altKey: true }],
    ['a', {}],
    ['x', CTRL],
    ['ArrowLeft', CTRL],
    ['Tab', {}],
    // The person copies the text.
    ['c', { ...CTRL, view: someText }],
  ])('%s %o is not taken', (key, fields) => {
    const { press, calls } = setUp();
    expect(press(key, fields)).toBe(false);
    expect(calls).toEqual([]);
  });
});

test('without one, keys are left to the camera and to the page', () => {
  const { press, calls } = setUp({ isIdle: true });
  for (const key of ['ArrowLeft', 'PageUp', '+']) expect(press(key)).toBe(false);
  expect(press('[', { code: 'BracketLeft' })).toBe(false);
  expect(press('c', { ...CTRL, view: noText })).toBe(false);
  expect(press('v', CTRL)).toBe(false);
  expect(calls).toEqual([]);
  // What there is nothing to commit or to deselect.
  expect([press('Enter'), press('Escape')]).toEqual([false, false]);
  expect(calls).toEqual([['commit'], ['deselect']]);
  expect(press('a', CTRL)).toBe(true);
});

test('with editing off, the page selects all of its text', () => {
  expect(setUp({ isOn: false }).press('a', CTRL)).toBe(false);
});

test.each([
  ['a field', new TestElement('input'), { ArrowLeft: false, Enter: false, Escape: false, '+': false }],
  ['a list', new TestElement('div', { role: 'listbox' }), { ArrowLeft: false, Enter: false, Escape: false }],
  ['a button', new TestElement('button'), { ArrowLeft: true, Enter: false, Escape: true }],
  ['a link', new TestElement('a', { href: '/' }), { ArrowLeft: true, Enter: false }],
  ['what is no link', new TestElement('a'), { Enter: true }],
  ['a summary', new TestElement('summary'), { Enter: false }],
  ['something like a button', new TestElement('div', { role: 'button' }), { Enter: false }],
  ['a part of a button', new TestElement('b', {}, new TestElement('button')), { Enter: false }],
  ['the page itself', new TestElement('body'), { ArrowLeft: true, Enter: true, Escape: true }],
])('with the focus in %s: %j %j', (_, element, taken) => {
  for (const [key, isTaken] of Object.entries(taken)) expect(setUp().press(key, {}, element)).toBe(isTaken);
});

test('Enter on the window itself commits', () => {
  expect(setUp().press('Enter', { composedPath: () => [{}] })).toBe(true);
});

test('what another tool has taken is not used again', () => {
  const page = testPage();
  page.view.addEventListener('keydown', (event) => event.preventDefault(), true);
  const nudge = vi.fn<() => void>();
  const target: Partial<EditKeyTarget> = { isReady: () => true, nudge };
  const keys = new EditKeys(page.context, target as EditKeyTarget);
  page.fire('keydown', { key: 'ArrowLeft' });
  keys.dispose();
  expect(nudge).not.toHaveBeenCalled();
});

test('after its disposal no key is taken', () => {
  const { press, calls, keys, view } = setUp();
  keys.dispose();
  keys.dispose();
  expect(press('ArrowLeft')).toBe(false);
  expect([calls, view.listenerCount]).toEqual([[], 0]);
});
