// Second tier (page): the list of work orders
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { PageVisit } from '../support/page-visit.ts';
import { CallRecord } from '../support/call-record.ts';
import { picture } from '../support/fixtures.ts';
import { Person } from '../support/person.ts';
import { pickFile } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The page about work orders, on a real server.

const PATH = '/iotManagement/workOrders';
const DAY_MS = 86_400_000;

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
let person: Person;
let folder: string;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  visit = await PageVisit.begin(server);
  folder = await mkdtemp(join(tmpdir(), 'farm3d-orders-'));
});
afterAll(async () => {
  await visit?.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ person } = await visit.newPage());
});
const column = (state: string, count: number) => ({ 'data-state': state, 'data-count': String(count) });
const orderOf = (address: string): string => new URL(address).searchParams.get('order') ?? '';

test('an order is made, started, done with a photo and closed; each step stands in its history', async () => {
  await person.open(PATH);
  const calls = new CallRecord(person.page);
  await person.see('orders-empty');
  await person.click('order-new');
  await person.click('order-submit');
  // Refused before it is sent, at the field.
  await person.see('field-title', { 'aria-invalid': 'true' });
  await person.type('field-title', '清洗 3 号过滤器');
  await person.click('field-priority');
  await person.click('field-priority-option', { 'data-value': 'high' });
  // Unsaved work survives a reload.
  await person.page.reload();
  await person.see('form-restored');
  await person.click('order-submit');
  await person.see('order-panel');
  await person.see('order-state');
  const id = orderOf(person.page.url());
  expect(await api.workOrders.get(id)).toMatchObject({
    title: '清洗 3 号过滤器',
    priority: 'high',
    state: 'open',
    source: 'manual',
  });

  await person.click('order-to-processing');
  await person.see('order-step', { 'data-to': 'processing' });
  const path = join(folder, 'filter.png');
  await writeFile(path, picture(40, 30));
  await person.type('field-note', '滤网已换');
  await pickFile(person, 'image-choose', path);
  await person.see('image-remove');
  await person.click('order-to-done');
  await person.see('order-step', { 'data-to': 'done' });
  await person.readUntil((text) => text.includes('滤网已换'), 'order-panel');
  const photo = await person.see('order-photo');
  const size = await photo.$eval('img', async (image) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([40, 30]);
  await person.click('order-to-closed');
  await person.see('order-step', { 'data-to': 'closed' });
  await person.click('order-pdf');
  await calls.has(
    'workOrders.list',
    'workOrders.get',
    'workOrders.create',
    'workOrders.update',
    'workOrders.log',
    'workOrders.pdf',
  );
  // A closed order has no next step.
  await person.seeNo('order-to-note');
  await person.press('Escape');
  await person.see('order-column', column('closed', 1));
  await person.see('order-count', { 'data-count': '0' });
  const { items } = await api.workOrders.log(id);
  expect(items.map(({ from, to, note }) => [from, to, note])).toEqual([
    [null, 'open', ''],
    ['open', 'processing', ''],
    ['processing', 'done', '滤网已换'],
    ['done', 'closed', ''],
  ]);
});

test('orders are found by title, priority and assignee; the filters stand in the address', async () => {
  const [me] = (await api.users.list({ name: 'admin' })).items;
  const other = await api.users.create({ username: 'mei', roles: ['technician'] });
  await api.workOrders.create({
    title: 'Mend the fence',
    assignee: me!.userId,
    deadline: Date.now() - DAY_MS,
  });
  await api.workOrders.create({ title: 'Mend the pump', assignee: other.userId, priority: 'urgent' });
  await person.open(`${PATH}?title=Mend`);
  await person.see('order-column', column('open', 2));
  await person.click('order-filter-who');
  await person.click('order-filter-who-option', { 'data-value': me!.userId });
  await person.see('order-column', column('open', 1));
  await person.readUntil((text) => text.includes('已超期'), 'order-card');
  await person.page.reload();
  await person.readUntil((text) => text.includes('Mend the fence'), 'order-card');
  // The same as a table, and as a file.
  await person.click('order-view');
  await person.see('order-list', { 'data-count': '1' });
  const session = await person.page.browser().target().createCDPSession();
  const downloads = { behavior: 'allow', browserContextId: visit.context.id!, downloadPath: folder } as const;
  await session.send('Browser.setDownloadBehavior', downloads);
  await person.click('order-export');
  const file = join(folder, 'work-orders.csv');
  const table = await waitFor(() => readFile(file, 'utf8').catch(() => ''), { what: 'the file' });
  expect(table.trim().split('\r\n')).toHaveLength(2);
  expect(table).toContain('"Mend the fence","待处理","普通"');
  await person.type('order-search', 'no such order');
  await person.see('orders-no-match');
  expect(new URL(person.page.url()).searchParams.get('assignee')).toBe(me!.userId);
});

test('every scene can be chosen, and a form that cannot be made says so', async () => {
  const { page } = person;
  const scenes = [];
  for (let n = 1; n <= 21; n += 1) scenes.push(await api.scenes.create({ name: `House ${n}` }));
  let isCut = true;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    void (isCut && request.url().includes('/scene/list') ? request.abort() : request.continue());
  });
  await person.open(`${PATH}?order=new`);
  await person.see('loading-retry');
  isCut = false;
  await person.click('loading-retry');
  await person.click('field-scene');
  for (const { id } of scenes)
    await page.waitForSelector(Person.selector('field-scene-option', { 'data-value': id }));
});

