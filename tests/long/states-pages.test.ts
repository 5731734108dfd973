// Second tier (page): the states of every other page
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreatedDevice } from '@farm3d/api';
import type { ElementHandle } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NamedFarm } from '../support/named-farm.ts';
import { Person } from '../support/person.ts';
import { clearSkins } from '../support/scene-visit.ts';
import { row, StateVisit } from '../support/state-visit.ts';

// Every state of the pages around the scene, checked as those of the scene page are (states.test.ts).

let visit: StateVisit;
let found: StateVisit['found'];
let logInOnce: StateVisit['logInOnce'];
let openPage: StateVisit['openPage'];
let press: StateVisit['press'];
let fill: StateVisit['fill'];
let failing: StateVisit['failing'];
let noDialog: StateVisit['noDialog'];
let closeDialog: StateVisit['closeDialog'];
let dialog: StateVisit['dialog'];
let person: StateVisit['person'];
let walk: StateVisit['walk'];
let server: StateVisit['server'];
let api: NamedFarm['api'];
let gate: NamedFarm['gate'];
let of: NamedFarm['of'];

beforeAll(async () => {
  visit = await StateVisit.begin();
  ({ found, logInOnce, openPage, press, fill, failing, noDialog, closeDialog, dialog, person, walk, server } =
    visit);
  ({ api, gate, of } = visit.farm);
});

afterAll(async () => {
  await visit?.end();
});

test('the page of an invitation', async () => {
  const { organisation, invitation } = await api.organisations.create({
    name: 'Valley co-op',
    invitee: 'wang@farm.example',
  });
  await openPage(`/invitation#${invitation.token}`, 'invitation-username');
  // With the day until which it is valid: not kept.
  await walk.state('invitation', { onWall: true, unkept: true });
  await press('invitation-submit');
  await person.see('invitation-username', { 'aria-invalid': 'true' });
  await walk.state('invitation-errors', { unkept: true });
  await openPage('/invitation#of-another-day', 'invitation-login');
  await walk.state('invitation-gone', { onWall: true });
  await api.organisations.update(organisation.id, { suspended: true });
  // The tests after this one log in.
  await person.page.goto('about:blank');
  expect(found()).toEqual([]);
});

