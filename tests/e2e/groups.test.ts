// Second tier (page): groups
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import { makeForeignUser } from '../http/second-organisation.ts';
import { PageVisit } from '../support/page-visit.ts';
import type { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The page about device groups, on a real server.

const PATH = '/iotManagement/groups';
const MANY = 5000;
const BATCH = 1000;

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
let person: Person;
let record: CallRecord;
let devices: CreatedDevice[];

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  devices = [];
  for (let at = 1; at <= 6; at += 1)
    devices.push(
      await api.devices.create({ name: `设备 ${at}`, productModelCode: at > 4 ? 'QX-9' : 'TQ-3L' }),
    );
  visit = await PageVisit.begin(server);
});
afterAll(async () => {
  await visit?.end();
});
beforeEach(async () => {
  ({ person, record } = await visit.newPage());
});
afterEach(async () => {
  await api.groups.remove((await api.groups.list()).items.map(({ id }) => id)).catch(() => {});
});

const group = (id: string) => ({ 'data-group-id': id });
const counts = (total: number) => ({ 'data-total': String(total) });
const members = async (groupId: string) =>
  (await api.deviceGroups.list({ groupId })).items.map(({ device }) => device.name).sort();
const groupNamed = async (name: string) => (await api.groups.list({ name })).items[0]!;
const parentOf = async (name: string) => (await groupNamed(name)).parentId;
const chooseFromMenu = async (entry: string): Promise<void> => {
  await person.click('group-menu');
  await person.click(`menu-${entry}`);
};

/** Requests of this path wait until the answer is released. */
const heldAnswer = async (path: string): Promise<PromiseWithResolvers<void>> => {
  const answer = Promise.withResolvers<void>();
  await person.page.setRequestInterception(true);
  person.page.on('request', (request) => {
    const released = new URL(request.url()).pathname === path ? answer.promise : Promise.resolve();
    void released.then(() => request.continue());
  });
  return answer;
};

test('groups are made, one inside another; devices go in and out in bulk, and what was done is undone', async () => {
  await person.fromHome(PATH);
  await person.see('groups-empty');
  await person.click('group-new');
  await person.click('group-submit');
  // Refused before it is sent, at the field.
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.type('field-name', '南区');
  await person.click('group-submit');
  await person.readUntil((text) => text === '南区', 'group-title');
  const south = await groupNamed('南区');
  await chooseFromMenu('group-new-inside');
  await person.type('field-name', '一号棚');
  await person.click('group-submit');
  await person.readUntil((text) => text === '一号棚', 'group-title');
  const house = await groupNamed('一号棚');
  expect(house.parentId).toBe(south.id);
  await person.see('group', { ...group(house.id), 'data-depth': '1' });

  await person.click('group-add');
  await person.type('group-adding-search', 'tq-3l');
  await person.see('group-adding-list', { 'data-count': '4' });
  await person.click('group-adding-all');
  await person.type('group-adding-search', '设备 6');
  await person.click('group-adding-device', { 'data-device-id': devices[5]!.id });
  await person.click('group-adding-submit');
  await person.see('group-counts', counts(5));
  await person.see('group-type', { 'data-type': 'TQ', 'data-count': '4' });
  await person.see('group-type', { 'data-type': 'QX', 'data-count': '1' });
  expect(await members(house.id)).toEqual(['设备 1', '设备 2', '设备 3', '设备 4', '设备 6']);
  await person.readUntil((text) => text.includes('5'), 'group', group(house.id));

  const [box] = await person.page.$$(Person.selector('member-select'));
  await box!.click();
  await person.click('member-bulk-all');
  await person.see('member-bulk-count', { 'data-count': '5' });
  await person.click('member-bulk-out');
  await person.see('members-empty');
  expect(await members(house.id)).toEqual([]);
  await person.click('toast-action');
  await person.see('group-counts', counts(5));

  // To another group: out of this one, into that one.
  await (await person.see('member-select')).click();
  await person.click('member-bulk-all');
  await person.click('member-bulk-move');
  await person.click(`menu-${south.id}`);
  await person.see('members-empty');
  expect(await members(south.id)).toHaveLength(5);
  await person.click('toast-action');
  await person.see('group-counts', counts(5));
  expect(await members(south.id)).toEqual([]);
  await record.shows('groups/members');
  expect(person.complaints).toEqual([]);
});

