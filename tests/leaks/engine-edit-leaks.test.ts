// Second tier (leaks): edits
import type { Browser, CDPSession } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EditDriver } from '../browser/edit-page.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

const WARM_UP = 1;
const CYCLES = 3;
/** A planted leak is visible after fewer cycles. */
const PLANTED_CYCLES = 1;
const COUNTED = ['geometries', 'textures', 'models', 'listeners', 'nodes', 'kept'] as const;
type Plant = 'none' | 'editor' | 'kept';
type Census = Record<(typeof COUNTED)[number], number>;

let browser: Browser;
let server: PageServer;

beforeAll(async () => {
  server = await servePage('edit');
  browser = await launchBrowser({ args: ['--js-flags=--no-opt,--no-maglev,--no-sparkplug'] });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * One life cycle of an editor: a rectangle, a group moved by its handles, a cancelled placement, keys; then
 * it is disposed.
 */
async function runCycle(driver: EditDriver, plant: Plant): Promise<void> {
  const { page } = driver;
  await page.keyboard.down('Shift');
  await driver.press(await driver.screenOf(-7, 0, 4));
  await driver.moveTo(await driver.screenOf(6, 0, -4), 4);
  await driver.release();
  await page.keyboard.up('Shift');
  await driver.until((edit) => edit.editor.selection.length === 3);
  await driver.click('#translate');
  const handle = await driver.findHandle(await driver.screenOf(-1, 0.03, 0.1), { x: 1, y: 0 });
  await page.mouse.down();
  await driver.moveTo({ x: handle.x + 40, y: handle.y });
  await driver.release();
  await driver.click('#commit');
  await page.focus('canvas');
  await page.keyboard.press('ArrowRight');
  await driver.press(await driver.centre('#item-probe-1'));
  await driver.moveTo(await driver.screenOf(3, 0.03, 0.2));
  await driver.until((edit) => edit.viewer.stats().models === 3);
  await page.keyboard.press('Escape');
  await driver.release();
  await driver.until((edit) => edit.viewer.stats().models === 2);
  // Disposed during a transform.
  await driver.click('#rotate');
  await page.evaluate((plant) => {
    const { edit } = window;
    if (plant === 'kept') (window as { keptEditor?: unknown }).keptEditor = edit!.editor;
    if (plant !== 'editor') edit!.editor.dispose();
    edit!.renew();
    edit!.received.length = 0;
  }, plant);
}

async function census({ page }: EditDriver, cdp: CDPSession): Promise<Census> {
  let metrics: { name: string; value: number }[] = [];
  for (let round = 0; round < 4; round++) {
    await cdp.send('HeapProfiler.collectGarbage');
    ({ metrics } = await cdp.send('Performance.getMetrics'));
  }
  const metric = (name: string) => metrics.find((entry) => entry.name === name)!.value;
  const rest = await page.evaluate(async () => {
    await window.edit!.viewer.screenshot();
    const { geometries, textures, models } = window.edit!.viewer.stats();
    const kept = window.edit!.lives.filter((life) => life.deref()).length;
    return { geometries, textures, models, kept };
  });
  return { ...rest, listeners: metric('JSEventListeners'), nodes: metric('Nodes') };
}

/** Resources left by several life cycles of an editor on one viewer, as texts. */
async function findings(plant: Plant, cycles: number): Promise<string[]> {
  const driver = await new EditDriver().open(browser, server.url);
  try {
    const cdp = await driver.page.createCDPSession();
    await cdp.send('Performance.enable');
    await driver.reset('row');
    for (let i = 0; i < WARM_UP; i++) await runCycle(driver, 'none');
    await driver.reset('row');
    const before = await census(driver, cdp);
    for (let i = 0; i < cycles; i++) {
      await runCycle(driver, plant);
      // The objects are reset for the next cycle.
      await driver.reset('row');
    }
    const after = await census(driver, cdp);
    return COUNTED.filter((name) => after[name] > before[name]).map(
      (name) => `${after[name] - before[name]} ${name}`,
    );
  } finally {
    await driver.close();
  }
}

describe('life cycles of editors on one viewer', () => {
  it('leave no geometry, texture, model, listener, element or object', async () => {
    expect(await findings('none', CYCLES)).toEqual([]);
  });

  it.each([
    ['editor', /listeners.*kept/],
    ['kept', /kept/],
  ] as const)('the same check detects a planted leak: %s', async (plant, expected) => {
    expect((await findings(plant, PLANTED_CYCLES)).join('; ')).toMatch(expected);
  });
});
