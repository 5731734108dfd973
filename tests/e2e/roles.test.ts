// Second tier (page): roles
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// A role without rights and a rule about a group: what somebody with both sees of the farm.

const PASSWORD = 'a ladder in the barn';

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let groupId: string;
let deviceId: string;

beforeAll(async () => {
  server = await startServer();
  api = await server.client();
  const inside = await api.devices.create({ name: '北区阀门', productModelCode: 'DCF-4' });
  await api.devices.create({ name: '南区阀门', productModelCode: 'DCF-4' });
  groupId = (await api.groups.create({ name: '北区' })).id;
  deviceId = inside.id;
  await api.deviceGroups.add(groupId, deviceId);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function newPerson(username: string, password: string, path: string): Promise<Person> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const person = new Person(page, server.baseUrl);
  await person.open(path);
  await person.type('login-username', username);
  await person.type('login-password', password);
  await person.click('login-submit');
  return person;
}

const partsOf = (person: Person): Promise<(string | undefined)[]> =>
  person.page.$$eval('[data-testid^="device-tab-"]', (links) =>
    links.map((link) => link.getAttribute('data-testid')?.replace('device-tab-', '')),
  );

/** The page of a device shows what the rule permits, and asks for nothing else. */
async function seesParts(person: Person): Promise<void> {
  await person.open(`/app/devices/${deviceId}`);
  await person.see('device-values');
  expect(await partsOf(person)).toEqual(['overview', 'chart', 'readings', 'alarms', 'attributes']);
  await person.seeNo('picture-field');
  await person.click('device-tab-alarms');
  await person.page.waitForNetworkIdle({ concurrency: 1 });
  await person.seeNo('alarm-setting-add');
  await person.click('device-tab-attributes');
  await person.page.waitForNetworkIdle({ concurrency: 1 });
  await person.seeNo('attribute-save');
  await person.open(`/app/devices/${deviceId}/settings`);
  await person.see('device-closed');
  expect(person.complaints).toEqual([]);
}

test('an administrator makes a role and a rule; its person sees the group alone, until the rule is taken back', async () => {
  const admin = await newPerson('admin', server.adminPassword, '/iotManagement/roles');
  await admin.see('role', { 'data-name': '管理员', 'data-own': 'false' });
  await admin.click('role-new');
  await admin.click('role-submit');
  await admin.see('field-name', { 'aria-invalid': 'true' });
  await admin.type('field-name', '班组');
  expect(await seriousFaults(admin.page)).toEqual([]);
  await admin.click('role-submit');
  // Least right by default.
  await admin.see('role', { 'data-name': '班组', 'data-own': 'true' });
  const role = (await api.users.roles()).items.find(({ own }) => own);
  expect(role).toMatchObject({ name: '班组', rights: [] });
  const { userId } = await api.users.create({
    username: 'mary',
    roles: [role?.role ?? ''],
    password: PASSWORD,
  });

  await admin.click('tab-rules');
  await admin.see('rules-none');
  await admin.click('rule-new');
  await admin.click('field-who');
  await admin.click('field-who-option', { 'data-value': `userId:${userId}` });
  await admin.click('field-what');
  await admin.click('field-what-option', { 'data-value': `groupId:${groupId}` });
  await admin.click('role-submit');
  await admin.see('rule', { 'data-who': 'mary', 'data-what': '北区', 'data-level': 'see' });
  expect(await seriousFaults(admin.page)).toEqual([]);

  const mary = await newPerson('mary', PASSWORD, '/iotManagement/devices');
  await mary.readUntil((text) => text.includes('北区阀门'), 'device-row');
  const names = await mary.page.$$eval(Person.selector('device-row'), (rows) =>
    rows.map((row) => row.textContent),
  );
  expect(names).toHaveLength(1);
  // Nothing is offered or asked for that would be refused.
  await mary.page.waitForNetworkIdle({ concurrency: 1 });
  expect(await mary.page.$$(`${Person.selector('device-new')}, ${Person.selector('bell')}`)).toEqual([]);
  expect(mary.complaints).toEqual([]);
  await seesParts(mary);
  // Without any right of a role the own account is there.
  await mary.open('/app/account');
  await mary.see('field-displayName');

  const [remove] = await admin.page.$$(Person.selector('rule-remove'));
  await remove?.click();
  await admin.click('confirm-ok');
  await admin.see('rules-none');
  await mary.open('/iotManagement/devices');
  await mary.readUntil((text) => text.includes('还没有向您开放的设备'), 'devices-empty');
  await mary.seeNo('device-row');
});

test('a scene opens for who sees it by a rule alone, without what changes it', async () => {
  const role = await api.roles.create({ name: '只看' });
  const { userId } = await api.users.create({ username: 'joe', roles: [role.id], password: PASSWORD });
  const scene = await api.scenes.create({ name: '北区温室' });
  // An online screen, which the scene asks for its text where one may.
  const screen = await api.devices.create({ name: '门口屏', productModelCode: 'LED-P10' });
  await api.scenes.drag(scene.id, { deviceId: screen.id, position: { x: 0, y: 0, z: 0 } });
  await fetch(`${server.baseUrl}/api/v1/${screen.accessToken}/telemetry`, {
    method: 'POST',
    body: '{"a":1}',
  });
  await api.accessRules.save({ userId, sceneId: scene.id, level: 'see' });
  const joe = await newPerson('joe', PASSWORD, `/scene?sceneId=${scene.id}`);
  await joe.see('home-button');
  await joe.seeNo('edit-button');
  await joe.seeNo('plot-skin-button');
  // Nothing about the whole organisation is asked for: it would be refused.
  await joe.see('status-alarms', { 'data-state': 'known' });
  await joe.page.waitForNetworkIdle({ concurrency: 1 });
  await joe.seeNo('status-weather');
  await joe.seeNo('plot-legend');
  expect(joe.complaints).toEqual([]);
  await api.accessRules.save({ userId, sceneId: scene.id, level: 'edit' });
  await joe.page.reload();
  await joe.see('edit-button');
  await joe.see('status-alarms', { 'data-state': 'known' });
  await joe.page.waitForNetworkIdle({ concurrency: 1 });
  await joe.seeNo('plot-skin-button');
  // The screen may be asked now, and does not answer here.
  expect(joe.complaints.filter((text) => !text.includes('409'))).toEqual([]);
});