test('a device that goes online is counted at once', async () => {
  const { id } = await api.groups.create({ name: '北区' });
  await api.deviceGroups.addMany(
    id,
    devices.slice(0, 2).map((device) => device.id),
  );
  await person.open(`${PATH}?group=${id}`);
  await person.see('group-counts', { ...counts(2), 'data-online': '0' });
  const answer = await fetch(`${server.baseUrl}/api/v1/${devices[0]!.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ soilMoisture20: 20 }),
  });
  expect(answer.status).toBe(200);
  await person.see('group-counts', { ...counts(2), 'data-online': '1' });
});

test('a group is moved by mouse, by keyboard and by its form, never into itself', async () => {
  const south = await api.groups.create({ name: '南区' });
  const north = await api.groups.create({ name: '北区' });
  const house = await api.groups.create({ name: '一号棚', parentId: south.id });
  await person.fromHome(PATH);
  await person.see('group', group(house.id));

  // By mouse.
  const [from, to] = [
    await person.whereIs('group', group(house.id)),
    await person.whereIs('group', group(north.id)),
  ];
  const { mouse } = person.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  // It is in this group already: the move has begun.
  await person.see('group', { ...group(south.id), 'aria-disabled': 'true' });
  // The first step onto it enters it, those after go over it.
  await mouse.move(to.x, to.y, { steps: 4 });
  await mouse.move(to.x + 2, to.y, { steps: 2 });
  await mouse.up();
  await waitFor(async () => (await parentOf('一号棚')) === north.id, { what: 'the dragged group' });
  await person.click('toast-action');
  await waitFor(async () => (await parentOf('一号棚')) === south.id, { what: 'the reverted move' });

  // By keyboard alone.
  await person.reach(Person.selector('group', { tabindex: '0' }));
  await person.press('End');
  await person.focusIsAt('group', group(house.id));
  await person.press('m');
  await person.see('group-moving');
  await person.press('ArrowUp');
  // It is in this group already.
  await person.see('group', { ...group(south.id), 'aria-disabled': 'true' });
  await person.press('Enter');
  await person.see('group-moving');
  await person.press('Escape');
  await person.seeNo('group-moving');
  await person.press('m');
  // The other group is inside of this one.
  await person.see('group', { ...group(house.id), 'aria-disabled': 'true' });
  await person.press('Escape');
  await person.press('End');
  await person.press('m');
  await person.press('End');
  await person.focusIsAt('group-top');
  await person.press('Enter');
  await waitFor(async () => (await parentOf('一号棚')) === null, { what: 'the group at the top' });
  await record.shows('groups/moved');
  await person.see('group', { ...group(house.id), 'data-depth': '0' });
  await person.focusIsAt('group', group(house.id));

  // By its menu, as a finger does.
  await person.click('group', group(house.id));
  await chooseFromMenu('group-move');
  await person.click('group', group(north.id));
  await waitFor(async () => (await parentOf('一号棚')) === north.id, { what: 'the chosen parent' });
  await chooseFromMenu('group-edit');
  await person.click('field-parent');
  // Neither the group itself nor what is inside it is offered.
  await person.see('field-parent-option', { 'data-value': south.id });
  await person.seeNo('field-parent-option', { 'data-value': house.id });
  await person.click('field-parent-option', { 'data-value': south.id });
  await person.click('group-submit');
  await waitFor(async () => (await parentOf('一号棚')) === south.id, { what: 'the saved parent' });
  expect(person.complaints).toEqual([]);
});

test('a removed group takes those inside with it and leaves the devices; what others share stands apart', async () => {
  const south = await api.groups.create({ name: '南区' });
  await api.groups.create({ name: '一号棚', parentId: south.id });
  await api.deviceGroups.add(south.id, devices[0]!.id);
  const neighbour = await makeForeignUser(server);
  await neighbour.api.sharing.share({ deviceIds: [neighbour.deviceId], username: 'admin' });
  await person.fromHome(PATH);
  await person.click('group', group(south.id));
  await person.see('members', { 'data-count': '1' });
  await chooseFromMenu('group-remove');
  await person.click('confirm-ok');
  await person.see('groups-empty');
  expect((await api.groups.list()).total).toBe(0);
  await record.shows('groups/removed');
  expect((await api.devices.get(devices[0]!.id)).name).toBe('设备 1');

  await person.see('group-received', { 'data-count': '1' });
  await person.click('group-received');
  await person.see('received-details');
  await person.see('member', { 'data-device-id': neighbour.deviceId });
  await person.seeNo('member-select');
  // Back leads to the page without a chosen group.
  await person.page.goBack();
  await person.seeNo('received-details');
  await person.open(`${PATH}?group=7f8d5c9e-5f3f-4f59-9a44-1d86a1a7b0c1`);
  await person.see('group-gone');
});

test('on a phone the tree and the group take turns', async () => {
  await person.page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
  const { id } = await api.groups.create({ name: '东区' });
  await person.open(PATH);
  await person.touch('group', group(id));
  await person.see('group-title');
  await person.seeNo('groups');
  await person.touch('group-back');
  await person.see('groups');
});

test('5,000 devices are added at once and scrolled to the last, with few rows in the page', async () => {
  for (let first = 0; first < MANY; first += BATCH)
    await api.devices.import(
      Array.from({ length: BATCH }, (_, at) => ({
        name: `探头 ${String(first + at + 1).padStart(4, '0')}`,
        productModelCode: 'TQ-3L',
        thirdId: null,
        latitude: null,
        longitude: null,
      })),
    );
  const { id } = await api.groups.create({ name: '全部探头' });
  await person.open(`${PATH}?group=${id}`);
  await person.see('members-empty');
  const answer = await heldAnswer('/api/devices/simple');
  await person.click('group-add');
  const before = await person.whereIs('group-adding-search');
  answer.resolve();
  await person.see('group-adding-list', { 'data-count': String(MANY + devices.length) });
  // A finger on its way to the field still meets it.
  expect(await person.whereIs('group-adding-search')).toEqual(before);
  await person.type('group-adding-search', '探头');
  await person.see('group-adding-list', { 'data-count': String(MANY) });
  await person.click('group-adding-all');
  await person.click('group-adding-submit');
  await person.see('group-counts', counts(MANY));
  expect((await api.deviceGroups.list({ groupId: id })).total).toBe(MANY);
  await person.page.$eval(Person.selector('members'), (list) => {
    const scroller = list.parentElement!;
    scroller.scrollTop = scroller.scrollHeight;
  });
  const last = (await api.devices.list({ name: `探头 ${MANY}` })).items[0]!;
  await person.see('member', { 'data-device-id': last.id });
  const rows = await person.page.$$(Person.selector('member'));
  expect(rows.length).toBeLessThan(60);
  expect(person.complaints).toEqual([]);
});
