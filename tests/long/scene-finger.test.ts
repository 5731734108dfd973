// Second tier (page): the editing of scenes by finger
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Device } from '@farm3d/api';
import { Finger } from '../support/finger.ts';
import type { Person, Point } from '../support/person.ts';
import { SceneVisit, row } from '../support/scene-visit.ts';

// The whole scene page by touch alone, on a phone: objects are found, opened, commanded, edited and saved,
// and no control is too small for a finger or covered.

const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };
const MIDDLE: Point = { x: PHONE.width / 2, y: PHONE.height / 2 };
/** On the floor of the greenhouse in the first view; the middle is at its far edge. */
const FLOOR: Point = { x: MIDDLE.x, y: MIDDLE.y + 16 };

let visit: SceneVisit;
let person: Person;
let finger: Finger;

beforeAll(async () => {
  visit = await SceneVisit.begin(PHONE);
  ({ person } = visit);
  finger = new Finger(person);
});

afterAll(() => visit?.end());

// The browser logs refused calls, which are part of these tests.
afterEach(() => expect(person.complaints.filter((text) => !text.includes('409'))).toEqual([]));

const tap = (testId: string, attributes?: Record<string, string>) => finger.tap(testId, attributes);
const write = (testId: string, text: string, attributes?: Record<string, string>) =>
  finger.write(testId, text, attributes);
const allIsInReach = () => finger.allIsInReach();

test('by finger: a device is found in the list and in the scene, its card is pinned, its panel is read', async () => {
  const [probe, station] = [visit.of('TQ-3L'), visit.of('QX-9')];
  await visit.open();
  await allIsInReach();
  await tap('objects-toggle');
  await allIsInReach();
  await tap('object-list-item', row(probe));
  await person.see('info-card', row(probe));
  await allIsInReach();
  await tap('card-close');
  await person.seeNo('info-card');
  // The camera has flown there.
  await person.tap(MIDDLE);
  await person.see('info-card', row(probe));
  await tap('card-pin');
  await tap('objects-toggle');
  await tap('object-list-item', row(station));
  await person.see('info-card', row(station));
  await allIsInReach();
  await tap('pinned-card', row(probe));
  await person.see('info-card', row(probe));
  await person.seeNo('pinned-card');
  await tap('panel-open');
  await person.see('device-panel', row(probe));
  await person.see('sparkline');
  await allIsInReach();
  await tap('tab-chart');
  await person.see('panel-chart');
  await allIsInReach();
  await tap('panel-close');
  await tap('card-close');
  await tap('plot-colouring', { 'data-value': 'moisture' });
  await person.see('plot-colouring', { 'data-value': 'moisture', 'aria-pressed': 'true' });
});

test('by finger: an alarm leads to its device and is acknowledged; a command needs a confirmation; a camera plays; an LED screen gets a text', async () => {
  const [station, pump, camera, screen] = [
    visit.of('QX-9'),
    visit.of('SB-7.5'),
    visit.of('SP-DH2'),
    visit.of('LED-P10'),
  ];
  const openPanel = async (device: Device, tab: string): Promise<void> => {
    await tap('objects-toggle');
    await tap('object-list-item', row(device));
    await person.see('info-card', row(device));
    await tap('panel-open');
    await tap(`tab-${tab}`);
  };
  const closePanel = async (): Promise<void> => {
    await tap('panel-close');
    await person.seeNo('device-panel');
  };
  await visit.open();
  await visit.raiseAlarm(station, 'airTemperature');
  await tap('objects-toggle');
  await person.touch('alarm-badge');
  await person.see('info-card', row(station));
  await tap('panel-open');
  await tap('tab-alarms');
  await tap('alarm-acknowledge');
  await person.seeNo('alarm-acknowledge');
  await allIsInReach();
  await closePanel();

  await openPanel(pump, 'control');
  await write('control-input', '30', { 'data-key': 'frequency' });
  await allIsInReach();
  await tap('control-send');
  await tap('confirm-cancel');
  await person.seeNo('control-dialog');
  await tap('control-send');
  await allIsInReach();
  await tap('confirm-ok');
  await person.seeNo('control-dialog');
  await visit.toast('已执行');
  await closePanel();

  await openPanel(camera, 'video');
  await person.see('video', { 'data-state': 'playing' });
  await closePanel();

  await openPanel(screen, 'control');
  await tap('led-open');
  await write('led-text', '今日 26 ℃');
  await allIsInReach();
  await tap('led-save');
  await person.seeNo('led-dialog');
  const { entries } = await visit.api.rpc.twoway(screen.id, { method: 'get_ledScreen_content' });
  expect(String(entries)).toContain('今日 26 ℃');
  await closePanel();
});

test('by finger: weather, skin and crop are selected from the menu', async () => {
  const choose = async (entry: string): Promise<void> => {
    await tap('scene-settings');
    await tap(`menu-${entry}`);
  };
  await visit.open();
  await choose('real-weather');
  await visit.toast('请先配置个人信息中选择地区');
  await choose('weather');
  await tap('weather-kind', { 'data-value': 'rain' });
  await write('weather-range', '150');
  await allIsInReach();
  await tap('weather-apply');
  await person.seeNo('weather-dialog');
  await choose('weather');
  await tap('weather-clear');
  await person.seeNo('weather-dialog');
  await choose('skin');
  await tap('plot-save');
  await person.readUntil((text) => text.includes('请选择地块皮肤'), 'skin-dialog');
  await tap('skin-choice');
  await tap('skin-choice-option');
  await allIsInReach();
  await tap('plot-save');
  await person.seeNo('skin-dialog');
  await choose('crop');
  await tap('crop-choice');
  await tap('crop-choice-option', { 'data-value': '辣椒' });
  await allIsInReach();
  await tap('plot-save');
  await person.seeNo('crop-dialog');
  expect(await visit.stored()).toMatchObject({ growCrop: '辣椒' });
  expect((await visit.stored()).plotSkin).toContain('/models/crop-lettuce-head.webp');
});

