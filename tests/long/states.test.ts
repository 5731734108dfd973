import type { ApiClient, Device, Scene } from '@farm3d/api';
import type { Browser, ElementHandle, HTTPRequest } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { glossary } from '../../apps/web/src/messages/glossary.en.ts';
import { launchBrowser } from '../support/browser.ts';
import { nameFarm, type NamedFarm } from '../support/named-farm.ts';
import { Person } from '../support/person.ts';
import { screenFaults } from '../support/screen-faults.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { HOME, StateWalk } from '../support/state-walk.ts';
import { waitFor } from '../support/wait.ts';

// Every state of the screens: nobody is shut out by it, no text is missing or in the wrong language, nothing is cut off or
// covered, at a desk, on a telephone and on a wall (state-walk.ts, screen-faults.ts).

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;
let walk: StateWalk;
let devices: NamedFarm['devices'];
let of: NamedFarm['of'];
let house: Scene;
let land: Scene;
let empty: Scene;
let gate: Device;

/** What stays as the demo farm has it: on its board, and in its simulated territory. */
const WRITTEN = ['示范农场', '番茄温室', '棉原省', '麦浪省', '茶丘省', '葵海省', '果岭省', '稻香省'];
const row = ({ id }: { id: string }) => ({ 'data-device-id': id });

beforeAll(async () => {
  server = await startServer({ demo: true });
  ({ api, devices, house, land, empty, gate, of } = await nameFarm(server));
  browser = await launchBrowser();
  const page = await browser.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setViewport({ width: HOME.width, height: HOME.height });
  person = new Person(page, server.baseUrl);
  walk = await StateWalk.begin(person, WRITTEN);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const found = (): string[] => walk.faults.splice(0);

/** A page by its address; its first picture is there. */
async function openPage(path: string, testId: string): Promise<void> {
  await person.open(path);
  await person.see(testId);
}

/** Presses a button without the wait until a pointer could: what pressing takes is judged in the other files. */
async function press(testId: string, attributes?: Record<string, string>): Promise<void> {
  await (await person.see(testId, attributes)).evaluate((element) => (element as HTMLElement).click());
}

/** Types until the field holds it: under a page that was resized just now a click may miss. */
async function fill(testId: string, text: string, attributes?: Record<string, string>): Promise<void> {
  await waitFor(
    async () => {
      await person.type(testId, text, attributes);
      return (await person.see(testId, attributes)).evaluate(
        (field, wanted) => (field as HTMLInputElement).value === wanted,
        text,
      );
    },
    { what: `${testId} to hold ${text}` },
  );
}

async function openScene({ id }: { id: string }): Promise<void> {
  // One test of this file may be run alone.
  if (person.page.url() === 'about:blank') await person.logIn(server.adminPassword);
  await openPage(`/scene?sceneId=${id}&quality=low`, 'scene-canvas');
  await person.seeNo('loading-overlay');
}

/** Where the test before this one has left off. */
async function goOn(scene: Scene): Promise<void> {
  if (!person.page.url().includes(scene.id)) await openScene(scene);
}

/** While some requests get no answer; those that are left at the end fail. */
async function without(
  isHeld: (request: HTTPRequest) => boolean,
  work: (held: HTTPRequest[]) => Promise<void>,
): Promise<void> {
  const { page } = person;
  const held: HTTPRequest[] = [];
  const take = (request: HTTPRequest): void => {
    if (!isHeld(request)) void request.continue();
    else if (request.method() === 'GET') held.push(request);
    else void request.abort();
  };
  await page.setRequestInterception(true);
  page.on('request', take);
  try {
    await work(held);
  } finally {
    for (const request of held) await request.abort();
    const ended = page.setRequestInterception(false);
    page.off('request', take);
    await ended;
  }
}

const noDialog = () =>
  person.page.waitForFunction(() => !document.querySelector('[role="dialog"], [role="alertdialog"]'));
const closeDialog = async (): Promise<void> => {
  await person.page.keyboard.press('Escape');
  await noDialog();
};

const card = (device: Device, label: string): Promise<void> =>
  person.page.$eval(`${Person.selector('info-card', row(device))} [aria-label="${label}"]`, (button) =>
    (button as HTMLElement).click(),
  );

/** A dialog by its button, looked at, and closed again. */
async function dialog(button: string, shown: string, state: string, onWall = false): Promise<void> {
  await press(button);
  await person.see(shown);
  await walk.state(state, { onWall });
}

test('the screens around the scene', async () => {
  await openPage('/login', 'login-username');
  await walk.state('login');
  await press('login-submit');
  await walk.state('login-errors', { onWall: true });
  await person.logIn(server.adminPassword);
  await walk.state('scenes', { onWall: true });
  await dialog('scene-new', 'scene-create-name', 'scene-new');
  await closeDialog();
  await openPage('/iotManagement/devices', 'device-row');
  await walk.state('devices', { onWall: true });
  await fill('device-search', 'nothing');
  await person.seeNo('device-row');
  await walk.state('devices-no-match');
  await fill('device-search', 'Soil');
  await person.see('device-row', row(of('TQ-3L')));
  await dialog('device-new', 'device-create-name', 'device-new');
  await closeDialog();
  await person.click('device-row', row(of('TQ-3L')));
  await person.see('device-drawer-name');
  await walk.state('device-drawer', { onWall: true });
  await openPage('/app/agronomy', 'irrigation-headline');
  await person.see('forecast-chart');
  await walk.state('agronomy', { onWall: true, unkept: true });
  for (const card of ['forecast-card', 'irrigation-card']) {
    const show = async () => (await person.see(card)).evaluate((element) => element.scrollIntoView());
    await show();
    await walk.state(card, { before: show, unkept: true });
  }
  await person.open('/app/no-such-page');
  await person.page.waitForSelector('h1');
  await walk.state('not-found');
  expect(found()).toEqual([]);
});

test('the region map: simulated, with none, and with one of its own', async () => {
  if (person.page.url() === 'about:blank') await person.logIn(server.adminPassword);
  await openPage('/app/region', 'region-row');
  await walk.state('region-simulated', { unkept: true });
  for (const map of (await api.regions.maps()).items) await api.regions.removeMap(map.id);
  await openPage('/app/region', 'region-empty');
  await walk.state('region-empty');
  await press('region-empty-more');
  await walk.state('region-empty-more');
  const square = [
    [118, 36],
    [120, 36],
    [120, 38],
    [118, 38],
    [118, 36],
  ];
  const file = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Shire' },
        geometry: { type: 'Polygon', coordinates: [square] },
      },
    ],
  });
  await api.regions.saveMap({ parentCode: '', file: new Blob([file]), name: 'a.geojson' });
  await openPage('/app/region', 'region-row');
  await walk.state('region', { onWall: true });
  await person.click('region-row');
  await dialog('region-files', 'region-file', 'region-files', true);
  await dialog('region-file-remove', 'region-file-confirm', 'region-file-remove', true);
  expect(found()).toEqual([]);
});

