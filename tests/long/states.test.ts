// Second tier (page): the states of the scene page
import type { ElementHandle } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { glossary } from '../../apps/web/src/platform/glossary.en.ts';
import type { NamedFarm } from '../support/named-farm.ts';
import { Person } from '../support/person.ts';
import { clearSkins } from '../support/scene-visit.ts';
import { screenFaults } from '../support/screen-faults.ts';
import { row, StateVisit } from '../support/state-visit.ts';
import { waitFor } from '../support/wait.ts';

// Every state of the scene page: accessible, no text missing or in the wrong language, nothing clipped or
// covered, on a desktop, a phone and a wall screen (state-walk.ts, screen-faults.ts).

let visit: StateVisit;
let found: StateVisit['found'];
let openPage: StateVisit['openPage'];
let press: StateVisit['press'];
let fill: StateVisit['fill'];
let openScene: StateVisit['openScene'];
let goOn: StateVisit['goOn'];
let without: StateVisit['without'];
let noDialog: StateVisit['noDialog'];
let closeDialog: StateVisit['closeDialog'];
let card: StateVisit['card'];
let dialog: StateVisit['dialog'];
let person: StateVisit['person'];
let walk: StateVisit['walk'];
let server: StateVisit['server'];
let api: NamedFarm['api'];
let devices: NamedFarm['devices'];
let house: NamedFarm['house'];
let land: NamedFarm['land'];
let empty: NamedFarm['empty'];
let gate: NamedFarm['gate'];
let of: NamedFarm['of'];

beforeAll(async () => {
  visit = await StateVisit.begin();
  ({
    found,
    openPage,
    press,
    fill,
    openScene,
    goOn,
    without,
    noDialog,
    closeDialog,
    card,
    dialog,
    person,
    walk,
    server,
  } = visit);
  ({ api, devices, house, land, empty, gate, of } = visit.farm);
});

afterAll(async () => {
  await visit?.end();
});

test('the checks of this file detect planted faults', async () => {
  await openScene(house);
  await press('object-list-item', row(of('DCF-4')));
  await press('panel-open');
  await press('tab-control');
  await person.see('control-service');
  const faultsOf = async (change: (panel: HTMLElement) => void): Promise<string> => {
    const panel = (await person.see('device-panel')) as ElementHandle<HTMLElement>;
    await panel.evaluate(change);
    await walk.state('valve-control', { looks: ['desk'], planted: true });
    await panel.evaluate((element) => {
      element.removeAttribute('style');
      document.documentElement.removeAttribute('style');
      element.querySelector('[data-planted]')?.remove();
      element.querySelector('[hidden]')?.removeAttribute('hidden');
    });
    return found().join('; ');
  };
  const { page } = person;
  await walk.state('valve-control', { looks: ['desk'] });
  expect(found()).toEqual([]);
  expect(await faultsOf((panel) => panel.style.setProperty('top', '0'))).toContain('lies under');
  expect(await faultsOf((panel) => panel.style.setProperty('right', '-120px'))).toContain(
    'partly out of sight',
  );
  expect(await faultsOf((panel) => panel.style.setProperty('opacity', '0.4'))).toContain('has contrast');
  expect(await faultsOf((panel) => panel.style.setProperty('right', '56px'))).toMatch(
    /device-panel is 384 × \d+ at 1000, 80, kept is 384 × \d+ at 1040, 80/,
  );
  const withoutButton = await faultsOf((panel) =>
    panel.querySelector('[data-testid="panel-close"]')!.setAttribute('hidden', ''),
  );
  expect(withoutButton).toMatch(/panel-close, 44 × 44 at \d+, \d+, is gone/);
  const inOtherColours = await faultsOf(() =>
    document.documentElement.style.setProperty('--farm-leaf', '#2a6fb5'),
  );
  expect(inOtherColours).toMatch(/control-send has the ground .+, kept is .+/);
  expect(inOtherColours).toMatch(/colours differ from those kept in \d+ of 640 cells/);
  const withNameless = await faultsOf((panel) => {
    panel.insertAdjacentHTML('afterbegin', '<p data-planted>panel.no.such.text at all<button></button></p>');
    // The content security policy forbids style attributes in markup.
    panel.querySelector<HTMLElement>('[data-planted]')!.style.cssText =
      'overflow: hidden; width: 2rem; font-size: 8px; white-space: nowrap';
  });
  expect(withNameless).toContain('button-name');
  expect(withNameless).toContain('the text of panel.no.such.text is missing');
  expect(withNameless).toContain('8 px small');
  expect(withNameless).toContain('is cut off');
  const inEnglish = { locale: 'en', leastText: 1, written: [] } as const;
  expect((await page.evaluate(screenFaults, inEnglish)).join('; ')).toContain('not in English');
});

