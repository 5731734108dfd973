import type { ApiClient } from '@farm3d/api';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The plot of a scene: what it is coloured by, and what grows on it.

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;

beforeAll(async () => {
  server = await startServer({ demo: true });
  api = await server.client();
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  await person.openFirstScene();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('the plot is coloured by soil moisture or by drought grade, and the legend says what that means', async () => {
  await person.click('plot-colouring', { 'data-value': 'moisture' });
  await person.readUntil((text) => text.includes('番茄'), 'plot-now');
  const byMoisture = await person.attribute('plot-legend', 'data-colour');
  await person.click('plot-colouring', { 'data-value': 'grade' });
  await person.readUntil((text) => text.includes('番茄'), 'plot-now');
  expect(await person.read('plot-legend')).toContain('特旱');
  expect(await person.attribute('plot-legend', 'data-colour')).not.toBe(byMoisture);
});

test('another crop is planted: the date may not be in the future, and the server keeps it', async () => {
  await person.click('grow-crops-button');
  await person.see('crop-dialog');
  await person.click('crop-choice');
  await person.click('crop-choice-option', { 'data-value': '辣椒' });
  await person.page.$eval('[data-testid=crop-date]', (input) => {
    const field = input as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '2999-01-01');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await person.click('plot-save');
  await person.readUntil((text) => text.includes('种植日期不能晚于今天'), 'crop-dialog');
  await person.page.$eval('[data-testid=crop-date]', (input) => {
    const field = input as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '2026-01-05');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await person.click('plot-save');
  await person.seeNo('crop-dialog');
  const [scene] = (await api.scenes.list()).items;
  expect(scene).toMatchObject({ growCrop: '辣椒', growTime: '2026-01-05' });
  expect(person.complaints).toEqual([]);
});