/** Camera angles and distance, read from a saved layout; the page is in view mode before and after. */
async function view(): Promise<{ azimuth: number; distance: number }> {
  await tap('edit-button');
  await tap('save-button');
  await person.see('edit-button');
  const { camera } = (await visit.stored()).layout;
  const [dx, dy, dz] = (['x', 'y', 'z'] as const).map(
    (axis) => camera!.position[axis] - camera!.target[axis],
  );
  return { azimuth: Math.atan2(dx!, dz!), distance: Math.hypot(dx!, dy!, dz!) };
}

test('by finger: one finger rotates the view, two zoom, a button restores it', async () => {
  const { x, y } = { x: 195, y: 560 };
  await visit.open();
  const first = await view();
  await person.swipe({ x: x - 70, y }, { x: x + 70, y });
  const turned = await view();
  expect(Math.abs(turned.azimuth - first.azimuth)).toBeGreaterThan(0.05);
  expect(turned.distance).toBeCloseTo(first.distance, 1);
  await person.pinch({ x, y }, 40, 120);
  await tap('home-button');
  expect((await view()).distance).toBeCloseTo(turned.distance, 1);
  await person.pinch({ x, y }, 40, 120);
  expect((await view()).distance).toBeLessThan(turned.distance * 0.9);
  // Two fingers moved the camera, not the page.
  expect(await person.page.evaluate(() => [visualViewport!.scale, scrollX, scrollY])).toEqual([1, 0, 0]);
});

test('by finger: a device is found, dragged in, rotated by an exact number, undone, redone and saved', async () => {
  const [lamp, pump] = [visit.named('补光灯'), visit.of('SB-7.5')];
  // The view saved by an earlier test may show another part.
  await visit.api.scenes.update(visit.scene.id, { layout: visit.scene.layout });
  await visit.open();
  await tap('edit-button');
  await person.see('carousel');
  await allIsInReach();
  await tap('carousel-search-toggle');
  await write('carousel-search', lamp.name);
  await person.see('carousel-item', { ...row(lamp), 'data-placed': 'false' });
  await allIsInReach();
  await person.swipe(await person.whereIs('carousel-item', row(lamp)), FLOOR, () =>
    person.see('placement-cue', { 'data-valid': 'true' }),
  );
  await person.see('carousel-item', { ...row(lamp), 'data-placed': 'true' });
  await person.see('info-card', row(lamp));
  await allIsInReach();
  await tap('transform-rotate');
  await write('transform-input-y', '45');
  await allIsInReach();
  // The rotated object is in the middle with its handles, not covered.
  for (const below of [-110, 0, 110])
    expect(
      await person.page.evaluate(({ x, y }) => document.elementFromPoint(x, y) instanceof HTMLCanvasElement, {
        x: MIDDLE.x,
        y: MIDDLE.y + below,
      }),
    ).toBe(true);
  await tap('transform-save');
  await person.seeNo('transform-save');
  await tap('undo-button');
  await tap('undo-button');
  await person.see('carousel-item', { ...row(lamp), 'data-placed': 'false' });
  await tap('redo-button');
  await tap('redo-button');
  await person.see('carousel-item', { ...row(lamp), 'data-placed': 'true' });
  await tap('objects-toggle');
  await person.see('scene-name-input');
  await allIsInReach();
  await tap('object-list-item', row(pump));
  await person.see('info-card', row(pump));
  await tap('card-remove');
  await person.seeNo('info-card');
  await tap('snap-button');
  await person.see('snap-button', { 'aria-pressed': 'true' });
  await tap('save-button');
  await visit.toast('保存成功！');
  await person.see('edit-button');
  const { equipment } = (await visit.stored()).layout;
  expect(equipment.find(({ id }) => id === lamp.id)?.rotation.y).toBeCloseTo(Math.PI / 4, 4);
  expect(equipment.map(({ id }) => id)).not.toContain(pump.id);
});

test('by finger: the name is validated, leaving and a newer version open a dialog, cancel reloads, the scene is deleted', async () => {
  await visit.open();
  await tap('edit-button');
  await tap('objects-toggle');
  await write('scene-name-input', '');
  await person.page.keyboard.press('Backspace');
  await tap('scene-description-input');
  expect(await visit.alerts()).toEqual(['请输入场景名称']);
  await write('scene-name-input', '改了名的棚');
  await allIsInReach();
  await tap('objects-toggle');
  await tap('back-button');
  await person.see('leave-dialog');
  await allIsInReach();
  await tap('confirm-cancel');
  await person.seeNo('leave-dialog');
  await visit.api.scenes.update(visit.scene.id, { description: '别人写的' });
  await person.see('newer-version');
  await allIsInReach();
  await tap('save-button');
  await person.see('conflict-dialog');
  await allIsInReach();
  await tap('confirm-cancel');
  await person.seeNo('conflict-dialog');
  await Promise.all([person.page.waitForNavigation(), tap('cancel-button')]);
  await visit.isThere();
  expect(await person.read('scene-name')).toBe(visit.scene.name);
  await tap('edit-button');
  await tap('delete-button');
  expect(await person.read('delete-dialog')).toContain('此操作将永久删除该场景, 是否继续?');
  await allIsInReach();
  await tap('confirm-cancel');
  await visit.toast('已取消删除');
  await person.seeNo('delete-dialog');
  await tap('delete-button');
  await tap('confirm-ok');
  await visit.toast('删除成功！');
  await person.see('scene-list-item');
});
