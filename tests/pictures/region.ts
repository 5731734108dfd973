import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';

// Screenshots of the region map as a new user sees it, with the simulated territory of the demo farm: no real borders.

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
const WEBP_QUALITY = 86;
/** Time until camera flights and transitions have ended, milliseconds. */
const SETTLED_MS = 2_500;

mkdirSync(FOLDER, { recursive: true });

interface Picture {
  readonly name: string;
  readonly locale: 'zh-CN' | 'en';
  readonly theme: 'light' | 'dark';
  readonly measure: 'drought' | 'alarms' | 'devices';
  /** Area codes of the drill-down. */
  readonly area: string;
  readonly weather?: 'rain' | 'snow';
}

const PICTURES: readonly Picture[] = [
  { name: 'drought', locale: 'zh-CN', theme: 'light', measure: 'drought', area: '' },
  { name: 'province', locale: 'en', theme: 'light', measure: 'devices', area: 'SIM04' },
  { name: 'night', locale: 'en', theme: 'dark', measure: 'alarms', area: '' },
  { name: 'rain', locale: 'zh-CN', theme: 'light', measure: 'drought', area: '', weather: 'rain' },
];

const server = await startServer({ demo: true });
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  for (const { name, locale, theme, measure, area, weather } of PICTURES) {
    await page.evaluate(
      (given, look) => {
        localStorage.setItem('farm3d.locale', given);
        localStorage.setItem('farm3d.theme', look);
      },
      locale,
      theme,
    );
    await person.open(`/app/region${area === '' ? '' : `?area=${area}`}`);
    await person.see('region-legend');
    await person.click('region-measure', { 'data-measure': measure });
    if (weather) {
      await person.click('region-weather');
      await person.click(`menu-weather-${weather}`);
    }
    await page.mouse.move(5, 5);
    await new Promise((done) => setTimeout(done, SETTLED_MS));
    const file = join(FOLDER, `region-${name}.webp`) as `${string}.webp`;
    await page.screenshot({ path: file, type: 'webp', quality: WEBP_QUALITY });
    console.log(file);
  }
} finally {
  await browser.close();
  await server.stop();
}
