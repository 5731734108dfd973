// Second tier (page): the list of product models
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '@farm3d/api';
import { PageVisit } from '../support/page-visit.ts';
import { shareOfChanged } from '../support/kept-picture.ts';
import type { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { chooseFromMenu, errorUnder, pickFile, previewPicture } from '../support/product-model-pages.ts';
import { realGlbPath } from '../support/real-glb.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { countTweens, gsapIsLoaded, tweenCounts } from '../support/tweens.ts';

// The pages about product models, on a real server.

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
let person: Person;
let record: CallRecord;
let folder: string;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  visit = await PageVisit.begin(server);
  folder = await mkdtemp(join(tmpdir(), 'farm3d-models-'));
});

afterAll(async () => {
  await visit?.end();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  ({ person, record } = await visit.newPage());
});

const open = (path = '/iotManagement/productModels'): Promise<void> => person.open(path);
const pick = (button: string, path: string): Promise<void> => pickFile(person, button, path);
const menu = (code: string, entry: string): Promise<void> => chooseFromMenu(person, code, entry);

test('the preview of a model plays no tween of the engine: gsap plays them once it is loaded', async () => {
  await countTweens(person.page);
  await open();
  await person.click('model-new');
  await pick('model-upload', realGlbPath());
  await person.see('model-preview', { 'data-state': 'drawn' });
  // Home moves the camera back.
  expect(await tweenCounts(person.page)).toMatchObject({ engine: 0 });
  await gsapIsLoaded(person.page);
  await person.page.focus(`${Person.selector('model-preview')} canvas`);
  await person.page.keyboard.press('Home');
  await expect.poll(async () => (await tweenCounts(person.page)).gsap).toBeGreaterThan(0);
  expect(await tweenCounts(person.page)).toMatchObject({ engine: 0 });
});

test('a new product model is created, with a GLB that is drawn before it is saved', async () => {
  await open();
  await person.click('model-new');
  await person.see('model-preview', { 'data-state': 'none' });
  const empty = await previewPicture(person);
  await pick('model-upload', realGlbPath());
  await person.see('model-preview', { 'data-state': 'drawn' });
  const drawn = await previewPicture(person);
  expect(await shareOfChanged(person.page, empty, drawn)).toBeGreaterThan(0.02);
  const triangles = Number(await person.attribute('model-preview', 'data-triangles'));
  expect(triangles).toBeGreaterThan(0);

  await person.type('model-code', 'LEAF-1');
  await person.type('model-type', 'YM');
  await person.type('model-name', '叶面湿度计');
  await person.type('model-name-en', 'Leaf wetness sensor');
  await person.type('model-interval', '300');
  await person.click('add-attributes');
  await person.type('part-identify', 'leafWetness');
  await person.type('part-name', '叶面湿度');
  await person.type('part-name-en', 'Leaf wetness');
  await person.type('parameter-unit', '%');
  await person.type('parameter-min', '0');
  await person.type('parameter-max', '100');
  await person.readUntil((text) => text.includes('0 … 100 %'), 'model-card');
  // Unsaved changes survive a reload, with the uploaded file.
  await person.page.reload();
  await person.see('model-restored');
  await person.see('model-preview', { 'data-state': 'drawn' });
  await person.click('model-save');
  await person.see('model-page-name');
  const { items } = await api.productModels.list();
  const made = items.find(({ code }) => code === 'LEAF-1')!;
  expect(made).toMatchObject({ nameEn: 'Leaf wetness sensor', reportingInterval: 300, state: 'active' });
  expect(made.modelPath).toMatch(/^\/files\/.*\.glb/);
  expect(new URL(person.page.url()).pathname).toBe(`/iotManagement/productModels/${made.id}`);
  expect((await api.productModels.attributes(made.id)).items).toMatchObject([
    {
      identify: 'leafWetness',
      parameters: [{ key: 'leafWetness', name: '叶面湿度', unit: '%', min: 0, max: 100 }],
    },
  ]);

  // Devices inherit an alarm template of it.
  await person.click('alarm-setting-add');
  await person.type('field-name', '叶面过湿');
  await person.type('field-bound', '95');
  await person.click('alarm-setting-save');
  await person.readUntil((text) => text === '叶面湿度高于 95 %', 'alarm-setting-text');
  expect((await api.alarmSettings.ofProduct(made.id)).items).toMatchObject([
    { name: '叶面过湿', condition: { key: 'leafWetness', op: '>', value: 95 } },
  ]);
  expect(person.complaints).toEqual([]);
});

