// Second tier (page): the editor of linkages
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HTTPRequest } from 'puppeteer';
import type { ApiClient, Comparison, CreatedDevice, LinkageAction } from '@farm3d/api';
import { PageVisit } from '../support/page-visit.ts';
import { Person } from '../support/person.ts';
import { errorUnder } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The pages of the automations on a real server, by clicks and keys; a device sends the readings that set them off.

const LIST = '/iotManagement/linkages';

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
let person: Person;
let probe: CreatedDevice;
let valve: CreatedDevice;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  probe = await api.devices.create({ name: '东棚探头', productModelCode: 'TQ-3L' });
  valve = await api.devices.create({ name: '东棚阀门', productModelCode: 'DCF-4' });
  visit = await PageVisit.begin(server);
});

afterAll(async () => {
  await visit?.end();
});

beforeEach(async () => {
  for (const { id } of (await api.linkages.list({ pageSize: 200 })).items) await api.linkages.remove(id);
  ({ person } = await visit.newPage());
});

const open = (path: string): Promise<void> => person.open(path);
const choose = async (field: string, value: string): Promise<void> => {
  await person.click(field);
  await person.click(`${field}-option`, { 'data-value': value });
};
/** What the server says about the past of "moisture below a bound". */
const tried = (bound: number) =>
  api.linkages.tryOut({
    trigger: { type: 'telemetry' },
    condition: { deviceId: probe.id, key: 'soilMoisture20', op: '<', value: bound },
  });
/** Sends readings; `at`: when they were measured, epoch milliseconds. */
const report = async (values: Record<string, number>, at?: number): Promise<void> => {
  const answer = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(at === undefined ? values : { ts: at, values }),
  });
  expect(answer.status).toBe(200);
};
const command = (params: Record<string, unknown>): LinkageAction => ({
  type: 'command',
  deviceId: valve.id,
  method: 'switchValve',
  params,
});
const rule = (name: string, params: Record<string, unknown>) =>
  api.linkages.create({ name, trigger: { type: 'manual' }, actions: [command(params)] });
/** Drags an element onto another one. */
const drag = async (from: string, to: string): Promise<void> => {
  const { mouse } = person.page;
  // Both are on the screen before their places are read.
  await person.whereIs(from);
  const end = await person.whereIs(to);
  const { x, y } = await person.whereIs(from);
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 5 });
  await mouse.up();
};
const inItem = (name: string, testId: string): string =>
  `${Person.selector('linkage-item', { 'data-name': name })} [data-testid="${testId}"]`;
/** Clicks a button of a linkage in the list. */
const clickIn = async (name: string, testId: string): Promise<void> => {
  await person.see('linkage-item', { 'data-name': name });
  const button = await person.page.waitForSelector(inItem(name, testId), { visible: true });
  await button!.click();
};
const fromMenu = async (name: string, entry: string): Promise<void> => {
  await clickIn(name, 'linkage-menu');
  await person.click(`menu-${entry}`);
};
/** The calls of linkages that the page makes from now on, as 'GET /api/linkages/{id}/runs'. */
function recordCalls(): Set<string> {
  const calls = new Set<string>();
  person.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/api\/(?:linkages|product\/models\/attributes)/.test(pathname)) return;
    calls.add(`${request.method()} ${pathname.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`);
  });
  return calls;
}

