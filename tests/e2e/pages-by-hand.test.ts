// Second tier (page): every page by keys alone
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { picture } from '../support/fixtures.ts';
import { finger, keyboard, type Hand } from '../support/hand.ts';
import { Person } from '../support/person.ts';
import { openAsAdmin } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The main job of each page by finger and by keyboard alone; by mouse it is in the page's own file. Alarms and automations have
// journeys of their own for each hand.

const DESKTOP = { width: 1440, height: 900, deviceScaleFactor: 0.5 };
const PHONE = { width: 390, height: 844, deviceScaleFactor: 1, hasTouch: true, isMobile: true };

let server: RunningServer;
let api: ApiClient;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  await api.devices.create({ name: '一号探头', productModelCode: 'TQ-3L' });
  await api.files.upload(new Blob([picture(12, 12)]), '温室.png');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A person with one kind of hand. */
interface Worker {
  readonly by: string;
  readonly person: Person;
  readonly hand: Hand;
  /** Goes to a page by the navigation. */
  readonly go: (path: string) => Promise<void>;
  /** Chooses a tab of the page. */
  readonly toTab: (id: string) => Promise<void>;
}

const HANDS = {
  finger: (person: Person): Worker => {
    const hand = finger(person);
    return {
      by: '手指',
      person,
      hand,
      go: (path) => hand.choose('nav-more', `menu-${path}`),
      toTab: (id) => hand.press(`tab-${id}`),
    };
  },
  keyboard: (person: Person): Worker => ({
    by: '键盘',
    person,
    hand: keyboard(person),
    go: async (path) => {
      await person.reach(`nav a[href="${path}"]`);
      await person.press('Enter');
    },
    toTab: async (id) => {
      await person.reach('[role="tab"][aria-selected="true"]');
      const isThere = () =>
        person.page.evaluate(
          (wanted) => document.activeElement?.getAttribute('data-testid') === wanted,
          `tab-${id}`,
        );
      while (!(await isThere())) await person.press('ArrowRight');
    },
  }),
};

/** A day is chosen in the browser's own calendar, which no test reaches. */
const setDay = (person: Person, testId: string, day: string): Promise<void> =>
  person.page.$eval(
    Person.selector(testId),
    (field, value) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    day,
  );

async function plant({ by, person, hand, go, toTab }: Worker): Promise<void> {
  const crop = `${by}黄瓜`;
  const planted = async () => (await api.crops.plants()).items.filter((one) => one.crop === crop);
  await go('/iotManagement/crops');
  await hand.press('plant-new');
  await hand.fill('field-crop', crop);
  await setDay(person, 'field-growTime', '2026-01-02');
  await hand.press('plant-submit');
  await person.seeNo('plant-dialog');
  expect(await planted()).toHaveLength(1);
  await toTab('models');
  await person.see('growth-model', { 'data-id': 'cucumber' });
  await toTab('library');
  await person.see('library-record');
  await person.open('/iotManagement/crops?tab=plants');
  await hand.press('plant-edit');
  await hand.fill('field-name', '西区');
  await hand.press('plant-submit');
  await person.readUntil((text) => text.includes('西区'), 'plants');
  await hand.press('plant-remove');
  await hand.press('confirm-ok');
  await person.see('plants-empty');
  expect(await planted()).toEqual([]);
}

