// Second tier (page): the editing of scenes by keys
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Device } from '@farm3d/api';
import type { HTTPRequest } from 'puppeteer';
import { Person } from '../support/person.ts';
import { SceneVisit, row } from '../support/scene-visit.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// The whole scene page by keyboard alone, on a desktop: every control is reached by Tab, and the focus is never lost.

const VIEW = { width: 1280, height: 800 };
const POLL = { timeout: PATIENCE_MS, interval: 100 };

let visit: SceneVisit;
let person: Person;

beforeAll(async () => {
  visit = await SceneVisit.begin(VIEW);
  ({ person } = visit);
});

afterAll(() => visit?.end());

// The browser logs refused calls, which are part of these tests.
afterEach(() => expect(person.complaints.filter((text) => !text.includes('409'))).toEqual([]));

const at = (testId: string, attributes?: Record<string, string>): string =>
  Person.selector(testId, attributes);
/** Moves the focus there by Tab and presses Enter. */
async function enter(testId: string, attributes?: Record<string, string>): Promise<void> {
  await person.reach(at(testId, attributes));
  await person.press('Enter');
}
const press = (...keys: Parameters<Person['press']>[0][]): Promise<void> =>
  keys.reduce((before, key) => before.then(() => person.press(key)), Promise.resolve());
/** Asserts that an element has the focus. */
const focusIsKept = async (): Promise<void> => {
  await expect
    .poll(() => person.page.evaluate(() => document.activeElement !== document.body), {
      timeout: PATIENCE_MS,
    })
    .toBe(true);
};
/** Holds the next command before it leaves the browser. @returns function that lets it go */
async function holdCommand(): Promise<() => Promise<void>> {
  const { page } = person;
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  const hold = (request: HTTPRequest): void => {
    const isCommand = request.method() === 'POST' && /\/(rpc\/twoway|do)$/.test(request.url());
    void (isCommand ? released : Promise.resolve()).then(() => request.continue()).catch(() => undefined);
  };
  page.on('request', hold);
  await page.setRequestInterception(true);
  return async () => {
    answer();
    page.off('request', hold);
    await page.setRequestInterception(false);
  };
}
/** Position of the leader line's start of an open card, px from the left. */
const anchor = (device: Device): Promise<number> =>
  person.page.$eval(at('card-anchor', row(device)), (dot) => {
    const { left, width } = dot.getBoundingClientRect();
    return left + width / 2;
  });
async function openPanelByKeys(device: Device): Promise<void> {
  await enter('object-list-item', row(device));
  await person.focusIsAt('info-card', row(device));
  await enter('panel-open');
  await person.focusIsAt('device-panel', row(device));
  await person.reach('[role="tab"]');
}

test('by keyboard: the camera rotates, the tree contains the objects, cards are opened, pinned and closed', async () => {
  const [probe, station] = [visit.of('TQ-3L'), visit.of('QX-9')];
  await visit.open();
  await person.reach('[role="tree"]');
  const first = await person.attribute('hover-label', 'data-device-id');
  await press('ArrowDown');
  await person.page.waitForFunction(
    (selector, focusBefore) =>
      document.querySelector(selector)?.getAttribute('data-device-id') !== focusBefore,
    {},
    at('hover-label'),
    first,
  );
  await press('Home', 'Enter');
  await person.see('info-card', { 'data-device-id': first ?? '' });
  await enter('object-list-item', row(probe));
  await person.focusIsAt('info-card', row(probe));
  // The camera has flown there.
  await expect.poll(async () => Math.abs((await anchor(probe)) - VIEW.width / 2), POLL).toBeLessThan(3);
  await person.reach('[data-testid="scene-canvas"] canvas');
  await person.chord('Shift', 'ArrowRight');
  await expect.poll(async () => Math.abs((await anchor(probe)) - VIEW.width / 2), POLL).toBeGreaterThan(10);
  await person.reach(`${at('info-card', row(probe))} [data-testid="card-pin"]`);
  await press('Enter');
  await person.see('info-card', { ...row(probe), 'data-pinned': 'true' });
  await enter('object-list-item', row(station));
  await person.focusIsAt('info-card', row(station));
  await person.see('info-card', row(probe));
  await press('Escape');
  await person.seeNo('info-card', row(station));
  await person.focusIsAt('object-list-item', row(station));
  await person.reach(at('card-close'));
  await press('Enter');
  await person.seeNo('info-card');
  await person.focusIsAt('object-list-item', row(probe));
  await enter('objects-toggle');
  await person.focusIsAt('objects-toggle', { 'aria-expanded': 'false' });
  await press('Enter');
  await person.focusIsAt('objects-toggle', { 'aria-expanded': 'true' });
  await enter('plot-colouring', { 'data-value': 'grade' });
  await person.see('plot-colouring', { 'data-value': 'grade', 'aria-pressed': 'true' });
});

