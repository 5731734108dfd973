// Second tier (page): the states of the pages of a device
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PDF, picture } from '../support/fixtures.ts';
import type { NamedFarm } from '../support/named-farm.ts';
import { StateVisit } from '../support/state-visit.ts';

// Every part of the page of a device, checked as the states of the scene page are (states.test.ts).

let visit: StateVisit;
let found: StateVisit['found'];
let logInOnce: StateVisit['logInOnce'];
let openPage: StateVisit['openPage'];
let press: StateVisit['press'];
let fill: StateVisit['fill'];
let without: StateVisit['without'];
let closeDialog: StateVisit['closeDialog'];
let dialog: StateVisit['dialog'];
let person: StateVisit['person'];
let walk: StateVisit['walk'];
let server: StateVisit['server'];
let api: NamedFarm['api'];
let of: NamedFarm['of'];

beforeAll(async () => {
  visit = await StateVisit.begin();
  ({ found, logInOnce, openPage, press, fill, without, closeDialog, dialog, person, walk, server } = visit);
  ({ api, of } = visit.farm);
});

afterAll(async () => {
  await visit?.end();
});

/** Opens a part of the page of a device, and waits for an element of its own. */
const openPart = (id: string, part: string, testId: string): Promise<void> =>
  openPage(`/app/devices/${id}/${part}`, testId);

// With clock, tokens and the address of the server: not kept.
const UNKEPT = { unkept: true } as const;

test('the parts of the page of a device that works', async () => {
  await logInOnce();
  const { id } = of('DCF-4');
  const group = await api.groups.create({ name: 'West' });
  const { invitation } = await api.organisations.create({ name: 'River farm', invitee: 'li' });
  expect(invitation.invitee).toBe('li');
  await api.deviceGroups.add(group.id, id);
  await api.sharing.share({ deviceIds: [id], organisation: 'River farm' });
  await api.deviceLink.share(id, { interval: 60 });
  const stored = await Promise.all([
    api.files.upload(new Blob([PDF]), 'Wiring plan.pdf'),
    api.files.upload(new Blob([picture(64, 64)]), 'Place.png'),
  ]);
  await api.deviceLink.keep(id, { files: stored.map((file) => file.id) });
  await api.rpc.twoway(id, { method: 'switchValve', params: { open: false } });
  for (const [part, testId] of [
    ['overview', 'device-values'],
    ['chart', 'device-chart'],
    ['readings', 'readings-history'],
    ['control', 'device-interlock'],
    ['shares', 'device-share'],
    ['attributes', 'attribute-key'],
    ['files', 'material-file'],
    ['log', 'device-log'],
    ['connect', 'device-token-replace'],
    ['settings', 'device-group'],
  ] as const) {
    await openPart(id, part, testId);
    await walk.state(`device-${part}`, { onWall: part === 'overview', ...UNKEPT });
  }
  await openPart(id, 'chart', 'device-chart');
  await press('chart-compare');
  await press('chart-other-open');
  await person.see('chart-other');
  await walk.state('device-chart-compared', UNKEPT);
  expect(found()).toEqual([]);
});

test('the parts of the page of a device that never reported', async () => {
  await logInOnce();
  const { id } = await api.devices.create({ name: 'Well', productModelCode: 'DCF-4' });
  const gateway = await api.devices.create({ name: 'Hub', productModelCode: 'WG-4G' });
  await api.deviceLink.setGateway(gateway.id, true);
  try {
    for (const [part, testId] of [
      ['overview', 'first-message'],
      ['readings', 'readings-none'],
      ['control', 'device-interlock'],
      ['shares', 'device-share-submit'],
      ['files', 'material-choose'],
      ['connect', 'first-message'],
    ] as const) {
      await openPart(id, part, testId);
      await walk.state(`device-silent-${part}`, UNKEPT);
    }
    await press('device-token-replace');
    await fill('field-accessToken', 'short');
    await press('device-token-form-submit');
    await person.see('field-accessToken', { 'aria-invalid': 'true' });
    await walk.state('device-token-errors', UNKEPT);
    await closeDialog();
    await dialog('certificate-set', 'certificate-submit', 'device-certificate');
    await closeDialog();
    await openPart(gateway.id, 'connect', 'gateway-devices');
    await walk.state('device-gateway', UNKEPT);
    await openPart(id, 'settings', 'device-delete');
    await dialog('device-delete', 'confirm-ok', 'device-delete');
    await closeDialog();
    await openPart('00000000-0000-4000-8000-000000000000', 'overview', 'device-not-found');
    await walk.state('device-not-found');
  } finally {
    for (const device of [id, gateway.id]) await api.devices.remove(device);
  }
  expect(found()).toEqual([]);
});

