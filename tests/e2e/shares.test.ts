// Second tier (page): shares
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { insertMember } from '../support/members.ts';
import { CallRecord } from '../support/call-record.ts';
import { declaredCalls } from '../support/declared-calls.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// Sharing between two organisations, on a real server; every call of the specification about it is seen in the network.

const PATH = '/iotManagement/shares';
const KEY = 'soilMoisture20';
const HIDDEN = 'soilMoisture40';

let server: RunningServer;
let api: ApiClient;
let neighbour: ApiClient;
let neighbourId: string;
let browser: Browser;
let contexts: BrowserContext[] = [];
/** Methods and paths of the calls of all pages, ids as `{id}`. */
let record: CallRecord;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  neighbourId = (
    await insertMember(server, { username: 'wang', roles: ['admin'], organisation: '山谷合作社' })
  ).organisationId;
  const { baseUrl } = server;
  const { accessToken } = await createApiClient({ baseUrl }).auth.login({
    username: 'wang',
    password: server.adminPassword,
  });
  neighbour = createApiClient({ baseUrl, getAccessToken: () => accessToken });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(() => {
  contexts = [];
  record = new CallRecord();
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
});

/** Somebody who has logged in and opened the page of shares. */
async function somebody(username: string): Promise<Person> {
  const context = await browser.createBrowserContext();
  contexts.push(context);
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  record.follow(page);
  const person = new Person(page, server.baseUrl);
  await person.enter(PATH, server.adminPassword, username);
  return person;
}

async function pick(person: Person, field: string, ...values: string[]): Promise<void> {
  await person.click(field);
  for (const value of values) await person.click(`${field}-option`, { 'data-value': value });
  if (field === 'field-devices' || field === 'field-attributes') await person.press('Escape');
}

async function report(token: string, values: object): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
    method: 'POST',
    body: JSON.stringify(values),
  });
  expect(answer.status).toBe(200);
}

test('devices are shared with an organisation, read and placed there, changed in bulk, and end from both sides', async () => {
  const probe = await api.devices.create({ name: '东田土壤站', productModelCode: 'TQ-3L' });
  const other = await api.devices.create({ name: '西田土壤站', productModelCode: 'TQ-3L' });
  await report(probe.accessToken, { [KEY]: 23.4, [HIDDEN]: 31.7 });

  const giver = await somebody('admin');
  await giver.see('shares-given-none');
  await giver.click('share-new');
  await pick(giver, 'field-devices', probe.id, other.id);
  await giver.click('field-recipient-option', { 'data-value': 'organisation' });
  await giver.type('field-organisation', '没有的合作社');
  await pick(giver, 'field-scope', 'chosen');
  await pick(giver, 'field-attributes', KEY);
  await giver.click('share-form-submit');
  // Refused: it is written at the field, and nothing typed is lost.
  await giver.see('field-organisation', { 'aria-invalid': 'true' });
  await giver.type('field-organisation', neighbourId);
  await giver.click('share-form-submit');
  await giver.see('shares-given', { 'data-count': '2' });
  await giver.readUntil((text) => text.includes('山谷合作社') && text.includes(KEY), 'shares-given');

  const receiver = await somebody('wang');
  await receiver.click('tab-received');
  await receiver.see('shares-received', { 'data-count': '2' });
  const row = { 'data-device': '东田土壤站' };
  const shown = await receiver.see('share-received', row);
  await (await shown.waitForSelector('[data-testid="share-readings"]'))!.click();
  await receiver.readUntil((text) => text.includes('23.4'), 'received-reading', { 'data-key': KEY });
  await receiver.seeNo('received-reading', { 'data-key': HIDDEN });
  // It stands in a scene of the receiver, where its values arrive.
  const { id: sceneId } = await neighbour.scenes.create({ name: '邻家温室' });
  await neighbour.scenes.drag(sceneId, { deviceId: probe.id, position: { x: 0, y: 0, z: 0 } });
  expect((await neighbour.scenes.devices(sceneId)).items.map(({ name }) => name)).toEqual(['东田土壤站']);

  // The terms of both at once.
  await giver.page.bringToFront();
  await giver.click('shares-select-all');
  await giver.click('shares-change');
  await pick(giver, 'field-level', 'control');
  await pick(giver, 'field-scope', 'all');
  await giver.click('terms-form-submit');
  await giver.seeNo('terms-form-dialog');
  const { items } = await api.sharing.ledger();
  expect(items.map(({ permissions, attributes }) => [permissions, attributes])).toEqual([
    [['view', 'history', 'control'], null],
    [['view', 'history', 'control'], null],
  ]);
  expect((await neighbour.telemetry.latestShared(probe.id))[HIDDEN]?.value).toBe(31.7);

  // One ends from the side of the owner, the other from that of the receiver.
  const mine = await giver.see('share-given', row);
  await (await mine.waitForSelector('[data-testid="share-stop"]'))!.click();
  await giver.click('confirm-ok');
  await giver.see('shares-given', { 'data-count': '1' });
  await expect(neighbour.telemetry.latestShared(probe.id)).rejects.toMatchObject({ status: 404 });
  await receiver.page.bringToFront();
  const theirs = await receiver.see('share-received', { 'data-device': '西田土壤站' });
  await (await theirs.waitForSelector('[data-testid="share-leave"]'))!.click();
  await receiver.click('confirm-ok');
  await receiver.see('shares-received-none');
  await waitFor(async () => (await api.sharing.ledger()).items.every(({ state }) => state === 'stopped'), {
    what: 'the end of the shares',
  });

  await record.has(...declaredCalls(['sharing'], 'specification'));
  await record.shows('shares');
});

test('who may not share sees the shares and no button; what cannot be fetched is said and tried again', async () => {
  await insertMember(server, { username: 'vera', roles: ['viewer'] });
  const vera = await somebody('vera');
  await vera.see('shares-given-none');
  await vera.seeNo('share-new');
  let cut = true;
  await vera.page.setRequestInterception(true);
  vera.page.on('request', (request) => {
    void (cut && request.url().includes('sharedsettings') ? request.abort() : request.continue());
  });
  await vera.page.reload();
  await vera.see('shares-retry');
  cut = false;
  await vera.click('shares-retry');
  await vera.see('shares-given-none');
});
