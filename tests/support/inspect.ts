import { existsSync } from 'node:fs';
import { launchBrowser } from './browser.ts';
import { MapInspector } from './inspect-maps.ts';
import { isMap, ModelInspectorPage } from './inspect-models.ts';

// `npm run inspect -- FILE…`: loads files with the engine in a headless browser and prints one JSON line per file.

const files = process.argv.slice(2);
const missing = files.find((file) => !existsSync(file));
if (files.length === 0 || missing !== undefined) {
  console.error(missing === undefined ? 'usage: npm run inspect -- FILE…' : `no such file: ${missing}`);
  process.exit(1);
}
const browser = await launchBrowser();
let isGood = true;
let maps: MapInspector | undefined;
let models: ModelInspectorPage | undefined;
try {
  for (const file of files) {
    const report = isMap(file)
      ? await (maps ??= await MapInspector.start(browser)).inspect(file)
      : await (models ??= await ModelInspectorPage.start(browser)).inspect(file);
    isGood &&= report.ok;
    console.log(JSON.stringify(report));
  }
} finally {
  await maps?.close();
  await models?.close();
  await browser.close();
}
process.exitCode = isGood ? 0 : 1;