test('the dialog of networks whose devices come by themselves', async () => {
  await logInOnce();
  await openPage('/iotManagement/integrations', 'integrations-none');
  await walk.state('integrations-none');
  await press('integration-new');
  await press('integration-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await walk.state('integration-errors');
  await closeDialog();
  expect(found()).toEqual([]);
});

/** Days with a reading for each hour, and the hours before now when the soil was dry. */
const PAST_HOURS = 240;
const DRY_HOURS = new Set([120, 119, 118, 48]);

test('alarm settings of a device, tried on the past', async () => {
  await logInOnce();
  const probe = await api.devices.create({ name: 'Probe', productModelCode: 'TQ-3L' });
  const [key, silent] = [
    'soilMoisture20',
    await api.devices.create({ name: 'New', productModelCode: 'TQ-3L' }),
  ];
  const report = async (body: unknown): Promise<void> => {
    const answer = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  const now = Date.now();
  await report(
    Array.from({ length: PAST_HOURS }, (_, at) => ({
      ts: now - (PAST_HOURS - at) * 3_600_000,
      values: { [key]: DRY_HOURS.has(PAST_HOURS - at) ? 9 : 30 },
    })),
  );
  const compared = async (bound: string): Promise<void> => {
    await press('field-key');
    await press('field-key-option', { 'data-value': key });
    await press('field-op');
    await press('field-op-option', { 'data-value': '<' });
    await fill('field-bound', bound);
  };
  try {
    await openPage(`/app/devices/${silent.id}/alarms`, 'alarm-setting-add');
    await walk.state('device-alarms-none');
    await dialog('alarm-setting-add', 'field-name', 'alarm-setting-new', true);
    await press('alarm-setting-save');
    await person.see('form-problem');
    await walk.state('alarm-setting-errors');
    await fill('field-name', 'Dry');
    await compared('12');
    await person.see('alarm-trial-empty');
    await walk.state('alarm-trial-empty');
    await without(
      (request) => request.url().endsWith('/trial'),
      async () => {
        await fill('field-bound', '13');
        await person.see('alarm-trial-failed');
        await walk.state('alarm-trial-failed');
      },
    );
    await closeDialog();
    await api.alarmSettings.save(probe.id, [
      {
        name: 'Dry',
        severity: 'MAJOR',
        identify: key,
        condition: { key, op: '<', value: 12, hysteresis: 2 },
        durationMs: 600_000,
        schedule: { timeZone: 'Asia/Urumqi', days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' },
        escalations: [{ afterMs: 3_600_000, severity: 'CRITICAL' }],
        reminderMs: 3_600_000,
        workOrder: true,
      },
      { name: 'Silent', enabled: false, condition: { silentForMs: 3_600_000 } },
    ]);
    await openPage(`/app/devices/${probe.id}/alarms`, 'alarm-setting');
    await walk.state('device-alarms', { onWall: true });
    await press('alarm-setting-add');
    await fill('field-name', 'Dry');
    await compared('12');
    await person.see('alarm-trial-chart');
    await person.see('alarm-trial', { 'data-state': 'done' });
    await walk.state('alarm-trial', { onWall: true });
    await closeDialog();
    await openPage(`/app/devices/${probe.id}/chart?key=${key}`, 'chart-alarm');
    await walk.state('device-chart-alarm', { unkept: true });
  } finally {
    for (const { id } of [probe, silent]) await api.devices.remove(id);
  }
  expect(found()).toEqual([]);
});