test('by keyboard: the camera flies to an alarm, which is acknowledged in the panel; Escape closes one level at a time', async () => {
  const probe = visit.of('TQ-3L');
  await visit.open();
  await visit.raiseAlarm(probe, 'soilTemperature10');
  await person.see('alarm-badge');
  await openPanelByKeys(probe);
  await expect.poll(async () => Math.abs((await anchor(probe)) - VIEW.width / 2), POLL).toBeLessThan(3);
  await press('ArrowRight');
  await person.see('panel-chart');
  await press('ArrowRight');
  await enter('alarm-acknowledge');
  await person.seeNo('alarm-acknowledge');
  await focusIsKept();
  // Without a focused element, Escape still closes the panel.
  await person.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await press('Escape');
  await person.seeNo('device-panel');
  await person.focusIsAt('panel-open');
  await press('Escape');
  await person.seeNo('info-card');
  await person.focusIsAt('object-list-item', row(probe));
});

test('by keyboard: a command needs a confirmation and Escape cancels it; a camera plays; an LED screen gets a text', async () => {
  const [pump, camera, screen] = [visit.of('SB-7.5'), visit.of('SP-DH2'), visit.of('LED-P10')];
  await visit.open();
  await openPanelByKeys(pump);
  await press('End');
  await person.reach(at('control-switch'));
  await press('Space');
  await person.focusIsAt('confirm-cancel');
  await press('Escape');
  await person.focusIsAt('control-switch');
  await person.reach(at('control-input', { 'data-key': 'frequency' }));
  await person.page.keyboard.type('-7x0.5.1');
  expect(await person.attribute('control-input', 'value', { 'data-key': 'frequency' })).toBe('-70.51');
  await person.chord('Control', 'a');
  await person.page.keyboard.type('30');
  await press('Enter');
  await person.focusIsAt('confirm-cancel');
  await press('Escape');
  await person.seeNo('control-dialog');
  await person.see('device-panel');
  await person.focusIsAt('control-send');
  await press('Enter');
  await person.focusIsAt('confirm-cancel');
  const release = await holdCommand();
  await enter('confirm-ok');
  // Also while the answer is awaited.
  await person.focusIsAt('control-send', { 'aria-busy': 'true' });
  await release();
  await visit.toast('已执行');
  await person.seeNo('control-dialog');
  await focusIsKept();
  await person.reach(at('panel-close'));
  await press('Enter');

  await openPanelByKeys(camera);
  await press('End');
  await person.see('video', { 'data-state': 'playing' });
  await press('Escape');

  await openPanelByKeys(screen);
  await press('End');
  await enter('led-open');
  await person.see('led-text');
  await press('Escape');
  await person.seeNo('led-dialog');
  await person.focusIsAt('led-open');
  await press('Enter');
  await person.reach(at('led-text'));
  await person.chord('Control', 'a');
  await person.page.keyboard.type('今日 28 ℃');
  await enter('led-save');
  await person.seeNo('led-dialog');
  await person.focusIsAt('led-open');
  const { entries } = await visit.api.rpc.twoway(screen.id, { method: 'get_ledScreen_content' });
  expect(String(entries)).toContain('今日 28 ℃');
});

test('by keyboard: weather, skin, crop and the menu; each returns the focus to its button', async () => {
  await visit.open();
  await enter('mock-weather-button');
  await person.reach(at('weather-kind'));
  await press('ArrowRight', 'Space');
  await person.reach(at('weather-slider'));
  const range = (await person.attribute('weather-range', 'value')) ?? '';
  await press('ArrowLeft');
  expect(await person.attribute('weather-range', 'value')).toBe(String(Number(range) - 5));
  await enter('weather-apply');
  await person.seeNo('weather-dialog');
  await person.focusIsAt('mock-weather-button');
  await press('ArrowRight');
  await person.focusIsAt('real-weather-button');
  await press('Enter');
  await visit.toast('请先配置个人信息中选择地区');
  await enter('plot-skin-button');
  await person.reach(at('skin-choice'));
  await press('Space');
  await person.see('skin-choice-option');
  await press('End', 'Enter');
  await person.seeNo('skin-choice-option');
  await enter('plot-save');
  await person.seeNo('skin-dialog');
  await person.focusIsAt('plot-skin-button');
  await enter('grow-crops-button');
  await person.reach(at('crop-choice'));
  await press('Space');
  await person.see('crop-choice-option');
  await press('End', 'Enter');
  await person.seeNo('crop-choice-option');
  await person.reach(at('crop-date'));
  await press('ArrowUp');
  await enter('plot-save');
  await person.seeNo('crop-dialog');
  await person.focusIsAt('grow-crops-button');
  const { plotSkin, growCrop, growTime } = await visit.stored();
  expect(plotSkin).toContain('/models/crop-lettuce-head.webp');
  expect(growCrop).toBe('茄子');
  expect(growTime).toMatch(/^2026-0(?:1-06|2-05)/);
  await enter('scene-settings');
  await person.page.waitForSelector('[role="menuitem"]', { visible: true });
  await press('Escape');
  await person.focusIsAt('scene-settings');
});