test('the scene, viewed and operated', async () => {
  await openScene(house);
  await walk.state('view', { onWall: true });
  await press('object-list-item', row(of('TQ-3L')));
  await person.see('info-card');
  await person.readUntil((text) => /\d/.test(text), 'live-value');
  await walk.state('card');
  await card(of('TQ-3L'), '固定卡片');
  await press('object-list-item', row(of('DCF-4')));
  await person.see('info-card', row(of('DCF-4')));
  await walk.state('cards-pinned', { onWall: true });
  await card(of('TQ-3L'), '关闭卡片');
  await press('panel-open');
  await person.see('device-panel');
  await press('object-list-item', row(of('TQ-3L')));
  for (const tab of ['live', 'chart', 'alarms', 'control']) {
    await press(`tab-${tab}`);
    await person.page.waitForSelector('[role="tabpanel"]');
    await walk.state(`panel-${tab}`, { onWall: tab === 'live' });
  }
  await api.alarmSettings.save(of('TQ-3L').id, [
    { name: 'Too dry', severity: 'MAJOR', condition: { key: 'soilMoisture10', op: '>', value: -90 } },
  ]);
  await person.see('alarm-badge');
  await press('tab-alarms');
  await person.see('alarm-row');
  // Not on a wall: whether its line is broken there depends on the digits of the value that raised it.
  await walk.state('panel-alarm');
  await press('panel-close');
  await walk.state('alarm-in-list');
  expect(found()).toEqual([]);
});

test('the scene: commands to devices', async () => {
  await goOn(house);
  await press('object-list-item', row(of('SB-7.5')));
  await press('panel-open');
  await press('tab-control');
  await fill('control-input', '-7', { 'data-key': 'frequency' });
  await press('control-send');
  await walk.state('control-error', { onWall: true });
  await fill('control-input', '30', { 'data-key': 'frequency' });
  await dialog('control-send', 'control-dialog', 'control-confirm');
  await closeDialog();
  await press('object-list-item', row(of('LED-P10')));
  await press('tab-control');
  await dialog('led-open', 'led-text', 'led', true);
  await press('led-add');
  await press('led-save');
  await walk.state('led-error');
  await closeDialog();
  await press('object-list-item', row(gate));
  await press('tab-control');
  await walk.state('control-offline');
  await dialog('led-open', 'led-text', 'led-new');
  await fill('led-text', 'Welcome');
  await press('led-save');
  await person.see('toast');
  await walk.state('led-offline', { withToast: true, looks: ['desk'] });
  await closeDialog();
  await press('object-list-item', row(of('SP-DH2')));
  await press('tab-video');
  await walk.state('video-waiting');
  await person.see('video', { 'data-state': 'playing' });
  await walk.state('video');
  await server.sql("update device set token_hash = '\\x00' where id = $1", [of('SP-DH2').id]);
  await api.devices.update(of('SP-DH2').id, { name: of('SP-DH2').name });
  await person.see('video', { 'data-state': 'down' });
  await walk.state('video-down');
  await press('panel-close');
  expect(found()).toEqual([]);
});

test('the scene: its dialogs with validation errors, its menu and its plot', async () => {
  await goOn(house);
  await press('real-weather-button');
  await person.see('toast');
  await walk.state('weather-without-region', { withToast: true, looks: ['desk'] });
  await dialog('mock-weather-button', 'weather-kind', 'weather');
  await fill('weather-range', '99');
  await press('weather-apply');
  await walk.state('weather-errors', { onWall: true });
  await closeDialog();
  await clearSkins(api);
  await dialog('plot-skin-button', 'plot-save', 'plot-skin-none');
  await closeDialog();
  await api.organisation.createPlotSkin({ name: 'Straw', url: '/models/straw.png' });
  await press('plot-skin-button');
  await person.see('skin-choice');
  await press('plot-save');
  await walk.state('plot-skin-error');
  await closeDialog();
  await press('grow-crops-button');
  await person.see('crop-date');
  await press('plot-save');
  await walk.state('crop-errors');
  await closeDialog();
  await person.click('scene-settings');
  await person.page.waitForSelector('[role="menuitem"]', { visible: true });
  await walk.state('settings', { onWall: true });
  await person.page.keyboard.press('Escape');
  await press('plot-colouring', { 'data-value': 'grade' });
  await walk.state('plot-legend');
  await press('plot-colouring', { 'data-value': 'none' });
  expect(found()).toEqual([]);
});