async function manageDevices({ by, person, hand, toTab }: Worker): Promise<void> {
  const name = `${by}的探头`;
  await person.open('/iotManagement/devices');
  await hand.press('device-new');
  await hand.fill('field-name', name);
  await hand.choose('field-productModelCode', 'field-productModelCode-option', { 'data-value': 'TQ-3L' });
  await hand.press('device-create-submit');
  await hand.press('device-created-done');
  await hand.fill('device-search', name);
  await person.see('device-table', { 'data-total': '1' });
  await hand.press('device-select');
  await person.see('bulk-count', { 'data-count': '1' });
  await hand.press('bulk-none');
  await hand.press('device-open');
  await person.see('device-page-name');
  await hand.press('device-tab-settings');
  await hand.fill('field-thirdId', 'T-1');
  await hand.press('device-save');
  await waitFor(async () => (await api.devices.list({ name })).items[0]?.thirdId === 'T-1', {
    what: 'the saved device',
  });
  await person.open('/iotManagement/productModels');
  await hand.press('models-import');
  await person.see('model-import-choose');
  await person.press('Escape');
  await person.open('/iotManagement/statistics');
  await hand.press('statistics-days-7');
  await person.see('statistics-days-7', { 'aria-pressed': 'true' });
  await person.open('/iotManagement/shares');
  await hand.press('share-new');
  await hand.press('share-form-submit');
  await person.see('field-devices', { 'aria-invalid': 'true' });
  await person.press('Escape');
  await toTab('received');
  await person.see('shares-received-none');
}

async function arrange({ by, person, hand, go }: Worker): Promise<void> {
  await go('/iotManagement/groups');
  await hand.press('group-new');
  await hand.fill('field-name', `${by}组`);
  await hand.press('group-submit');
  await person.readUntil((text) => text === `${by}组`, 'group-title');
  await go('/iotManagement/departments');
  await hand.press('department-new');
  await hand.fill('field-name', `${by}部`);
  await hand.press('department-submit');
  await person.readUntil((text) => text.includes(`${by}部`), 'departments');
  await go('/iotManagement/users');
  await hand.press('user-new');
  await hand.fill('field-username', '不合规 的名字');
  await hand.press('user-submit');
  await person.see('field-username', { 'aria-invalid': 'true' });
  await person.press('Escape');
  await go('/iotManagement/workOrders');
  await hand.press('order-new');
  await hand.fill('field-title', `${by}检查水泵`);
  await hand.press('order-submit');
  await person.readUntil((text) => text.includes(`${by}检查水泵`), 'order-board');
  // It is opened beside the board.
  await person.see('order-panel');
  await person.press('Escape');
  await person.seeNo('order-panel');
}

async function read({ by, person, hand, go, toTab }: Worker): Promise<void> {
  await go('/app/help');
  await hand.press('article-publish');
  await hand.fill('field-title', `${by}须知`);
  await hand.fill('field-content', '先看再动手。');
  await hand.press('article-submit');
  await hand.press('article-read', { 'data-title': `${by}须知` });
  expect(await person.read('article-text')).toBe('先看再动手。');
  await person.press('Escape');
  await go('/iotManagement/files');
  await hand.press('file-open');
  await person.see('file-preview');
  await person.press('Escape');
  await go('/iotManagement/logs');
  await hand.press('logs-verify');
  await person.readUntil((text) => text.includes('未被改动'), 'logs-verdict');
  await go('/app/notifications');
  await toTab('settings');
  await hand.press('channel-new');
  await hand.press('channel-submit');
  await person.page.waitForSelector('[role="dialog"] [aria-invalid="true"]');
  await person.press('Escape');
  await person.open('/app/account');
  await hand.press('key-new');
  await hand.press('key-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.press('Escape');
  await person.open('/iotManagement/organisations');
  await hand.press('organisation-new');
  await hand.press('organisation-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.press('Escape');
  await person.open('/iotManagement/intelligence/scene');
  await hand.press('scene-new');
  await hand.press('scene-create-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.press('Escape');
  await person.open('/app');
  await hand.press('home-figure-silent');
  await person.see('device-row');
}

test.each([
  ['finger', PHONE],
  ['keyboard', DESKTOP],
] as const)('each page does its job by %s', async (kind, viewport) => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(viewport);
  const person = new Person(page, server.baseUrl);
  const worker = HANDS[kind](person);
  await openAsAdmin(person, server, '/app');
  await person.see('home-scenes-none');
  for (const job of [plant, manageDevices, arrange, read]) await job(worker);
  expect(person.complaints).toEqual([]);
  await context.close();
});
