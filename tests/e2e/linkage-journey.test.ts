import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient, CreatedDevice, LinkageAction } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { declaredCalls, recordCalls } from '../support/declared-calls.ts';
import { finger, keyboard, mouse, type Hand } from '../support/hand.ts';
import { Person } from '../support/person.ts';
import { openAsAdmin } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// An automation written, tried, run, traced, in conflict, switched off and deleted: by mouse, by finger, by keyboard alone.

const LIST = '/iotManagement/linkages';
const KEY = 'soilMoisture20';
const DESKTOP = { width: 1440, height: 900, deviceScaleFactor: 0.5 };
const PHONE = { width: 390, height: 844, deviceScaleFactor: 1, hasTouch: true, isMobile: true };

/** In the tests of webhooks: linkages.test.ts. */
const OF_WEBHOOKS = new Set(['linkages.webhookKey', 'linkages.renewWebhookKey']);

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let probe: CreatedDevice;
let valve: CreatedDevice;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  browser = await launchBrowser();
  probe = await api.devices.create({ name: '东棚探头', productModelCode: 'TQ-3L' });
  valve = await api.devices.create({ name: '东棚阀门', productModelCode: 'DCF-4' });
  const answer = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [KEY]: 9 }),
  });
  expect(answer.status).toBe(200);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  for (const { id } of (await api.linkages.list({ pageSize: 200 })).items) await api.linkages.remove(id);
});

const command = (params: Record<string, unknown>): LinkageAction => ({
  type: 'command',
  deviceId: valve.id,
  method: 'switchValve',
  params,
});

/** Chooses a device by typing a part of its name. */
async function chooseDevice(person: Person, hand: Hand, field: string, name: string, id: string) {
  await hand.fill(field, name);
  await person.see(`${field}-option`, { 'data-value': id });
  await person.press('Enter');
  await person.see(field, { 'data-value': id });
}

async function write(person: Person, hand: Hand): Promise<void> {
  await hand.press('linkage-new');
  await hand.fill('linkage-name', '旱则灌');
  await chooseDevice(person, hand, 'field-condition.0.0.deviceId', '探头', probe.id);
  await hand.choose('field-condition.0.0.key', 'field-condition.0.0.key-option', { 'data-value': KEY });
  await hand.fill('field-condition.0.0.value', '12');
  await chooseDevice(person, hand, 'field-actions.0.deviceId', '阀门', valve.id);
  await hand.choose('field-actions.0.method', 'field-actions.0.method-option', {
    'data-value': 'switchValve',
  });
  await hand.press('field-actions.0.params.open');
  await hand.fill('field-actions.0.params.minutes', '20');
  // A notice before the command.
  await hand.press('add-action-notice');
  await hand.fill('field-actions.1.title', '要浇水');
  await hand.moveUp('action-handle-1', 'action-handle-0');
  await person.see('field-actions.0.title');
  // Before it is saved: on the past, where the soil was as dry once; and the other one closes the same valve.
  // The conflict comes a moment after the change, above the button.
  await person.see('linkage-conflict');
  await hand.press('linkage-try');
  await person.see('trial-result', { 'data-fired': '1', 'data-skipped': '0' });
  expect(await person.read('trial-run')).toContain('9 %');
  expect(await person.read('linkage-conflict')).toContain('夜里关阀');
  await hand.press('linkage-save');
  await person.see('run-refresh');
}

async function runAndTrace(person: Person, hand: Hand, id: string): Promise<void> {
  await hand.press('linkage-run-now');
  await person.see('run-steps');
  expect(await person.read('run-condition', { 'data-holds': 'true' })).toContain('9 %');
  expect(await person.read('run-action', { 'data-state': 'failed' })).toContain('设备不在线');
  expect((await api.linkages.runs(id)).items[0]).toMatchObject({
    state: 'failed',
    actions: [
      { type: 'notice', state: 'successful' },
      { type: 'command', state: 'failed' },
    ],
  });
}

test.each([
  ['mouse', mouse, DESKTOP],
  ['finger', finger, PHONE],
  ['keyboard', keyboard, DESKTOP],
] as const)('an automation from its first word to its end, by %s', async (_, handOf, viewport) => {
  await api.linkages.create({
    name: '夜里关阀',
    trigger: { type: 'cron', expression: '0 20 * * *' },
    actions: [command({ open: false })],
  });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(viewport);
  const person = new Person(page, server.baseUrl);
  const hand = handOf(person);
  const calls = recordCalls(page);
  const record = new CallRecord(page);
  await openAsAdmin(person, server, LIST);

  await write(person, hand);
  const made = (await api.linkages.list()).items.find(({ name }) => name === '旱则灌')!;
  expect(made).toMatchObject({
    enabled: true,
    triggers: [{ type: 'telemetry' }],
    condition: { deviceId: probe.id, key: KEY, op: '<', value: 12 },
    actions: [{ type: 'notice', title: '要浇水' }, command({ open: true, minutes: 20 })],
  });
  await runAndTrace(person, hand, made.id);

  await hand.fill('linkage-name', '旱则灌二十分钟');
  await hand.press('linkage-save');
  await waitFor(async () => (await api.linkages.get(made.id)).name === '旱则灌二十分钟', {
    what: 'the name',
  });

  // In the list both say so, until one is off; all of them stop at once.
  await hand.press('linkages-back');
  await person.see('linkages', { 'data-count': '2' });
  await person.page.waitForFunction(
    (selector) => document.querySelectorAll(selector).length === 2,
    {},
    Person.selector('linkage-conflict'),
  );
  await hand.press('linkages-all-off');
  await hand.press('confirm-ok');
  await person.see('automations-off');
  await waitFor(async () => !(await api.linkages.switch()).enabled, { what: 'all to be off' });
  await hand.press('automations-on');
  await person.seeNo('automations-off');
  // One of them: the conflict is over.
  await hand.press('linkage-switch', { 'aria-label': '启用“旱则灌二十分钟”' });
  await person.seeNo('linkage-conflict');
  await waitFor(async () => !(await api.linkages.get(made.id)).enabled, { what: 'it to be off' });

  await hand.press('linkage-open', { href: `${LIST}/${made.id}` });
  await person.see('linkage-form');
  await hand.choose('linkage-menu', 'menu-linkage-delete');
  await hand.press('confirm-ok');
  await person.see('linkages', { 'data-count': '1' });
  const wanted = declaredCalls(['linkages']);
  expect(wanted).toEqual(expect.arrayContaining([...declaredCalls(['linkages'], 'specification')]));
  expect([...calls.keys()].filter((name) => wanted.includes(name)).toSorted()).toEqual(
    wanted.filter((name) => !OF_WEBHOOKS.has(name)),
  );
  // Only what linkages may use is offered.
  expect(calls.get('productModels.linkageAttributes')?.get('linkageUse')).toBe('1');
  await record.shows('linkage-journey');
  expect(person.complaints).toEqual([]);
  await context.close();
});