describe('one automation', () => {
  test('is made from the example, tried by hand, set off by a reading, switched off and deleted', async () => {
    const calls = recordCalls();
    await open(LIST);
    await person.click('linkage-example');
    const sentence = await person.read('linkage-preview');
    for (const word of ['东棚探头', '低于 12 %', '东棚阀门', '阀门开关', '20 min'])
      expect(sentence).toContain(word);
    await person.click('linkage-save');
    await person.see('run-none');
    const [made] = (await api.linkages.list()).items;
    expect(new URL(person.page.url()).pathname).toBe(`${LIST}/${made!.id}`);
    expect(made).toMatchObject({
      name: '土壤干旱时灌溉',
      enabled: true,
      triggers: [{ type: 'telemetry' }],
      condition: { deviceId: probe.id, op: '<', value: 12, hysteresis: 3 },
      actions: [command({ open: true, minutes: 20 })],
    });
    const { key } = made!.condition as Comparison;

    // By hand: no reading yet, a reading that does not fit, and what the log says about it.
    await person.click('linkage-run-now');
    await person.see('run-condition', { 'data-holds': 'null' });
    expect(await person.read('run-reason')).toBe('缺少数据，无法判断条件，没有执行动作');
    await report({ [key]: 30 });
    await person.click('linkage-run-now');
    expect(await person.read('run-condition', { 'data-holds': 'false' })).toContain('30 %');
    await person.see('linkage-run', { 'data-state': 'skipped', 'data-trigger': 'manual' });

    // By a reading: the valve is offline.
    await report({ [key]: 5 });
    await waitFor(
      async () => (await api.linkages.runs(made!.id)).items.some(({ state }) => state === 'failed'),
      { what: 'the run' },
    );
    await person.click('run-refresh');
    const failed = Person.selector('linkage-run', { 'data-state': 'failed', 'data-trigger': 'telemetry' });
    await (await person.page.waitForSelector(`${failed} [data-testid="run-toggle"]`))!.click();
    await person.see('run-condition', { 'data-holds': 'true' });
    expect(await person.read('run-action', { 'data-state': 'failed' })).toContain('设备不在线');

    // Another name, stored; then the list, where it is switched off and deleted.
    await person.type('linkage-name', '旱则灌');
    await person.click('linkage-save');
    await person.see('linkage-form', { 'data-dirty': 'false' });
    await waitFor(async () => (await api.linkages.get(made!.id)).name === '旱则灌', { what: 'the name' });
    await person.page.goto(`${server.baseUrl}${LIST}`);
    await person.see('linkage-last-run', { 'data-state': 'failed' });
    await clickIn('旱则灌', 'linkage-switch');
    await person.see('linkage-item', { 'data-enabled': 'false' });
    await waitFor(async () => !(await api.linkages.get(made!.id)).enabled, { what: 'it to be off' });
    await fromMenu('旱则灌', 'linkage-delete');
    await person.click('confirm-ok');
    await person.see('linkages-empty');
    expect((await api.linkages.list()).total).toBe(0);
    expect([...calls].toSorted()).toEqual([
      'DELETE /api/linkages/{id}',
      'GET /api/linkages',
      'GET /api/linkages/switch',
      'GET /api/linkages/{id}',
      'GET /api/linkages/{id}/run',
      'GET /api/linkages/{id}/runs',
      'GET /api/product/models/attributes',
      'POST /api/linkages',
      'PUT /api/linkages/batch',
      'PUT /api/linkages/{id}',
    ]);
    expect(person.complaints).toEqual([]);
  });

  test('is written field by field: groups of conditions, and several actions in their order', async () => {
    const scene = await api.scenes.create({ name: '一号棚' });
    await open(`${LIST}/new`);
    await person.type('linkage-name', '夜里通知');
    await choose('field-triggers.0.type', 'cron');
    await person.click('triggers.0-day-7');
    // The device is found by typing, and chosen by keyboard.
    await person.type('field-condition.0.0.deviceId', '探头');
    await person.see('field-condition.0.0.deviceId-option', { 'data-value': probe.id });
    await person.press('Enter');
    await choose('field-condition.0.0.key', 'soilMoisture20');
    await person.type('field-condition.0.0.value', '12');
    await person.click('add-part-0');
    await choose('field-condition.0.1.kind', 'silence');
    await choose('field-condition.0.kind', 'any');
    await person.click('add-group');
    await choose('field-condition.1.0.deviceId', valve.id);
    await choose('field-condition.1.0.key', 'valveState');
    await choose('field-condition.1.kind', 'notAll');
    await person.click('remove-action-0');
    await person.click('add-action-notice');
    await person.type('field-actions.0.title', '要浇水');
    await person.click('add-action-weather');
    await choose('field-actions.1.sceneId', scene.id);
    await person.click('add-action-command');
    await choose('field-actions.2.deviceId', valve.id);
    await choose('field-actions.2.method', 'switchValve');
    await person.click('field-actions.2.params.open');
    await person.click('field-actions.2.waits');
    await person.see('linkage-action', { 'data-type': 'command' });
    // The command to the top: one place by its button, one by dragging; then the last two by keys, there and back.
    await person.click('action-up-2');
    await drag('action-handle-1', 'action-handle-0');
    await person.reach(Person.selector('action-handle-1'));
    await person.press('ArrowDown');
    await person.focusIsAt('action-handle-2');
    await person.press('ArrowUp');
    await person.focusIsAt('action-handle-1');
    await person.click('add-part-1');
    await choose('field-condition.1.1.deviceId', probe.id);
    await choose('field-condition.1.1.key', 'soilMoisture20');
    await choose('field-condition.1.1.than', 'past');
    await person.type('field-condition.1.1.value', '-3');
    await person.click('add-part-1');
    await choose('field-condition.1.2.key', 'soilMoisture10');
    await choose('field-condition.1.2.op', '>');
    await choose('field-condition.1.2.than', 'key');
    await choose('field-condition.1.2.otherDeviceId', probe.id);
    await choose('field-condition.1.2.otherKey', 'soilMoisture40');
    await person.click('linkage-save');
    await person.see('run-none');
    expect((await api.linkages.list()).items).toMatchObject([
      {
        name: '夜里通知',
        triggers: [{ type: 'cron', expression: '0 5 * * 1,2,3,4,5,6', timeZone: 'Asia/Shanghai' }],
        condition: {
          all: [
            {
              any: [
                { deviceId: probe.id, key: 'soilMoisture20', op: '<', value: 12 },
                { deviceId: probe.id, silentForMs: 600_000 },
              ],
            },
            {
              not: {
                all: [
                  { deviceId: valve.id, key: 'valveState', op: '==', value: true },
                  {
                    deviceId: probe.id,
                    key: 'soilMoisture20',
                    op: '<',
                    value: -3,
                    than: { agoMs: 86_400_000 },
                  },
                  {
                    deviceId: probe.id,
                    key: 'soilMoisture10',
                    op: '>',
                    value: 0,
                    than: { key: 'soilMoisture40' },
                  },
                ],
              },
            },
          ],
        },
        actions: [
          { ...command({ open: true }), expiresInMs: 3_600_000 },
          { type: 'notice', title: '要浇水' },
          { type: 'weather', sceneId: scene.id, kind: 'rain' },
        ],
      },
    ]);
    expect(person.complaints).toEqual([]);
  });

  test('is set off by any of its triggers, once a day, waits, and runs another one', async () => {
    const other = await rule('关阀', { open: false });
    await open(`${LIST}/new`);
    await person.type('linkage-name', '早上或告警');
    await choose('field-triggers.0.type', 'alarm');
    await choose('field-triggers.0.deviceId', probe.id);
    await person.click('add-trigger');
    await person.see('linkage-trigger', { 'data-type': 'cron' });
    await person.click('add-trigger');
    await choose('field-triggers.2.type', 'telemetry');
    await person.click('remove-trigger-2');
    await choose('field-once.per', 'day');
    await person.click('remove-condition.0.0');
    await person.click('remove-action-0');
    await person.click('add-action-workOrder');
    await person.type('field-actions.0.title', '看阀门');
    await person.click('add-action-wait');
    await person.type('field-actions.1.minutes', '20');
    await person.click('add-action-linkage');
    await choose('field-actions.2.linkageId', other.id);
    const sentence = await person.read('linkage-preview');
    for (const words of [
      '当东棚探头发生告警时，或每天 05:00',
      '等待 20 分钟',
      '执行联动“关阀”',
      '每天最多一次',
    ])
      expect(sentence).toContain(words);
    await person.click('linkage-save');
    await person.see('run-none');
    const made = (await api.linkages.list()).items.find(({ name }) => name === '早上或告警')!;
    expect(made).toMatchObject({
      triggers: [
        { type: 'alarm', deviceId: probe.id, change: 'raised' },
        { type: 'cron', expression: '0 5 * * *' },
      ],
      once: { per: 'day', timeZone: 'Asia/Shanghai' },
      actions: [
        { type: 'workOrder', title: '看阀门' },
        { type: 'wait', ms: 1_200_000 },
        { type: 'linkage', linkageId: other.id },
      ],
    });
    // By hand it runs up to its wait; changed, it does not go on, and the log says why.
    await person.click('linkage-run-now');
    await person.see('linkage-run', { 'data-state': 'waiting' });
    expect(await person.read('run-reason')).toContain('再执行后面的动作');
    await person.type('linkage-name', '早上或告警时');
    await person.click('linkage-save');
    await person.see('linkage-form', { 'data-dirty': 'false' });
    await waitFor(async () => (await api.linkages.runs(made.id)).items[0]?.state === 'cancelled', {
      what: 'the end of the wait',
    });
    await person.click('run-refresh');
    await person.see('linkage-run', { 'data-state': 'cancelled' });
    expect(await person.read('run-reason')).toContain('等待时联动被修改');
    // The other one cannot run this one: a circle is named at its field.
    await person.page.goto(`${server.baseUrl}${LIST}/${other.id}`);
    await person.click('add-action-linkage');
    await choose('field-actions.1.linkageId', made.id);
    await person.click('linkage-save');
    await person.readUntil((text) => text.includes('联动不能直接或间接地执行自己'), 'linkage-form');
    // A webhook to a private address: the log says that it was not called.
    await person.click('remove-action-1');
    await person.click('add-action-webhook');
    await person.type('field-actions.1.url', `${server.baseUrl}/hook`);
    await person.click('webhook-key-show');
    expect(await person.read('webhook-key')).toMatch(/^whsec_/);
    await person.click('remove-action-0');
    await person.click('linkage-save');
    await person.see('linkage-form', { 'data-dirty': 'false' });
    await person.click('linkage-run-now');
    expect(await person.read('run-action', { 'data-state': 'failed' })).toContain('内网');
    // The refused save.
    expect(person.complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  test('with wrong inputs names each field, in Chinese and English, and is kept over a reload', async () => {
    await open(`${LIST}/new`);
    await person.click('linkage-save');
    await person.focusIsAt('linkage-name');
    expect(await person.read('linkage-problem')).toContain('6');
    expect(await errorUnder(person, 'linkage-name')).toBe('请填写“名称”');
    expect(await errorUnder(person, 'field-condition.0.0.value')).toBe('“界限”应为数字');
    for (const text of ['请选择“设备”', '请选择“数据”'])
      expect(await person.read('condition-part')).toContain(text);
    for (const text of ['请选择“设备”', '请选择“服务”'])
      expect(await person.read('linkage-action')).toContain(text);
    await choose('field-actions.0.deviceId', valve.id);
    await choose('field-actions.0.method', 'switchValve');
    await person.type('field-actions.0.params.minutes', '721');
    expect(await errorUnder(person, 'field-actions.0.params.minutes')).toBe('“时长”应在 0 到 720 之间');
    await person.click('user-menu');
    await person.click('menu-en');
    await person.page.waitForFunction(() => document.documentElement.lang === 'en');
    expect(await errorUnder(person, 'linkage-name')).toBe('Enter “Name”');
    expect(await errorUnder(person, 'field-actions.0.params.minutes')).toBe(
      '“Duration” must be from 0 to 720',
    );
    await person.type('linkage-name', 'Half written');
    await person.page.reload();
    await person.see('linkage-restored');
    expect(
      await person.page.$eval(Person.selector('linkage-name'), (field) => (field as HTMLInputElement).value),
    ).toBe('Half written');
    await person.click('linkage-discard');
    await person.see('linkage-form', { 'data-dirty': 'false' });
    expect((await api.linkages.list()).total).toBe(0);
    expect(person.complaints).toEqual([]);
  });

  test('is tried on the past as it is written, and again when it was changed', async () => {
    const at = Date.now();
    const hour = 3_600_000;
    // Dry twice: two days ago and yesterday.
    for (const [hours, value] of [
      [60, 30],
      [48, 8],
      [36, 30],
      [24, 5],
      [12, 30],
    ] as const)
      await report({ soilMoisture20: value }, at - hours * hour);
    await open(`${LIST}/new`);
    await person.see('linkage-form');
    expect(await person.attribute('linkage-try', 'disabled')).not.toBeNull();
    await person.type('field-condition.0.0.deviceId', '探头');
    await person.see('field-condition.0.0.deviceId-option', { 'data-value': probe.id });
    await person.press('Enter');
    await choose('field-condition.0.0.key', 'soilMoisture20');
    await person.type('field-condition.0.0.value', '12');
    await person.click('linkage-try');
    const dry = await tried(12);
    await person.see('trial-result', { 'data-fired': String(dry.fired) });
    expect(dry.fired).toBeGreaterThanOrEqual(2);
    // Changed: the result is about something else.
    await person.type('field-condition.0.0.value', '6');
    await person.seeNo('trial-result');
    await person.click('linkage-try');
    await person.see('trial-result', { 'data-fired': String((await tried(6)).fired) });
    expect(await person.read('trial-part')).toContain('东棚探头');
    await choose('field-triggers.0.type', 'online');
    expect(await person.attribute('linkage-try', 'disabled')).not.toBeNull();
    expect(person.complaints).toEqual([]);
  });

  test('of more than a call takes is tried in the background, with progress, and again after it was cancelled', async () => {
    // The clock alone goes 21,600 times in 30 days.
    const { id } = await api.linkages.create({
      name: '每两分钟看一次',
      trigger: { type: 'cron', expression: '*/2 * * * *' },
      condition: { deviceId: probe.id, key: 'soilMoisture20', op: '<', value: 12 },
      actions: [{ type: 'notice', title: '偏干' }],
    });
    await open(`${LIST}/${id}`);
    await person.click('linkage-try');
    // Held: the job is cancelled before it is done.
    const asked: HTTPRequest[] = [];
    const hold = (request: HTTPRequest): void => {
      if (request.method() === 'GET' && request.url().includes('/api/linkages/trials/')) asked.push(request);
      else void request.continue();
    };
    await person.see('alarm-trial-too-large');
    await person.page.setRequestInterception(true);
    person.page.on('request', hold);
    await person.click('alarm-trial-job');
    await person.see('alarm-trial-progress');
    await waitFor(() => asked.length > 0, { what: 'the job to be asked for' });
    await person.click('alarm-trial-cancel');
    await person.see('alarm-trial-too-large');
    // Removed, if it had ended meanwhile.
    await waitFor(
      async () => (await api.linkageTrials.list()).items.every(({ state }) => state === 'cancelled'),
      { what: 'the job to be cancelled' },
    );
    person.page.off('request', hold);
    await person.page.setRequestInterception(false);
    await person.click('alarm-trial-job');
    await person.see('trial-result');
    const [job] = (await api.linkageTrials.list()).items;
    const { result } = await api.linkageTrials.get(job!.id);
    await person.see('trial-result', {
      'data-fired': String(result?.fired),
      'data-skipped': String(result?.skipped),
    });
    expect((result?.fired ?? 0) + (result?.skipped ?? 0)).toBeGreaterThan(20_000);
    // The refused call.
    expect(person.complaints.filter((text) => !text.includes('413'))).toEqual([]);
  });

  test('is not saved with what is typed while it is under way: that stays to be saved', async () => {
    const { id } = await rule('开阀', { open: true });
    await open(`${LIST}/${id}`);
    await person.see('linkage-form');
    const held: HTTPRequest[] = [];
    const hold = (request: HTTPRequest): void => {
      if (request.method() === 'PUT') held.push(request);
      else void request.continue();
    };
    await person.page.setRequestInterception(true);
    person.page.on('request', hold);
    await person.type('linkage-name', '开东阀');
    await person.click('linkage-save');
    await waitFor(() => held.length > 0, { what: 'the call' });
    await person.type('linkage-name', '开西阀');
    await held[0]!.continue();
    await person.see('toast');
    expect((await api.linkages.get(id)).name).toBe('开东阀');
    await person.see('linkage-form', { 'data-dirty': 'true' });
    person.page.off('request', hold);
    await person.page.setRequestInterception(false);
    await person.click('linkage-save');
    await person.see('linkage-form', { 'data-dirty': 'false' });
    await waitFor(async () => (await api.linkages.get(id)).name === '开西阀', { what: 'the name' });
    expect(person.complaints).toEqual([]);
  });
});

describe('the list', () => {
  test('has the last run of each without a call for each of them', async () => {
    const { id } = await rule('开阀', { open: true });
    await rule('关阀', { open: false });
    await api.linkages.run(id);
    const calls = recordCalls();
    await open(LIST);
    await person.see('linkage-last-run', { 'data-state': 'failed' });
    await person.see('linkage-last-run', { 'data-state': 'never' });
    expect([...calls].filter((call) => call.endsWith('/runs'))).toEqual([]);
    expect(person.complaints).toEqual([]);
  });

  test('names a conflict on both, until one is off; all are switched off at once, and on again', async () => {
    await rule('开阀', { open: true });
    await rule('关阀', { open: false });
    await open(LIST);
    await person.see('linkages', { 'data-count': '2' });
    for (const [name, other] of [
      ['开阀', '关阀'],
      ['关阀', '开阀'],
    ] as const) {
      await person.page.waitForSelector(inItem(name, 'linkage-conflict'));
      expect(
        await person.page.$eval(inItem(name, 'linkage-conflict'), (element) => element.textContent),
      ).toContain(other);
    }
    await clickIn('关阀', 'linkage-switch');
    await person.seeNo('linkage-conflict');
    await clickIn('关阀', 'linkage-switch');
    await person.see('linkage-conflict');
    await person.click('linkages-all-off');
    await person.click('confirm-ok');
    await person.seeNo('linkages-all-off-dialog');
    await person.see('automations-off');
    expect(await api.linkages.switch()).toMatchObject({ enabled: false });
    // Each keeps its own switch, but does nothing, and its log says why.
    await person.see('linkage-item', { 'data-enabled': 'true' });
    await fromMenu('开阀', 'linkage-run');
    await person.readUntil((text) => text.includes('联动已全部停用'), 'toast');
    await clickIn('开阀', 'linkage-open');
    await person.see('linkage-form');
    expect(await person.read('run-reason')).toBe('联动已全部停用，没有执行动作');
    await person.click('automations-on');
    await person.seeNo('automations-off');
    expect(await api.linkages.switch()).toMatchObject({ enabled: true });
    expect(person.complaints).toEqual([]);
  });

  test('shows the old state of a switch again when the server refuses', async () => {
    await rule('开阀', { open: true });
    await open(LIST);
    await person.see('linkage-item', { 'data-enabled': 'true' });
    const held: HTTPRequest[] = [];
    const hold = (request: HTTPRequest): void => {
      if (request.url().includes('/api/linkages/batch')) held.push(request);
      else void request.continue();
    };
    await person.page.setRequestInterception(true);
    person.page.on('request', hold);
    await clickIn('开阀', 'linkage-switch');
    await waitFor(() => held.length > 0, { what: 'the call' });
    // Before the answer the switch shows what was chosen.
    await person.see('linkage-item', { 'data-enabled': 'false' });
    const body = JSON.stringify({ code: 403, msg: '没有权限' });
    await held[0]!.respond({ status: 403, contentType: 'application/json', body });
    await person.see('linkage-item', { 'data-enabled': 'true' });
    await person.readUntil((text) => text.includes('没有权限'), 'toast');
    person.page.off('request', hold);
    await person.page.setRequestInterception(false);
  });

  test('is searched, copies a linkage switched off, and is used by keyboard alone', async () => {
    await rule('开阀', { open: true });
    await api.linkages.create({
      name: '每天通知',
      trigger: { type: 'cron', expression: '30 6 * * *' },
      actions: [{ type: 'notice', title: '早上好' }],
    });
    await open(LIST);
    await person.see('linkages', { 'data-count': '2' });
    // By what it does, not only by its name.
    await person.type('linkage-search', '每天 06:30');
    await person.see('linkages', { 'data-count': '1' });
    await person.see('linkage-item', { 'data-name': '每天通知' });
    await person.press('Escape');
    await person.see('linkages', { 'data-count': '2' });
    await fromMenu('开阀', 'linkage-copy');
    await person.see('linkage-form');
    const copy = (await api.linkages.list()).items.find(({ name }) => name === '开阀（副本）');
    expect(copy).toMatchObject({ enabled: false, actions: [command({ open: true })] });
    await person.page.goBack();
    await person.see('linkages', { 'data-count': '3' });
    await person.reach(inItem('每天通知', 'linkage-switch'));
    await person.press('Space');
    await person.see('linkage-item', { 'data-name': '每天通知', 'data-enabled': 'false' });
    await person.reach(inItem('开阀', 'linkage-open'));
    await person.press('Enter');
    await person.see('linkage-form');
    expect(person.complaints).toEqual([]);
  });

  test('fits a phone', async () => {
    await person.page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
    const { id } = await rule('开阀', { open: true, minutes: 20 });
    await open(LIST);
    const fits = (): Promise<boolean> =>
      person.page.$eval('main', (main) => main.scrollWidth <= main.clientWidth);
    await person.see('linkage-item');
    expect(await fits()).toBe(true);
    await person.touch('linkage-switch');
    await person.see('linkage-item', { 'data-enabled': 'false' });
    await person.page.goto(`${server.baseUrl}${LIST}/${id}`);
    await person.see('linkage-form');
    expect(await fits()).toBe(true);
    expect(person.complaints).toEqual([]);
  });
});