test('the screens around the scene', async () => {
  await openPage('/login', 'login-username');
  await walk.state('login');
  await press('login-submit');
  await walk.state('login-errors', { onWall: true });
  await person.logIn(server.adminPassword);
  await person.see('home-advice-plot');
  await walk.state('home', { onWall: true, unkept: true });
  await openPage('/app/wall', 'home-advice-plot');
  await walk.state('home-wall', { looks: ['desk'], onWall: true, unkept: true });
  await openPage('/iotManagement/intelligence/scene', 'scene-list-item');
  await walk.state('scenes', { onWall: true });
  await dialog('scene-new', 'field-name', 'scene-new');
  await closeDialog();
  await openPage('/iotManagement/devices', 'device-row');
  await walk.state('devices', { onWall: true });
  await openPage('/iotManagement/devices?view=map', 'device-map');
  await person.see('point-map', { 'data-ready': 'true' });
  // The list is that of the part of the map in view.
  await walk.state('devices-map', { onWall: true, unkept: true });
  await openPage('/iotManagement/devices', 'device-row');
  await fill('device-search', 'nothing');
  await person.seeNo('device-row');
  await walk.state('devices-no-match');
  await fill('device-search', 'Soil');
  await person.see('device-row', row(of('TQ-3L')));
  await dialog('device-new', 'field-name', 'device-new');
  await closeDialog();
  await dialog('device-names', 'device-names-scope', 'device-names');
  await closeDialog();
  await person.click('device-adding');
  await person.click('menu-device-claim');
  await person.see('field-code');
  await press('device-claiming-submit');
  await person.see('field-code', { 'aria-invalid': 'true' });
  await walk.state('device-claiming');
  await closeDialog();
  await person.click('device-adding');
  await person.click('menu-device-import');
  await person.see('device-import-choose');
  await walk.state('device-import');
  const input = await person.page.waitForSelector(`${Person.selector('device-import')} input[type="file"]`);
  const table = join(server.dataDir, 'Table 1.csv');
  await writeFile(table, 'name,productModelCode\nNorth probe,TQ-3L\nSouth probe,XX-1\n');
  await (input as ElementHandle<HTMLInputElement>).uploadFile(table);
  await person.see('device-import-row');
  await walk.state('device-import-rows', { onWall: true });
  await closeDialog();
  await person.click('device-row', row(of('TQ-3L')));
  await person.see('device-page-name');
  await walk.state('device-page', { onWall: true });
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

test('the region map: simulated, without maps, and with an uploaded one', async () => {
  await logInOnce();
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

test('the pages of product models', async () => {
  await logInOnce();
  const list = '/iotManagement/productModels';
  const { id } = await api.productModels.create({
    productModelCode: 'LEAF-1',
    name: 'Leaf wetness',
    nameEn: 'Leaf wetness',
    productTypeCode: 'YM',
    reportingInterval: 300,
    attributes: [
      {
        identify: 'leafWetness',
        name: 'Wetness',
        nameEn: 'Wetness',
        type: '0',
        parameters: [
          {
            parameterEnName: 'leafWetness',
            parameterName: 'Wetness',
            labelEn: 'Wetness',
            parameterType: 'NUMERIC',
            unit: '%',
            min: 0,
            max: 100,
          },
        ],
      },
    ],
  });
  try {
    await openPage(list, 'models');
    await walk.state('models', { onWall: true });
    await fill('model-search', 'nothing');
    await person.see('models-none');
    await walk.state('models-none');
    await fill('model-search', 'LEAF');
    await person.see('model-tile', { 'data-code': 'LEAF-1' });
    await dialog('models-import', 'model-import-choose', 'models-import');
    await closeDialog();
    await person.click('model-menu');
    await person.click('menu-model-copy');
    await person.see('model-copy-code');
    await walk.state('model-copy');
    await closeDialog();
    await openPage(`${list}/new`, 'model-form');
    await person.see('model-preview', { 'data-state': 'none' });
    await press('add-attributes');
    await press('model-save');
    await person.see('model-problem');
    await walk.state('model-errors', { onWall: true });
    await openPage(`${list}/${id}`, 'model-page-name');
    await person.see('model-preview', { 'data-state': 'none' });
    await walk.state('model-page', { onWall: true });
    await dialog('alarm-setting-add', 'field-name', 'alarm-template');
    await closeDialog();
    await openPage(`${list}/00000000-0000-4000-8000-000000000000`, 'model-not-found');
    await walk.state('model-not-found');
    await failing(list, '/api/product/models', 'models-no-network');
  } finally {
    await api.productModels.remove(id);
  }
  expect(found()).toEqual([]);
});

test('the pages of automations', async () => {
  await logInOnce();
  const list = '/iotManagement/linkages';
  const command = (isOpen: boolean) => ({
    type: 'command' as const,
    deviceId: of('DCF-4').id,
    method: 'switchValve',
    params: { open: isOpen },
  });
  await openPage(list, 'linkages-empty');
  await walk.state('linkages-empty');
  const opens = await api.linkages.create({
    name: 'Water the west',
    trigger: { type: 'telemetry' },
    condition: {
      all: [
        { deviceId: of('TQ-3L').id, key: 'soilMoisture20', op: '<', value: 1 },
        { any: [{ deviceId: of('DCF-4').id, silentForMs: 86_400_000 }] },
      ],
    },
    actions: [command(true), { type: 'notice', title: 'Watering' }],
  });
  const closes = await api.linkages.create({
    name: 'Close the west',
    trigger: { type: 'cron', expression: '0 20 * * *' },
    actions: [command(false)],
  });
  try {
    await openPage(list, 'linkages');
    await person.see('linkage-conflict');
    await person.see('linkage-last-run');
    await walk.state('linkages', { onWall: true });
    await fill('linkage-search', 'nothing');
    await person.see('linkages-no-match');
    await walk.state('linkages-no-match');
    await openPage(list, 'linkages');
    await dialog('linkages-all-off', 'confirm-ok', 'linkages-all-off');
    await closeDialog();
    await api.linkages.setSwitch(false);
    await openPage(list, 'automations-off');
    // It says how long ago.
    await walk.state('linkages-off', { unkept: true });
    await api.linkages.setSwitch(true);
    await openPage(`${list}/new`, 'linkage-form');
    await press('linkage-save');
    await person.see('linkage-problem');
    await walk.state('linkage-errors', { onWall: true });
    await openPage(`${list}/${opens.id}`, 'linkage-form');
    await person.see('run-none');
    await walk.state('linkage', { onWall: true });
    await press('linkage-try');
    await person.see('trial-result');
    // The days are those before now.
    await walk.state('linkage-trial', { unkept: true });
    await press('linkage-run-now');
    await person.see('run-steps');
    // The log has the time of the run.
    await walk.state('linkage-run', { unkept: true });
    await openPage(`${list}/00000000-0000-4000-8000-000000000000`, 'linkage-not-found');
    await walk.state('linkage-not-found');
  } finally {
    for (const { id } of [opens, closes]) await api.linkages.remove(id);
  }
  expect(found()).toEqual([]);
});

test('the pages of users and work orders', async () => {
  await logInOnce();
  const { userId } = await api.users.create({
    username: 'mei',
    displayName: 'Mei',
    roles: ['technician', 'agronomist'],
    email: 'mei@example.org',
  });
  await api.users.update(userId, { enabled: false });
  try {
    await openPage('/iotManagement/users', 'users');
    // With the day of creation: not kept.
    await walk.state('users', { onWall: true, unkept: true });
    await fill('user-search', 'nobody');
    await person.see('users-none');
    await walk.state('users-none');
    await openPage('/iotManagement/users', 'users');
    await press('user-new');
    await person.see('field-username');
    await press('user-submit');
    await person.see('field-username', { 'aria-invalid': 'true' });
    await walk.state('user-errors', { onWall: true });
    await closeDialog();
    await openPage('/iotManagement/workOrders', 'orders-empty');
    await walk.state('orders-empty');
    const { id } = await api.workOrders.create({
      title: 'Mend the fence at the north gate',
      content: 'Two posts are loose.',
      priority: 'urgent',
      assignee: userId,
      deadline: Date.parse('2026-01-02T03:04:05Z'),
    });
    await openPage('/iotManagement/workOrders', 'order-board');
    await walk.state('orders', { onWall: true });
    await press('order-new');
    await person.see('field-title');
    await press('order-submit');
    await person.see('field-title', { 'aria-invalid': 'true' });
    await walk.state('order-errors');
    await closeDialog();
    await openPage(`/iotManagement/workOrders?order=${id}`, 'order-state');
    await walk.state('order', { unkept: true });
    await api.workOrders.update(id, { state: 'closed' });
  } finally {
    await api.users.remove(userId);
  }
  expect(found()).toEqual([]);
});

test('the pages of device groups', async () => {
  await logInOnce();
  const list = '/iotManagement/groups';
  await openPage(list, 'groups-empty');
  await walk.state('groups-empty');
  await press('group-new');
  await person.see('field-name');
  await press('group-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await walk.state('group-errors', { onWall: true });
  await closeDialog();
  const south = await api.groups.create({ name: 'South' });
  const house = await api.groups.create({ name: 'House 1', parentId: south.id });
  await api.groups.create({ name: 'North' });
  try {
    await openPage(list, 'groups');
    await walk.state('groups', { onWall: true });
    await openPage(`${list}?group=${house.id}`, 'members-empty');
    await walk.state('group-empty');
    await dialog('group-add', 'group-adding-list', 'group-adding', true);
    await closeDialog();
    await api.deviceGroups.addMany(house.id, [of('TQ-3L').id, of('DCF-4').id, gate.id]);
    await openPage(`${list}?group=${house.id}`, 'members');
    // Its rows say how long ago devices were heard.
    await walk.state('group', { onWall: true, unkept: true });
    await press('member-select');
    await person.see('member-bulk-bar');
    await walk.state('group-selected', { unkept: true });
    await person.click('group-menu');
    await person.click('menu-group-move');
    await person.see('group-moving');
    await walk.state('group-moving', { unkept: true });
    await press('group-moving-cancel');
    await openPage(`${list}?group=received`, 'received-empty');
    await walk.state('groups-received');
    await openPage(`${list}?group=00000000-0000-4000-8000-000000000000`, 'group-gone');
    await walk.state('group-gone');
    await failing(list, '/group/list', 'groups-no-network');
  } finally {
    await api.groups.remove((await api.groups.list()).items.map(({ id }) => id));
  }
  expect(found()).toEqual([]);
});

test('the pages of crops', async () => {
  await logInOnce();
  const path = '/iotManagement/crops';
  // With days of the calendar.
  await openPage(path, 'crop-plan');
  await walk.state('crops', { onWall: true, unkept: true });
  await openPage(`${path}?tab=plants`, 'plants');
  await walk.state('crops-plants', { unkept: true });
  await press('plant-new');
  await person.see('field-crop');
  await press('plant-submit');
  await person.see('field-crop', { 'aria-invalid': 'true' });
  await walk.state('plant-errors', { onWall: true });
  await closeDialog();
  await press('plant-remove');
  await person.see('confirm-ok');
  await walk.state('plant-remove', { unkept: true });
  await closeDialog();
  await openPage(`${path}?tab=models`, 'growth-model');
  await walk.state('crops-models', { onWall: true });
  await openPage(`${path}?tab=library`, 'library-record');
  await walk.state('crops-library', { unkept: true });
  // Those of the demo farm have names in one language.
  await clearSkins(api);
  await api.organisation.createPlotSkin({ name: 'Straw', url: '/models/straw.png' });
  await openPage(`${path}?tab=skins`, 'skin');
  await walk.state('crops-skins', { unkept: true });
  await clearSkins(api);
  await openPage(`${path}?tab=skins`, 'skins-empty');
  await walk.state('crops-skins-empty');
  await failing(path, '/crop/plant/conf/list', 'crops-no-network');
  expect(found()).toEqual([]);
});

test('the page of statistics', async () => {
  await logInOnce();
  const path = '/iotManagement/statistics';
  // Its numbers are those of this minute.
  await openPage(path, 'statistics-part');
  await person.page.waitForSelector('[data-testid="chart-messages"] canvas');
  await walk.state('statistics', { onWall: true, unkept: true });
  for (const by of ['type', 'group', 'area']) {
    await press(`statistics-by-${by}`);
    await person.see('statistics-part');
    await walk.state(`statistics-${by}`, { unkept: true });
  }
  await failing(path, '/api/statistics/devices', 'statistics-no-network');
  expect(found()).toEqual([]);
});

test('the command palette', async () => {
  await logInOnce();
  await openPage('/iotManagement/statistics', 'statistics-part');
  await press('palette-open');
  await person.see('palette-entry');
  await walk.state('palette', { onWall: true });
  await person.page.keyboard.type(of('TQ-3L').name);
  await person.see('palette-entry', { 'data-entry': `device-${of('TQ-3L').id}` });
  await walk.state('palette-found');
  await fill('palette-query', 'no such thing');
  await person.page.waitForSelector('[data-testid="palette-status"]:not(:empty)');
  await person.seeNo('palette-entry');
  await walk.state('palette-none');
  await person.press('Escape');
  await person.seeNo('palette');
  expect(found()).toEqual([]);
});

test('the pages of organisations', async () => {
  await logInOnce();
  const { invitation } = await api.organisations.create({ name: 'River farm', invitee: 'li' });
  await openPage('/iotManagement/organisations', 'organisation-row');
  await walk.state('organisations', { onWall: true, unkept: true });
  await fill('organisation-search', 'nobody');
  await person.see('organisations-none');
  await walk.state('organisations-none');
  await openPage('/iotManagement/organisations', 'organisation-row');
  await press('organisation-new');
  await person.see('field-name');
  await press('organisation-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await walk.state('organisation-errors', { onWall: true });
  await fill('field-name', 'Hill farm');
  await fill('field-invitee', 'zhao@farm.example');
  await press('organisation-submit');
  await person.see('invitation-link');
  // With the token of the link.
  await walk.state('invitation-link', { unkept: true });
  await press('invitation-done');
  await noDialog();
  const hill = await person.see('organisation-row', { 'data-name': 'Hill farm' });
  await (await hill.waitForSelector('[data-testid="organisation-row-menu"]'))!.click();
  await press('menu-organisation-suspend');
  await person.see('confirm-ok');
  await walk.state('organisation-suspend');
  await press('confirm-ok');
  await noDialog();
  await openPage('/iotManagement/users', 'users');
  await press('user-invite');
  await person.see('field-invitee');
  await press('invite-submit');
  await person.see('field-invitee', { 'aria-invalid': 'true' });
  await walk.state('invite-errors', { onWall: true });
  await closeDialog();
  const open = await api.invitations.create({ invitee: 'wu@farm.example', roles: ['viewer'], days: 7 });
  await openPage('/iotManagement/users', 'invitation-row');
  await walk.state('users-invitations', { onWall: true, unkept: true });
  await api.invitations.remove(open.id);
  await api.invitations.join(invitation.token);
  await person.click('user-menu');
  await press('menu-workplaces');
  await person.see('workplace-switch');
  await walk.state('workplaces', { onWall: true, unkept: true });
  await press('workplace-leave');
  await person.see('workplace-leave-confirm');
  await walk.state('workplace-leave', { unkept: true });
  await closeDialog();
  expect(found()).toEqual([]);
});

test('the alarm centre', async () => {
  await logInOnce();
  const probes: CreatedDevice[] = [];
  for (const n of [1, 2, 3])
    probes.push(await api.devices.create({ name: `Probe ${n}`, productModelCode: 'TQ-3L' }));
  const [first] = probes;
  const list = `/iotManagement/alarms?device=${first!.id}`;
  const report = async (device: (typeof probes)[number]): Promise<void> => {
    const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ soilMoisture20: 9 }),
    });
    expect(answer.status).toBe(200);
  };
  try {
    await openPage(list, 'alarms-no-match');
    await walk.state('alarms-no-match');
    for (const device of probes)
      await api.alarmSettings.save(
        device.id,
        (device === first ? (['CRITICAL', 'MAJOR', 'MINOR', 'WARNING'] as const) : (['MAJOR'] as const)).map(
          (severity) => ({
            name: `Dry ${severity.toLowerCase()}`,
            severity,
            condition: { key: 'soilMoisture20', op: '<' as const, value: 12 },
          }),
        ),
      );
    for (const device of probes) await report(device);
    await person.see('alarm-table', { 'data-total': '4' });
    await walk.state('alarms', { onWall: true });
    await press('alarm-select');
    await person.see('alarm-bulk-bar');
    await walk.state('alarms-selected');
    await press('alarm-bulk-none');
    await press('alarm-row');
    await person.see('alarm-event');
    await walk.state('alarm-panel', { onWall: true });
    await closeDialog();
    await failing(list, '/api/alarm/device/query', 'alarms-no-network');
  } finally {
    for (const { id } of probes) await api.devices.remove(id);
  }
  expect(found()).toEqual([]);
});
