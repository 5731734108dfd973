import type { CreatedDevice } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import type { Browser } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startCamera } from '../support/camera.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

// A device has its switches on its card and in the panel. The devices are played by the test, which decides when they answer
// and what they report.

const MIXER = {
  productModelCode: 'MIX-1',
  name: '搅拌罐',
  nameEn: 'Mixing tank',
  productTypeCode: 'JB',
  attributes: [
    {
      identify: 'startMixer',
      name: '搅拌',
      nameEn: 'Mixer',
      type: '1' as const,
      parameters: [{ parameterEnName: 'run', parameterName: '开关', parameterType: 'BOOLEAN' as const }],
      associationStates: [{ identify: 'paddleTurns' }],
    },
    {
      identify: 'paddleTurns',
      name: '桨叶转动',
      nameEn: 'Paddle turns',
      type: '3' as const,
      parameters: [
        { parameterEnName: 'paddleTurns', parameterName: '桨叶转动', parameterType: 'BOOLEAN' as const },
      ],
    },
  ],
};

/** A device that the test plays. */
interface Played {
  readonly device: CreatedDevice;
  readonly connection: MqttClient;
  readonly report: (values: object) => Promise<unknown>;
  readonly asked: () => Promise<unknown>;
  readonly answer: (status: string) => Promise<unknown>;
}

let server: RunningServer;
let browser: Browser;
let person: Person;
let valve: Played;
let mixer: Played;
let camera: CreatedDevice;

async function play(device: CreatedDevice): Promise<Played> {
  const unanswered: string[] = [];
  const connection = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: device.accessToken,
  });
  connection.on('message', (topic) => unanswered.push(topic));
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  const publish = (topic: string, message: object) =>
    connection.publishAsync(topic, JSON.stringify(message), { qos: 1 });
  return {
    device,
    connection,
    report: (values) => publish('v1/devices/me/telemetry', values),
    asked: () => waitFor(() => unanswered.length > 0, { what: 'the command' }),
    answer: (status) => publish(unanswered.shift()?.replace('request', 'response') ?? '', { status }),
  };
}

beforeAll(async () => {
  // Without the demo farm no port takes videos.
  server = await startServer({ env: { FARM3D_RTMP_PORT: '0' } });
  browser = await launchBrowser();
  const api = await server.client();
  await api.productModels.create(MIXER);
  const scene = await api.scenes.create({ name: '一号棚' });
  const place = async (name: string, productModelCode: string, x: number): Promise<CreatedDevice> => {
    const device = await api.devices.create({ name, productModelCode });
    await api.scenes.drag(scene.id, { deviceId: device.id, position: { x, y: 0, z: 0 } });
    return device;
  };
  valve = await play(await place('阀门', 'DCF-4', 0));
  mixer = await play(await place('搅拌罐', 'MIX-1', 3));
  camera = await place('摄像头', 'SP-DH2', -3);
});
afterAll(async () => {
  await Promise.all([valve, mixer].map((one) => one?.connection.endAsync(true)));
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  await person.openFirstScene();
});
afterEach(async () => {
  await person.page.browserContext().close();
});

const card = (device: { id: string }) => ({ 'data-device-id': device.id });

async function openPanel({ id }: { id: string }): Promise<void> {
  await person.click('object-list-item', card({ id }));
  await person.click('panel-open');
  await person.click('tab-control');
  await person.see('control-service');
}

/** State of both switches: on or off, and whether they wait. */
const switches = (): Promise<(string | null)[][]> =>
  Promise.all(
    ['card-switch', 'control-switch'].map((testId) =>
      person.page.$eval(Person.selector(testId), (one) => [
        one.getAttribute('aria-checked'),
        one.getAttribute('aria-busy'),
      ]),
    ),
  );
const bothShow = async (isOn: boolean, isWaiting: boolean): Promise<void> => {
  const each = [String(isOn), isWaiting ? 'true' : null];
  await expect.poll(switches, { timeout: PATIENCE_MS }).toEqual([each, each]);
};
/** What card and panel say of the last command. */
const progress = (): Promise<(string | undefined)[]> =>
  person.page.$$eval(Person.selector('command-progress'), (lines) =>
    lines.map((line) => (line as HTMLElement).dataset['kind']),
  );
const bothSay = (kind: string): Promise<unknown> =>
  expect.poll(progress, { timeout: PATIENCE_MS }).toEqual([kind, kind]);

test('a valve: unknown until it reports; card and panel agree; a command is sent, accepted, confirmed', async () => {
  await openPanel(valve.device);
  for (const testId of ['card-switch-state', 'control-switch-state']) {
    await person.readUntil((text) => text.startsWith('状态未知'), testId);
  }
  await person.seeNo('card-switch');
  await person.see('card-switch-on');
  await person.see('control-switch-off');

  await valve.report({ valveState: true });
  await bothShow(true, false);
  await valve.report({ valveState: false });
  await bothShow(false, false);

  // On the card. The button of the question is the verb.
  await person.click('card-switch');
  expect(await person.read('switch-dialog')).toContain('阀门');
  expect(await person.read('confirm-ok')).toBe('开启');
  await person.click('confirm-ok');
  await valve.asked();
  await bothShow(false, true);
  await bothSay('sent');
  await valve.answer('success');
  await bothSay('accepted');
  await bothShow(false, true);
  await valve.report({ valveState: true });
  await bothShow(true, false);
  await bothSay('confirmed');
  await person.readUntil((text) => text === '“阀门开关”已执行', 'toast');

  // In the panel, refused: both stay as the valve reports, and say that it failed.
  await person.click('control-switch');
  expect(await person.read('confirm-ok')).toBe('关闭');
  await person.click('confirm-ok');
  await valve.asked();
  await bothShow(true, true);
  await valve.answer('jammed');
  await bothSay('failed');
  await bothShow(true, false);
  expect(person.complaints).toEqual([]);
});

test('a product model of one’s own: the switch shows the state that it associates', async () => {
  await mixer.report({ paddleTurns: true });
  await openPanel(mixer.device);
  await bothShow(true, false);
  await mixer.report({ paddleTurns: false });
  await bothShow(false, false);
  expect(await person.read('card-switch-state')).toBe('已关闭');
  await person.click('control-switch');
  await person.click('confirm-ok');
  await mixer.asked();
  await mixer.answer('success');
  await mixer.report({ paddleTurns: true });
  await bothShow(true, false);
  await bothSay('confirmed');
  expect(person.complaints).toEqual([]);
});

test('the card of a camera plays its stream; the panel takes it over', async () => {
  const stop = startCamera(server.rtmpPort, camera.accessToken);
  try {
    await person.click('object-list-item', card(camera));
    await person.see('card-video');
    await person.see('video', { 'data-state': 'waiting' });
    await person.see('video', { 'data-state': 'playing' });
    const time = () =>
      person.page.$eval(`${Person.selector('card-video')} video`, (video) => video.currentTime);
    const begun = await time();
    await waitFor(async () => (await time()) > begun + 0.5, { what: 'the picture to go on' });
    await person.click('panel-open');
    await person.click('tab-video');
    await person.seeNo('card-video');
    await person.see('video');
  } finally {
    await stop();
  }
});
