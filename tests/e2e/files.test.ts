// Second tier (page): files
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { PDF, picture } from '../support/fixtures.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The page about files, on a real server.

const PASSWORD = 'a ladder in the barn';
let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let context: BrowserContext;
let folder: string;
let person: Person;
let record: CallRecord;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'farm3d-files-'));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  record = new CallRecord(page);
  person = new Person(page, server.baseUrl);
});
afterEach(async () => {
  await context.close();
});

/** Logs in at home and opens the page by the navigation. */
async function openFiles(username: string, password: string): Promise<void> {
  await person.enter('/iotManagement/files', password, username);
}

async function upload(...files: readonly (readonly [name: string, bytes: Uint8Array | string])[]) {
  const paths = files.map(([name]) => join(folder, name));
  await Promise.all(files.map(([, bytes], at) => writeFile(paths[at] ?? '', bytes)));
  const chooser = person.page.waitForFileChooser();
  await person.click('files-upload');
  await (await chooser).accept(paths);
  await person.see('bulk-done', { 'data-running': 'false' });
}

test('files are uploaded together, found, viewed, downloaded as one archive, and deleted', async () => {
  await openFiles('admin', server.adminPassword);
  await person.see('files-empty');
  await upload(['温室 一号.png', picture(500, 250)], ['合同.pdf', PDF], ['脚本.svg', '<svg></svg>']);
  // Each refused file is named with the server's reason.
  expect(await person.read('bulk-failure')).toContain('脚本.svg');
  await person.click('bulk-close');
  await person.see('files', { 'data-count': '2' });
  await person.seeNo('bulk-progress');
  expect(await seriousFaults(person.page)).toEqual([]);

  await person.click('file-open', { 'data-name': '温室 一号.png' });
  const facts = await person.read('file-facts');
  expect(facts).toContain('500 × 250');
  expect(facts).toContain('admin');
  const preview = await person.see('file-preview');
  const width = await preview.evaluate(async (image) => {
    await (image as HTMLImageElement).decode();
    return (image as HTMLImageElement).naturalWidth;
  });
  expect(width).toBe(500);
  expect(await seriousFaults(person.page)).toEqual([]);
  await person.press('Escape');
  await person.seeNo('file-dialog');

  await person.click('file-choose', { 'data-name': '温室 一号.png' });
  await person.click('file-choose', { 'data-name': '合同.pdf' });
  await person.see('files-chosen', { 'data-count': '2' });
  const archive = person.page.waitForResponse((response) => response.url().includes('/multifile'));
  await person.click('files-download');
  const ids = new URL((await archive).url()).searchParams.get('ids')?.split(',') ?? [];
  const stored = await api.files.list(ids);
  expect(stored.items.map(({ originalName }) => originalName).toSorted()).toEqual(
    ['合同.pdf', '温室 一号.png'].toSorted(),
  );

  await person.type('file-search', '温室');
  await person.see('files', { 'data-count': '1' });
  await person.type('file-search', '没有这个');
  await person.see('files-no-match');
  await person.type('file-search', ' ');
  await person.see('files', { 'data-count': '2' });

  await person.click('files-delete');
  await person.click('confirm-ok');
  await person.see('bulk-done', { 'data-running': 'false' });
  await person.click('bulk-close');
  await person.see('files-empty');
  await record.shows('files');
  expect((await api.files.search()).total).toBe(0);
});

test('who did not upload a file may read it and cannot delete it', async () => {
  await api.users.create({ username: 'tian', roles: ['technician'], password: PASSWORD });
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username: 'tian',
    password: PASSWORD,
  });
  const theirs = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  await api.files.upload(new Blob([picture(12, 12)]), 'a.png');
  await theirs.files.upload(new Blob([picture(13, 13)]), 'b.png');
  await openFiles('tian', PASSWORD);
  await person.click('file-choose', { 'data-name': 'a.png' });
  const isOff = (testId: string) =>
    person.page.$eval(Person.selector(testId), (button) => (button as HTMLButtonElement).disabled);
  expect([await isOff('files-download'), await isOff('files-delete')]).toEqual([false, true]);
  await person.click('file-choose', { 'data-name': 'b.png' });
  await person.click('files-delete');
  await person.click('confirm-ok');
  await person.see('bulk-done', { 'data-running': 'false' });
  await person.click('bulk-close');
  await person.seeNo('file-row', { 'data-name': 'b.png' });
  await person.see('file-row', { 'data-name': 'a.png' });
  expect(record.refused).toEqual([]);
});