test('by keyboard: a device is placed, rotated by an exact number, undone, redone; one is removed; all is saved', async () => {
  const [lamp, pump] = [visit.named('补光灯'), visit.of('SB-7.5')];
  const placed = (isPlaced: boolean) => ({ ...row(lamp), 'data-placed': String(isPlaced) });
  await visit.open();
  await enter('edit-button');
  await person.focusIsAt('area-select-button');
  await enter('carousel-search-toggle');
  await person.focusIsAt('carousel-search');
  await person.page.keyboard.type(lamp.name);
  await person.see('carousel-item', placed(false));
  await enter('carousel-item', placed(false));
  await person.see('placement-cue', { 'data-valid': 'true' });
  await press('ArrowLeft', 'Enter');
  await person.see('carousel-item', placed(true));
  await person.focusIsAt('info-card', row(lamp));
  await enter('transform-rotate');
  await person.reach(at('transform-input-y'));
  await person.chord('Control', 'a');
  await person.page.keyboard.type('45');
  await press('Enter');
  await enter('transform-save');
  await person.seeNo('transform-save');
  await person.focusIsAt('transform-rotate');
  await press('ArrowRight');
  await person.focusIsAt('transform-scale');
  await press('Enter');
  await person.reach(at('transform-input-x'));
  await press('ArrowUp');
  await enter('transform-cancel');
  await person.seeNo('transform-cancel');
  await person.focusIsAt('transform-scale');
  await person.chord('Control', 'z');
  await person.chord('Control', 'z');
  await person.see('carousel-item', placed(false));
  await person.chord('Control', 'y');
  await person.chord('Control', 'y');
  await person.see('carousel-item', placed(true));
  await enter('object-list-item', row(pump));
  await person.focusIsAt('info-card', row(pump));
  await press('Delete');
  await person.seeNo('object-list-item', row(pump));
  await focusIsKept();
  await person.reach(at('scene-name-input'));
  await person.chord('Control', 'a');
  await press('Backspace', 'Tab');
  expect(await visit.alerts()).toEqual(['请输入场景名称']);
  await person.reach(at('scene-name-input'));
  await person.page.keyboard.type('三号棚');
  await person.chord('Control', 's');
  await visit.toast('保存成功！');
  await person.focusIsAt('edit-button');
  const { name, layout } = await visit.stored();
  const turned = layout.equipment.find(({ id }) => id === lamp.id);
  expect(name).toBe('三号棚');
  expect(turned?.rotation.y).toBeCloseTo(Math.PI / 4, 4);
  expect(turned?.scale).toEqual({ x: 1, y: 1, z: 1 });
  expect(layout.equipment.map(({ id }) => id)).not.toContain(pump.id);
});

test('by keyboard: leaving opens a dialog and Escape stays, cancel reloads, the scene is deleted', async () => {
  await visit.open();
  await enter('edit-button');
  await person.reach(at('scene-description-input'));
  await person.page.keyboard.type('不要的话');
  await enter('back-button');
  await person.focusIsAt('confirm-cancel');
  await press('Escape');
  await person.seeNo('leave-dialog');
  await person.focusIsAt('back-button');
  await visit.api.scenes.update(visit.scene.id, { name: '别人的棚' });
  await person.see('newer-version');
  await person.chord('Control', 's');
  await person.focusIsAt('confirm-cancel');
  await press('Escape');
  await person.seeNo('conflict-dialog');
  await focusIsKept();
  await person.reach(at('cancel-button'));
  await Promise.all([person.page.waitForNavigation(), press('Enter')]);
  await visit.isThere();
  await enter('edit-button');
  await person.see('scene-description-input');
  expect(
    await person.page.$eval(at('scene-description-input'), (field) => (field as HTMLTextAreaElement).value),
  ).toBe('');
  await enter('delete-button');
  await person.focusIsAt('confirm-cancel');
  await press('Escape');
  await visit.toast('已取消删除');
  await person.seeNo('delete-dialog');
  await person.focusIsAt('delete-button');
  await press('Enter');
  await person.focusIsAt('confirm-cancel');
  await enter('confirm-ok');
  await visit.toast('删除成功！');
  await person.see('scene-list-item');
});
