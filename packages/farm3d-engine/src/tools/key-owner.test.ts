import { beforeEach, expect, test, vi } from 'vitest';
import { isArrowOfPage, isKeyOfPage } from './key-owner.ts';
import { TestElement, TestEvent } from './test-page.ts';

beforeEach(() => void vi.stubGlobal('HTMLElement', TestElement));

const keyIn = (target: unknown) => new TestEvent('keydown', [target, {}]) as unknown as KeyboardEvent;
const within = (tag: string, attributes: Record<string, string>) =>
  new TestElement('span', {}, new TestElement(tag, attributes));
const edited = Object.assign(new TestElement(), { isContentEditable: true });

test.each([
  ['an input', new TestElement('input')],
  ['a text area', new TestElement('textarea')],
  ['a select', new TestElement('select')],
  ['edited text', edited],
  ['a modal', within('div', { 'aria-modal': 'true' })],
  ['a modal dialog', within('dialog', { modal: '' })],
])('every key in %s is of the page', (_, element) => {
  expect(isKeyOfPage(keyIn(element))).toBe(true);
  expect(isArrowOfPage(keyIn(element))).toBe(true);
});

test.each(['tree', 'listbox', 'menu', 'menubar', 'radiogroup', 'tablist', 'slider', 'grid', 'toolbar'])(
  'arrows in a %s are of the page, other keys are not',
  (role) => {
    const key = keyIn(within('div', { role }));
    expect([isKeyOfPage(key), isArrowOfPage(key)]).toEqual([false, true]);
  },
);

test.each([
  ['a button', new TestElement('button')],
  ['a dialog beside which the page is used', within('dialog', {})],
  ['what is not modal', within('div', { 'aria-modal': 'false' })],
  ['an item of no list', within('div', { role: 'presentation' })],
  ['the window', {}],
])('keys in %s are free', (_, target) => {
  expect([isKeyOfPage(keyIn(target)), isArrowOfPage(keyIn(target))]).toEqual([false, false]);
});