test('on a phone an order about a device is made and taken by touch, and somebody else who moved it first is told', async () => {
  const { page } = person;
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  const device = await api.devices.create({ name: 'Pump 7', productModelCode: 'TQ-3L' });
  await person.open(`${PATH}?order=new&device=${device.id}`);
  await person.type('field-title', 'Look at the pump');
  await person.touch('order-submit');
  await person.readUntil((text) => text.includes('Pump 7'), 'order-panel');
  const id = orderOf(page.url());
  expect((await api.workOrders.get(id)).deviceId).toBe(device.id);
  await api.workOrders.update(id, { state: 'closed' });
  await person.touch('order-to-processing');
  // The server's refusal stands in the form; nothing typed is lost.
  await person.see('form-problem');
  await person.touch('order-to-device');
  await page.waitForFunction((path) => location.pathname === path, {}, `/app/devices/${device.id}`);
});

test('a template with a checklist fills a new order, and its schedule makes one by itself', async () => {
  const assigned = await api.devices.create({ name: 'Pump 9', productModelCode: 'TQ-3L' });
  await person.open(`${PATH}?tab=plans`);
  await person.see('templates-none');
  await person.click('template-new');
  await person.type('field-name', '水泵月度保养');
  await person.type('field-title', '保养水泵');
  await person.type('field-checklist', '关闭电源');
  await person.press('Enter');
  await person.page.keyboard.type('更换滤网');
  await person.type('field-parts', '滤网');
  await person.click('template-submit');
  // What is no line of name, quantity and unit is told at the field.
  await person.see('field-parts', { 'aria-invalid': 'true' });
  await person.type('field-parts', '滤网 2 个');
  await person.click('template-submit');
  await person.see('order-template');

  await person.click('schedule-new');
  await person.click('field-template');
  const [template] = (await api.workOrderPlans.templates()).items;
  await person.click('field-template-option', { 'data-value': template!.id });
  await person.click('field-device');
  await person.click('field-device-option', { 'data-value': assigned.id });
  await person.click('schedule-submit');
  await person.see('order-schedule', { 'data-enabled': 'true' });
  // Its time has come.
  await server.sql('update work_order_schedule set next_at = now()');
  const made = async () => (await api.workOrders.list({ deviceId: assigned.id })).items;
  await waitFor(async () => (await made()).length === 1, { what: 'the order of the schedule' });
  expect((await made())[0]).toMatchObject({
    title: '保养水泵',
    source: 'schedule',
    checklist: [{ text: '关闭电源' }, { text: '更换滤网' }],
    parts: [{ name: '滤网', quantity: 2, unit: '个' }],
  });

  await person.open(`${PATH}?order=new`);
  await person.click('field-template');
  await person.click('field-template-option', { 'data-value': template!.id });
  await person.page.waitForFunction(
    (selector) => (document.querySelector(selector) as HTMLInputElement).value === '保养水泵',
    {},
    Person.selector('field-title'),
  );
  expect(await seriousFaults(person.page)).toEqual([]);
});

test('what people measure is reported with the material that proves it', async () => {
  const { id: deviceId } = await api.devices.create({ name: 'Probe 3', productModelCode: 'TQ-3L' });
  await person.open(`/app/devices/${deviceId}/alarms`);
  await person.click('device-report-new');
  await person.type('field-subject', '人工测得的含水量');
  await person.type('field-value', '21.5');
  await person.click('report-submit');
  await person.readUntil((text) => text.includes('证明材料'), 'report-dialog');
  expect((await api.dataReports.list()).total).toBe(0);
  const path = join(folder, 'proof.png');
  await writeFile(path, picture(20, 10));
  await pickFile(person, 'material-choose', path);
  await person.see('material-remove');
  await person.click('report-submit');
  await person.see('report');
  expect((await api.dataReports.list()).items).toMatchObject([
    { subject: '人工测得的含水量', value: 21.5, deviceId, materials: [{ name: 'proof.png' }] },
  ]);
  // It is read on the page of the device.
  await person.open(`/app/devices/${deviceId}/alarms`);
  await person.readUntil((text) => text.includes('21.5'), 'device-report');
  expect(await seriousFaults(person.page)).toEqual([]);
});
