// Second tier (page): help
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The page with help and feedback, on a real server: an administrator and a technician.

const PASSWORD = 'a ladder in the barn';

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  await api.users.create({ username: 'tian', roles: ['technician'], password: PASSWORD });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(() => {
  contexts = [];
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
});

interface Visit {
  readonly person: Person;
  readonly record: CallRecord;
}

/** Logs in at home and opens the page by the navigation. */
async function visit(username: string, password: string, part?: string): Promise<Visit> {
  const context = await browser.createBrowserContext();
  contexts.push(context);
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const record = new CallRecord(page);
  const person = new Person(page, server.baseUrl);
  await person.enter('/app/help', password, username);
  if (part !== undefined) await person.click(`tab-${part}`);
  return { person, record };
}
const asAdmin = (part?: string): Promise<Visit> => visit('admin', server.adminPassword, part);
const asTechnician = (part?: string): Promise<Visit> => visit('tian', PASSWORD, part);

async function publish(person: Person, title: string, text: string): Promise<void> {
  await person.click('article-publish');
  await person.type('field-title', title);
  await person.type('field-content', text);
  await person.click('article-submit');
  await person.seeNo('article-dialog');
  await person.see('article', { 'data-title': title });
}

test('a tutorial, an instruction and a notice are published, read by a technician, and a tutorial deleted', async () => {
  const admin = await asAdmin();
  await admin.person.see('articles-empty');
  expect(await seriousFaults(admin.person.page)).toEqual([]);
  // An empty form names what is missing, and nothing is sent.
  await admin.person.click('article-publish');
  await admin.person.click('article-submit');
  const alerts = await admin.person.page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent));
  expect(alerts).toEqual(['有 2 处需要修改', '请输入标题', '请输入正文']);
  await admin.person.type('field-title', '安装土壤探头');
  await admin.person.type('field-content', '第一步：挖孔 <b>40 cm</b>。');
  await admin.person.click('article-submit');
  await admin.person.see('article', { 'data-title': '安装土壤探头' });
  await admin.person.click('tab-instructions');
  await publish(admin.person, 'TQ-3L 说明书', '供电 12 V。');
  await admin.person.click('tab-notices');
  await publish(admin.person, '今晚停水', '22 点至 24 点。');
  await admin.record.has('articles.publish');

  const { person, record } = await asTechnician();
  await person.seeNo('article-publish');
  await person.click('article-read', { 'data-title': '安装土壤探头' });
  // The text is never HTML.
  expect(await person.read('article-text')).toBe('第一步：挖孔 <b>40 cm</b>。');
  expect(await seriousFaults(person.page)).toEqual([]);
  await person.press('Escape');
  await person.seeNo('article-dialog');
  await person.click('tab-instructions');
  await person.see('article', { 'data-title': 'TQ-3L 说明书' });
  await person.click('tab-notices');
  await person.type('article-search', '水表');
  await person.see('articles-no-match');
  await person.type('article-search', '24 点');
  await person.click('article-export');
  await person.click('article-read', { 'data-title': '今晚停水' });
  expect(await person.read('article-text')).toBe('22 点至 24 点。');
  await record.shows('help/articles');
  expect(record.refused).toEqual([]);

  await admin.person.page.bringToFront();
  await admin.person.click('tab-tutorials');
  await admin.person.click('article-remove');
  await admin.person.click('confirm-ok');
  await admin.person.see('articles-empty');
  await admin.record.has('articles.remove');
});

test('a technician writes feedback, an administrator answers it, the technician reads the answer and deletes', async () => {
  const { person, record } = await asTechnician('feedback');
  await person.see('feedback-empty');
  // Only administrators see what others wrote.
  await person.seeNo('feedback-everybody');
  await person.click('feedback-new');
  await person.type('field-content', '三号阀门的图标太小。');
  await person.type('field-contact', '13800000000');
  await person.click('feedback-submit');
  await person.see('feedback-entry', { 'data-answered': 'false' });
  await person.click('feedback-new');
  await person.type('field-content', '导出很慢');
  await person.click('feedback-submit');
  await person.see('feedback-list', { 'data-count': '2' });
  expect(await seriousFaults(person.page)).toEqual([]);

  const admin = await asAdmin('feedback');
  await admin.person.see('feedback-empty');
  await admin.person.click('feedback-everybody');
  await admin.person.see('feedback-list', { 'data-count': '2' });
  const text = await admin.person.read('feedback-list');
  expect(text).toContain('tian');
  expect(text).toContain('13800000000');
  await admin.person.click('feedback-answer');
  await admin.person.type('field-answer', '下个版本改。');
  await admin.person.click('answer-submit');
  await admin.person.see('feedback-entry', { 'data-answered': 'true' });
  await admin.record.has('feedback.ofEverybody', 'feedback.answer');

  await person.page.bringToFront();
  await person.click('tab-notices');
  await person.click('tab-feedback');
  expect(await person.read('feedback-answer-text')).toContain('下个版本改。');
  await person.click('feedback-choose');
  await person.click('feedback-remove');
  await person.click('confirm-ok');
  await person.see('feedback-list', { 'data-count': '1' });
  await person.click('feedback-clear');
  await person.click('confirm-ok');
  await person.see('feedback-empty');
  await record.shows('help/feedback');
  expect(record.refused).toEqual([]);
  expect((await api.feedback.ofEverybody()).total).toBe(0);
});

test('the API documents are listed and downloaded', async () => {
  const { person, record } = await asTechnician('documents');
  expect(await person.read('documents')).toContain('平台接口');
  await person.click('document-download', { 'data-id': 'device' });
  await record.shows('help/open-api');
  expect(await seriousFaults(person.page)).toEqual([]);
});

test('after a failure the page says so, and a retry mends it', async () => {
  await api.articles.publish({ kind: 'notice', title: '开会', content: '明天' });
  const { person } = await asTechnician();
  await person.page.setRequestInterception(true);
  let isBroken = true;
  person.page.on('request', (request) => {
    if (isBroken && new URL(request.url()).pathname === '/notice/list') void request.abort('failed');
    else void request.continue();
  });
  await person.click('tab-notices');
  const retry = await person.page.waitForSelector('[role="alert"] button', { visible: true });
  isBroken = false;
  await retry!.click();
  await person.see('articles');
});