test('what is judged here does find what goes wrong', async () => {
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
    // The page takes no style that is written into its markup.
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

test('the scene, as it is looked at and operated', async () => {
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
  await walk.state('panel-alarm', { onWall: true });
  await press('panel-close');
  await walk.state('alarm-in-list');
  expect(found()).toEqual([]);
});

test('the scene: what is sent to devices', async () => {
  await goOn(house);
  await press('object-list-item', row(of('SB-7.5')));
  await press('panel-open');
  await press('tab-control');
  await fill('control-input', '-7', { 'data-key': 'frequency' });
  await press('control-send');
  await walk.state('control-error', { onWall: true });
  await fill('control-input', '30', { 'data-key': 'frequency' });
  await press('control-switch');
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

test('the scene: its dialogs with what is wrong in them, its menu and its plot', async () => {
  await goOn(house);
  await press('real-weather-button');
  await person.see('toast');
  await walk.state('weather-without-region', { withToast: true, looks: ['desk'] });
  await dialog('mock-weather-button', 'weather-kind', 'weather');
  await fill('weather-range', '99');
  await press('weather-apply');
  await walk.state('weather-errors', { onWall: true });
  await closeDialog();
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

test('the scene, as it is edited', async () => {
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

test('the scene: the questions before work is lost', async () => {
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

test('land with greenhouses, and a scene with nothing in it', async () => {
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

test('every command of the built-in products and what it takes has an English name', async () => {
  const nameless = new Set<string>();
  for (const { id } of devices)
    for (const { identify, parameters } of (await api.handles.ofDevice(id)).items)
      for (const code of [identify, ...parameters.map(({ key }) => `${identify}.${key}`)])
        if (!(code in glossary)) nameless.add(code);
  expect([...nameless]).toEqual([]);
});

test('a scene that cannot be shown, or not now', async () => {
  const { page } = person;
  await without(
    (request) => request.url().includes('/models/greenhouse'),
    async (held) => {
      await openPage(`/scene?sceneId=${house.id}&quality=low`, 'loading-overlay');
      await waitFor(() => held.length > 0, { what: 'the greenhouse to be asked for' });
      await walk.state('loading');
      for (const request of held.splice(0)) await request.continue();
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

/** On a phone the list would lie over everything else. */
async function closeSheet(): Promise<void> {
  await walk.at('phone', async () => press('objects-toggle'));
}

const openList = async (): Promise<void> => {
  const toggle = await person.see('objects-toggle');
  if (await toggle.evaluate((element) => element.getAttribute('aria-expanded') === 'false'))
    await press('objects-toggle');
};