describe('an error', () => {
  test('is shown at its field, by the rules of the form and by the server', async () => {
    await api.productModels.create({ productModelCode: 'TAKEN-1', name: '一', productTypeCode: 'YM' });
    await open('/iotManagement/productModels/new');
    await person.click('model-save');
    await person.readUntil((text) => text.includes('3'), 'model-problem');
    await person.focusIsAt('model-code');
    expect(await errorUnder(person, 'model-code')).toBe('请输入型号编码');
    await person.type('model-code', 'TAKEN-1');
    await person.type('model-type', 'YM');
    await person.type('model-name', '二');
    await person.click('add-attributes');
    await person.type('part-identify', 'a');
    await person.type('part-name', '甲');
    await person.type('parameter-min', '2');
    await person.type('parameter-max', '1');
    await person.click('model-save');
    await person.focusIsAt('parameter-max');
    expect(await errorUnder(person, 'parameter-max')).toBe('最大值不能小于最小值');
    await person.type('parameter-max', '3');
    // Only the server knows that the code is taken.
    await person.click('model-save');
    await person.focusIsAt('model-code');
    expect(await errorUnder(person, 'model-code')).toBe('该型号编码已存在');
    // A file with the name but not the content of a model.
    const path = join(folder, 'text.glb');
    await writeFile(path, 'this is no model');
    await pick('model-upload', path);
    await person.page.waitForFunction(
      () =>
        document.querySelector('[data-testid="model-upload"]')?.getAttribute('aria-invalid') === 'true' &&
        document.querySelector('[data-testid="model-preview"]')?.getAttribute('data-state') === 'none',
    );
    expect(person.complaints.filter((text) => !/40[09]|413|415/.test(text))).toEqual([]);
  });

  test('in an imported file is shown with its position, and nothing is imported', async () => {
    await open();
    const count = Number(await person.attribute('models', 'data-count'));
    const path = join(folder, 'models.json');
    await person.click('models-import');
    await writeFile(path, '{');
    await pick('model-import-choose', path);
    await person.click('model-import-submit');
    await person.readUntil((text) => text.includes('JSON'), 'model-import-problem');
    const model = { productModelCode: 'IN-1', name: '导入的', productTypeCode: 'YM' };
    const file = { format: 'farm3d.product-models', models: [model, { ...model, name: '' }] };
    await writeFile(path, JSON.stringify(file));
    await pick('model-import-choose', path);
    await person.click('model-import-submit');
    await person.readUntil((text) => text === 'models.1.name: 请输入名称', 'model-import-problem');
    await writeFile(path, JSON.stringify({ ...file, models: [model] }));
    await pick('model-import-choose', path);
    await person.click('model-import-submit');
    await person.see('models', { 'data-count': String(count + 1) });
  });
});

test('models are found by group, copied, retired and removed, by mouse and by keyboard', async () => {
  await person.fromHome('/iotManagement/productModels');
  await person.click('model-shelf', { 'data-value': 'TQ' });
  await person.see('model-tile', { 'data-code': 'TQ-3L' });
  await menu('TQ-3L', 'model-copy');
  await person.type('model-copy-code', 'TQ 3');
  await person.click('model-copy-submit');
  await person.page.waitForFunction(() => document.body.textContent?.includes('型号编码只能包含'));
  await person.type('model-copy-code', 'TQ-MINE');
  await person.page.keyboard.press('Enter');
  await person.see('model-page-name');
  await person.see('model-preview', { 'data-state': 'drawn' });
  const copy = (await api.productModels.list()).items.find(({ code }) => code === 'TQ-MINE')!;
  // By keyboard alone: the name, and the button that saves it.
  await person.reach('[data-testid="model-name"]');
  await person.chord('Control', 'A');
  await person.page.keyboard.type('我的墒情计');
  await person.page.keyboard.press('Enter');
  await person.page.waitForFunction(
    () => document.querySelector<HTMLElement>('[data-testid="model-form"]')?.dataset['dirty'] === 'false',
  );
  expect(await api.productModels.get(copy.id)).toMatchObject({
    name: '我的墒情计',
    version: copy.version + 1,
  });

  await person.page.goto(`${server.baseUrl}/iotManagement/productModels`);
  await person.type('model-search', 'mine');
  await menu('TQ-MINE', 'model-state');
  await person.see('model-tile', { 'data-code': 'TQ-MINE', 'data-state': 'retired' });
  await menu('TQ-MINE', 'model-delete');
  await person.click('confirm-ok');
  await person.see('models-none');
  // A built-in one can be read but not changed.
  await person.type('model-search', 'DCF-4');
  await person.click('model-open');
  await person.see('model-form');
  await person.seeNo('model-save');
  // It is worked by a switch, for a number of minutes.
  await person.readUntil((text) => text.includes('开关'), 'model-handle', { 'data-identify': 'switchValve' });
  await record.shows('product-models');
  expect(person.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});