test('the scene in edit mode', async () => {
  await openScene(house);
  await press('edit-button');
  await person.see('carousel');
  await person.see('snap-button');
  await walk.state('edit', { onWall: true });
  await person.type('scene-name-input', ' ');
  await person.page.keyboard.press('Tab');
  await walk.state('name-required', { looks: ['desk'] });
  await fill('scene-name-input', 'x'.repeat(51));
  await person.page.keyboard.press('Tab');
  await walk.state('name-too-long', { before: openList });
  await closeSheet();
  await press('carousel-search-toggle');
  await fill('carousel-search', 'QX');
  await walk.state('carousel-found');
  await fill('carousel-search', 'nothing');
  await walk.state('carousel-empty');
  await press('carousel-search-toggle');
  await press('object-list-item', row(of('TQ-3L')));
  await person.see('transform-tools');
  await walk.state('edit-card');
  for (const mode of ['translate', 'rotate', 'scale']) {
    await press(`transform-${mode}`);
    await person.see('transform-input-x');
    await walk.state(`transform-${mode}`, { onWall: mode === 'rotate' });
  }
  await press('transform-cancel');
  await person.page.keyboard.down('Shift');
  await person.click('object-list-item', row(of('QX-9')));
  await person.click('object-list-item', row(of('DCF-4')));
  await person.page.keyboard.up('Shift');
  await person.see('selection-bar', { 'data-count': '3' });
  await press('transform-translate');
  await press('snap-button');
  await press('area-select-button');
  await walk.state('several-chosen', { onWall: true });
  await press('transform-cancel');
  await person.click('arrange-menu');
  await person.page.waitForSelector('[role="menuitem"]', { visible: true });
  await walk.state('arrange');
  await person.page.keyboard.press('Escape');
  await press('selection-clear');
  await press('area-select-button');
  await press('snap-button');
  await dialog('shortcuts-button', 'shortcuts-dialog', 'shortcuts', true);
  await closeDialog();
  expect(found()).toEqual([]);
});

test('the scene: the confirmation dialogs before work is lost', async () => {
  await goOn(house);
  if (!(await person.page.$(Person.selector('scene-name-input')))) await press('edit-button');
  await fill('scene-name-input', 'North house 2');
  await dialog('delete-button', 'delete-dialog', 'delete');
  await press('confirm-cancel');
  await person.see('toast');
  await walk.state('delete-cancelled', { withToast: true, looks: ['desk'] });
  await dialog('back-button', 'leave-dialog', 'leave');
  await press('confirm-cancel');
  await noDialog();
  await without(
    (request) => request.method() === 'PUT',
    () => dialog('save-button', 'failed-dialog', 'save-failed'),
  );
  await press('confirm-cancel');
  await noDialog();
  await api.scenes.update(house.id, { description: 'Somebody else was here' });
  await person.see('newer-version');
  await walk.state('newer-version');
  await dialog('save-button', 'conflict-dialog', 'conflict', true);
  await press('confirm-cancel');
  await noDialog();
  expect(found()).toEqual([]);
});

test('a plot with greenhouses, and an empty scene', async () => {
  await openScene(land);
  await press('edit-button');
  await person.see('carousel');
  await walk.state('land-edit');
  await (await person.see('carousel-item', row(house))).focus();
  await person.page.keyboard.press('Enter');
  await person.see('placement-cue');
  await walk.state('placing');
  await person.page.keyboard.press('Escape');
  await person.seeNo('placement-cue');
  await openScene(empty);
  await walk.state('empty-scene', { before: openList });
  expect(found()).toEqual([]);
});

test('every command of the built-in products and its parameters have an English name', async () => {
  const nameless = new Set<string>();
  for (const { id } of devices)
    for (const { identify, parameters } of (await api.handles.ofDevice(id)).items)
      for (const code of [identify, ...parameters.map(({ key }) => `${identify}.${key}`)])
        if (!(code in glossary)) nameless.add(code);
  expect([...nameless]).toEqual([]);
});

test('a scene that cannot be shown', async () => {
  const { page } = person;
  await without(
    (request) => request.url().includes('/models/greenhouse'),
    async (heldRequests) => {
      await openPage(`/scene?sceneId=${house.id}&quality=low`, 'loading-overlay');
      await waitFor(() => heldRequests.length > 0, { what: 'the greenhouse to be asked for' });
      await walk.state('loading');
      for (const request of heldRequests.splice(0)) await request.continue();
    },
  );
  await person.seeNo('loading-overlay');
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="scene-canvas"] canvas');
    canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await person.see('offline-banner');
  await walk.state('context-lost');
  await openPage('/scene?sceneId=00000000-0000-4000-8000-000000000000', 'scene-missing');
  await walk.state('scene-missing', { onWall: true });
  await openScene(house);
  await server.stop();
  await person.see('offline-banner');
  await walk.state('offline');
  expect(found()).toEqual([]);
});

/** On a phone the list would cover everything else. */
async function closeSheet(): Promise<void> {
  await walk.at('phone', async () => press('objects-toggle'));
}

const openList = async (): Promise<void> => {
  const toggle = await person.see('objects-toggle');
  if (await toggle.evaluate((element) => element.getAttribute('aria-expanded') === 'false'))
    await press('objects-toggle');
};
