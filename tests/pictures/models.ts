import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

// Pictures of the built-in models in the engine's own light: `node --conditions=@farm3d/source tests/pictures/models.ts`.

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
mkdirSync(FOLDER, { recursive: true });

/** The devices in a row: where each stands along X, and its turn. */
const ROW: readonly (readonly [name: string, x: number, turn: number])[] = [
  ['soil-probe', -2.3, 0.5],
  ['valve', -1.1, 0.4],
  ['device-default', 0.1, 0.4],
  ['weather-station', 1.3, 0.3],
  ['camera', 2.7, 0.3],
];

const server = await servePage('viewer');
const browser = await launchBrowser();

async function take(file: string, fill: (driver: EngineDriver) => Promise<string | null>): Promise<void> {
  const driver = await EngineDriver.open(browser, server.url, 1120, 700);
  await driver.create({ quality: 'high' });
  const trouble = await fill(driver);
  if (trouble !== null) throw new Error(`${file}: ${trouble}`);
  await driver.untilStill();
  await driver.page.screenshot({ path: join(FOLDER, file) });
  await driver.page.close();
  console.log(join(FOLDER, file));
}

try {
  await take('models-devices.png', (driver) =>
    driver.load(
      layoutOf(
        ROW.map(([name, x, turn]) => ({ ...placed(name, x, 0), rotation: { x: 0, y: turn, z: 0 } })),
        { position: { x: 0.6, y: 1.5, z: 3.6 }, target: { x: 0.3, y: 1.5, z: 0 } },
      ),
      Object.fromEntries(ROW.map(([name]) => [name, `/models/${name}.glb`])),
    ),
  );
  await take('models-greenhouse.png', (driver) =>
    driver.load(
      layoutOf([placed('probe', 6.2, 2.24), placed('station', 14.6, 3.4)], {
        position: { x: 16.5, y: 3.6, z: 10 },
        target: { x: 6, y: 1.1, z: 0 },
      }),
      { probe: '/models/soil-probe.glb', station: '/models/weather-station.glb' },
      '/models/greenhouse.glb',
    ),
  );
} finally {
  await browser.close();
  await server.close();
}
