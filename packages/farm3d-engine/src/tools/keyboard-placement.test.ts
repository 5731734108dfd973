import { beforeEach, describe, expect, test, vi } from 'vitest';
import { KeyboardPlacement } from './keyboard-placement.ts';
import { type SnapOptions, Snapping } from './snapping.ts';
import { TestElement } from './test-page.ts';
import { at, BARN, PROBE, testPlacement } from './test-placement.ts';

beforeEach(() => void vi.stubGlobal('HTMLElement', TestElement));

interface Options {
  readonly snap?: Partial<SnapOptions>;
  readonly isSkyward?: boolean;
  readonly item?: typeof PROBE;
  readonly hasBase?: boolean;
  readonly hasPlot?: boolean;
}

function begin({ snap = {}, isSkyward = false, item = PROBE, ...ground }: Options = {}) {
  const page = testPlacement(ground);
  const snapping = new Snapping();
  snapping.set(snap);
  if (isSkyward) page.context.camera.lookAt(0, 30, 0);
  const session = new KeyboardPlacement(page.context, item, page.listener, snapping);
  return { ...page, session };
}

const UNTURNED = { rotation: at(0, 0, 0), scale: at(1, 1, 1) };

describe('it starts', () => {
  test.each<[string, Options, unknown]>([
    ['on the floor at which the camera looks', {}, ['preview', 'probe', at(0, 0, 0), null]],
    ['in the middle of the base model', { isSkyward: true }, ['preview', 'probe', at(1, 0, -1), null]],
    [
      'nowhere, without a base model',
      { isSkyward: true, hasBase: false },
      ['preview', 'probe', null, 'off-base'],
    ],
    [
      'a scene: on the plot at which the camera looks',
      { item: BARN, hasPlot: true },
      ['preview', 'barn', at(0, 0.5, 0.5), null],
    ],
    [
      'a scene: in the middle of the plot',
      { item: BARN, hasPlot: true, isSkyward: true },
      ['preview', 'barn', at(-1, 0.5, -5), null],
    ],
    ['a scene: nowhere, without a plot', { item: BARN }, ['preview', 'barn', null, 'off-plot']],
  ])('%s', (_, options, preview) => {
    const { news, ghosts } = begin(options);
    expect(news()).toEqual([preview]);
    expect(ghosts().map(({ visible }) => visible)).toEqual([(preview as unknown[])[2] !== null]);
  });

  test('on the grid, when snapping is on', () => {
    const page = testPlacement();
    page.context.camera.lookAt(1, 0, 1.2);
    const snapping = new Snapping();
    snapping.set({ isOn: true, grid: 2 });
    const session = new KeyboardPlacement(page.context, PROBE, page.listener, snapping);
    expect(session.obstacle).toBeNull();
    expect(page.news()).toEqual([['preview', 'probe', at(2, 0, 2), null]]);
  });
});

describe('arrows move it over the floor', () => {
  test.each<[string, { shiftKey?: boolean }, Options, ReturnType<typeof at>]>([
    ['ArrowLeft', {}, {}, at(-0.5, 0, 0)],
    ['ArrowRight', {}, {}, at(0.5, 0, 0)],
    ['ArrowUp', {}, {}, at(0, 0, -0.5)],
    ['ArrowDown', {}, {}, at(0, 0, 0.5)],
    ['ArrowRight', { shiftKey: true }, {}, at(0.1, 0, 0)],
    ['ArrowRight', {}, { snap: { isOn: true, grid: 2 } }, at(2, 0, 0)],
    ['ArrowRight', { shiftKey: true }, { snap: { isOn: true, grid: 2 } }, at(0.1, 0, 0)],
    ['ArrowRight', {}, { item: BARN, hasPlot: true }, at(5, 0.5, 0.5)],
    ['ArrowRight', { shiftKey: true }, { item: BARN, hasPlot: true }, at(1, 0.5, 0.5)],
  ])('%s %o %o', (key, fields, options, point) => {
    const { press, news, canvas } = begin(options);
    const camera = vi.fn<() => void>();
    canvas.addEventListener('keydown', camera);
    news();
    expect(press(key, fields)).toBe(true);
    expect(news()).toEqual([['preview', (options.item ?? PROBE).id, point, null]]);
    expect(camera).not.toHaveBeenCalled();
  });

  test('to where the camera looks now', () => {
    const { press, news, context } = begin();
    news();
    context.camera.position.set(-10, 10, 0);
    context.camera.lookAt(0, 0, 0);
    press('ArrowUp');
    expect(news()).toEqual([['preview', 'probe', at(0.5, 0, 0), null]]);
  });

  test('by round numbers', () => {
    const { press, session, context } = begin();
    for (let step = 0; step < 3; step++) press('ArrowRight', { shiftKey: true });
    session.place();
    expect(context.document.get('probe')?.position).toEqual(at(0.3, 0, 0));
  });

  test('beside it, where it is shown and cannot be placed, and back', () => {
    const { press, news, session, ghosts, undoSteps } = begin({ isSkyward: true });
    for (let step = 0; step < 8; step++) press('ArrowDown');
    expect(news().at(-1)).toEqual(['preview', 'probe', at(1, 0, 3), null]);
    press('ArrowDown');
    const beside = ['preview', 'probe', at(1, 0, 3.5), 'off-base'];
    expect(news()).toEqual([beside]);
    expect([session.obstacle, ghosts()[0]?.visible]).toEqual(['off-base', true]);
    // Said once more, so that a screen reader says it.
    expect(press('Enter')).toBe(true);
    expect([news(), session.isActive]).toEqual([[beside], true]);
    press('ArrowUp');
    press('Enter');
    expect(news().at(-1)).toEqual(['placed', 'probe', null, { position: at(1, 0, 3), ...UNTURNED }]);
    expect(undoSteps()).toBe(1);
  });

  test('from the origin, where it began nowhere', () => {
    const { press, news } = begin({ isSkyward: true, hasBase: false });
    news();
    press('ArrowRight');
    expect(news()).toEqual([['preview', 'probe', at(0.5, 0, 0), 'off-base']]);
  });

  test('keeping the height of the last floor beside it', () => {
    const { press, news, context } = begin();
    context.camera.lookAt(0, 0, 0);
    for (let step = 0; step < 20; step++) press('ArrowRight');
    expect(news().at(-1)).toEqual(['preview', 'probe', at(10, 0.25, 0), null]);
    for (let step = 0; step < 5; step++) press('ArrowRight');
    expect(news().at(-1)).toEqual(['preview', 'probe', at(12.5, 0.25, 0), 'off-base']);
  });
});

describe('Enter places it', () => {
  test('as one step, and ends', () => {
    const { press, news, session, context, undoSteps, view, ghosts } = begin();
    news();
    expect(press('Enter')).toBe(true);
    expect(news()).toEqual([['placed', 'probe', null, { position: at(0, 0, 0), ...UNTURNED }]]);
    expect([session.isActive, ghosts(), view.listenerCount]).toEqual([false, [], 0]);
    expect(context.document.get('probe')?.parentId).toBeNull();
    expect(press('ArrowLeft')).toBe(false);
    expect(undoSteps()).toBe(1);
  });

  test('once, not as long as it is held', () => {
    const { press, session } = begin();
    expect(press('Enter', { repeat: true })).toBe(true);
    expect(session.isActive).toBe(true);
  });

  test('on the floor of a child scene, as a device of that', () => {
    const { press, news, context } = begin({ snap: { isOn: true, grid: 10 } });
    press('ArrowRight');
    news();
    press('Enter');
    const placed = { position: at(0, 0.25, 0), ...UNTURNED };
    expect(news()).toEqual([['placed', 'probe', 'house', placed]]);
    expect(context.document.get('probe')).toMatchObject({ parentId: 'house', ...placed });
  });

  test('not on a floor whose scene another has removed: it ended then without a word', () => {
    const { press, news, context, session } = begin({ snap: { isOn: true, grid: 10 } });
    press('ArrowRight');
    context.document.transact('remove', (transaction) => transaction.removeChildScene('house'), {
      source: 'remote',
    });
    news();
    press('Enter');
    expect([session.isActive, context.document.get('probe')]).toEqual([true, undefined]);
    expect(news()).toEqual([['preview', 'probe', at(10, 0.25, 0), 'off-base']]);
    press('Escape');
    expect(news()).toEqual([['cancelled', 'probe', 'escape']]);
  });
});

test('Escape cancels it, and nothing has changed', () => {
  const { press, news, session, context, view, ghosts } = begin();
  press('ArrowLeft');
  news();
  expect(press('Escape')).toBe(true);
  expect(news()).toEqual([['cancelled', 'probe', 'escape']]);
  expect([session.isActive, ghosts(), view.listenerCount]).toEqual([false, [], 0]);
  expect([context.document.get('probe'), context.document.canUndo]).toEqual([undefined, false]);
});

test.each([
  ['other keys', 'a', new TestElement('body')],
  ['a key in a field', 'ArrowLeft', new TestElement('input')],
  ['Enter in a field', 'Enter', new TestElement('textarea')],
  ['Escape in a dialog', 'Escape', new TestElement('dialog', { modal: '' })],
])('%s: left to the page', (_, key, element) => {
  const { press, news, session } = begin();
  news();
  expect(press(key, {}, element)).toBe(false);
  expect([news(), session.isActive]).toEqual([[], true]);
});

test('keys in the list from which it is placed are taken', () => {
  const { press } = begin();
  expect(press('ArrowLeft', {}, new TestElement('div', { role: 'listbox' }))).toBe(true);
});
