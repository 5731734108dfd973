// Second tier (page): the editor of product models
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '@farm3d/api';
import { PageVisit } from '../support/page-visit.ts';
import { binaryFbx, fbxBlocks, sheet } from '../support/fbx-fixture.ts';
import { picture } from '../support/fixtures.ts';
import { shareOfChanged } from '../support/kept-picture.ts';
import { Person } from '../support/person.ts';
import { chooseFromMenu, errorUnder, pickFile, previewPicture } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The files of product models, and every wrong input of their editor in both languages, on a real server.

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
let person: Person;
let folder: string;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  visit = await PageVisit.begin(server);
  folder = await mkdtemp(join(tmpdir(), 'farm3d-editor-'));
});

afterAll(async () => {
  await visit?.end();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  ({ person } = await visit.newPage());
});

const LIST = '/iotManagement/productModels';
const open = (path: string): Promise<void> => person.open(path);
const inFolder = async (name: string, content: Uint8Array | string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

/** Lets the browser save downloads. @returns reads a downloaded file when it is complete */
async function downloads(): Promise<(name: string) => Promise<string>> {
  const downloadPath = await mkdtemp(join(folder, 'downloads-'));
  const session = await person.page.browser().target().createCDPSession();
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    browserContextId: visit.context.id!,
    downloadPath,
  });
  return async (name) => {
    await waitFor(async () => (await readdir(downloadPath)).includes(name), { what: `${name} to be there` });
    return readFile(join(downloadPath, name), 'utf8');
  };
}

test('an FBX is drawn, an icon is shown, and the exported JSON makes another model', async () => {
  await open(`${LIST}/new`);
  await person.see('model-preview', { 'data-state': 'none' });
  const empty = await previewPicture(person);
  const fbx = binaryFbx(fbxBlocks({ ...sheet(200), unit: 100 }));
  await pickFile(person, 'model-upload', await inFolder('plate.fbx', fbx));
  await person.see('model-preview', { 'data-state': 'drawn' });
  expect(await shareOfChanged(person.page, empty, await previewPicture(person))).toBeGreaterThan(0.02);
  await pickFile(person, 'image-choose', await inFolder('icon.png', picture(64, 64)));
  await person.see('image-shown');
  await person.type('model-code', 'FILE-1');
  await person.type('model-type', 'YM');
  await person.type('model-name', '板');
  await person.click('add-attributes');
  await person.type('part-identify', 'leafWetness');
  await person.type('part-name', '叶面湿度');
  await person.type('parameter-max', '100');
  await person.click('model-save');
  await person.see('model-page-name');
  const made = (await api.productModels.list()).items.find(({ code }) => code === 'FILE-1')!;
  expect([made.modelPath, made.picture]).toEqual([
    expect.stringMatching(/^\/files\/.*\.fbx/),
    expect.stringMatching(/^\/files\//),
  ]);

  await person.page.goto(`${server.baseUrl}${LIST}`);
  const downloaded = await downloads();
  await chooseFromMenu(person, 'FILE-1', 'model-export');
  const file = JSON.parse(await downloaded('FILE-1.json')) as { models: Record<string, unknown>[] };
  expect(file).toMatchObject({
    format: 'farm3d.product-models',
    models: [
      {
        productModelCode: 'FILE-1',
        name: '板',
        productTypeCode: 'YM',
        attributes: [
          {
            identify: 'leafWetness',
            type: '0',
            parameters: [{ parameterEnName: 'leafWetness', min: null, max: 100 }],
          },
        ],
      },
    ],
  });
  const copy = { ...file, models: [{ ...file.models[0], productModelCode: 'FILE-2' }] };
  await person.click('models-import');
  await pickFile(person, 'model-import-choose', await inFolder('copy.json', JSON.stringify(copy)));
  await person.click('model-import-submit');
  await person.see('model-tile', { 'data-code': 'FILE-2' });
  const imported = (await api.productModels.list()).items.find(({ code }) => code === 'FILE-2')!;
  // Uploaded files belong to their organisation: the export leaves them out.
  expect([imported.modelPath, imported.picture]).toEqual([null, null]);
  expect((await api.productModels.attributes(imported.id)).items).toMatchObject([
    { identify: 'leafWetness', parameters: [{ key: 'leafWetness', max: 100 }] },
  ]);
  expect(person.complaints).toEqual([]);
});

test('what the 3D preview and the icon say for screen readers is in the language of the page', async () => {
  await open(`${LIST}/new`);
  await person.type('model-name', '板');
  await person.type('model-name-en', 'Plate');
  const fbx = binaryFbx(fbxBlocks({ ...sheet(200), unit: 100 }));
  await pickFile(person, 'model-upload', await inFolder('plate.fbx', fbx));
  await person.see('model-preview', { 'data-state': 'drawn' });
  await pickFile(person, 'image-choose', await inFolder('icon.png', picture(64, 64)));
  await person.see('image-shown');
  const spoken = (): Promise<string> =>
    person.page.evaluate(() =>
      [
        ...document.querySelectorAll('[data-testid="model-preview"], [data-testid="model-preview"] *'),
        ...document.querySelectorAll('[data-testid="model-icon"] img'),
      ]
        .flatMap((element) => [element.getAttribute('aria-label'), element.getAttribute('alt')])
        .filter(Boolean)
        .join('; '),
    );
  expect(await spoken()).toContain('板');
  await person.click('user-menu');
  await person.click('menu-en');
  await waitFor(async () => !/[\u4e00-\u9fff]/.test(await spoken()), { what: 'no Chinese text' });
  expect(await spoken()).toContain('Plate');
});

test('a model a tenth as large fills the preview as well', async () => {
  await open(`${LIST}/new`);
  await person.see('model-preview', { 'data-state': 'none' });
  const empty = await previewPicture(person);
  const share = async (name: string, unit: number): Promise<number> => {
    const fbx = binaryFbx(fbxBlocks({ ...sheet(200), unit }));
    await pickFile(person, 'model-upload', await inFolder(name, fbx));
    await person.see('model-preview', { 'data-state': 'drawn' });
    return shareOfChanged(person.page, empty, await previewPicture(person));
  };
  const large = await share('large.fbx', 100);
  await person.click('model-upload-remove');
  await person.see('model-preview', { 'data-state': 'none' });
  expect(await share('small.fbx', 10)).toBeGreaterThan(large / 2);
});

const LONG = 'x'.repeat(65);
/** Fields with a wrong text, and their messages. */
const WRONG = [
  ['model-code', 'a b', '型号编码只能包含字母、数字、点、横线和下划线，并以字母或数字开头', /code.*letters/i],
  [
    'model-type',
    'ym',
    '产品类型必须以大写字母开头，最多16个大写字母或数字',
    /product type begins with a capital/,
  ],
  ['model-name', ' ', '请输入名称', /^Enter a name$/],
  ['model-name-en', LONG, '内容过长', /^The value is too long$/],
  ['model-interval', '0', '上报间隔必须是 1 到 604800 秒的整数', /whole number of seconds from 1 to 604800/],
  ['part-identify', ' a', '标识首尾不能有空格，也不能含有控制字符', /identifier/i],
  ['part-name', ' ', '请输入名称', /^Enter a name$/],
  ['part-name-en', LONG, '内容过长', /^The value is too long$/],
  ['parameter-unit', LONG, '内容过长', /^The value is too long$/],
  ['parameter-min', '-', '请输入数字', /^Enter a number$/],
] as const;

describe('a wrong input is named at its field, in Chinese and in English:', () => {
  const inEnglish = async (): Promise<void> => {
    await person.click('user-menu');
    await person.click('menu-en');
    await person.page.waitForFunction(() => document.documentElement.lang === 'en');
  };

  test('texts and numbers', async () => {
    await open(`${LIST}/new`);
    await person.click('add-attributes');
    for (const [field, text] of WRONG) await person.type(field, text);
    await person.click('model-save');
    await person.focusIsAt('model-code');
    for (const [field, , chinese] of WRONG) expect(await errorUnder(person, field), field).toBe(chinese);
    expect(await person.read('model-problem')).toContain(String(WRONG.length));
    await inEnglish();
    for (const [field, , , english] of WRONG) expect(await errorUnder(person, field), field).toMatch(english);
    // Corrected one by one, each message goes with its fault.
    for (const [field, text] of [
      ['model-code', 'RIGHT-1'],
      ['model-type', 'YM'],
      ['model-name', 'Right'],
      ['model-name-en', 'Right'],
      ['model-interval', '60'],
      ['part-identify', 'a'],
      ['part-name', 'A'],
      ['part-name-en', 'A'],
      ['parameter-unit', '%'],
      ['parameter-min', '1'],
    ] as const) {
      await person.type(field, text);
      await person.page.waitForFunction(
        (selector) => document.querySelector(selector)?.getAttribute('aria-invalid') !== 'true',
        {},
        Person.selector(field),
      );
    }
    await person.click('model-save');
    await person.see('model-page-name');
  });

  test('a name that two attributes have', async () => {
    await open(`${LIST}/new`);
    await person.type('model-code', 'TWICE-1');
    await person.type('model-type', 'YM');
    await person.type('model-name', '二');
    for (const at of [0, 1]) {
      await person.click('add-attributes');
      await waitFor(async () => (await person.page.$$('[data-testid="part-identify"]')).length > at);
      for (const [field, text] of [
        ['part-identify', 'a'],
        ['part-name', '甲'],
      ] as const) {
        const fields = await person.page.$$(Person.selector(field));
        await fields[at]!.focus();
        await person.page.keyboard.type(text);
      }
    }
    await person.click('model-save');
    const errors = (): Promise<(string | null)[]> =>
      person.page.$$eval(Person.selector('part-identify'), (fields) =>
        fields.map((field) =>
          field.getAttribute('aria-invalid') === 'true'
            ? (document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '')
            : null,
        ),
      );
    await waitFor(async () => (await errors())[1] === '该产品型号已有此属性');
    expect((await errors())[0]).toBeNull();
    await inEnglish();
    expect(await errors()).toEqual([null, 'The product model has this attribute already']);
  });

  test('files', async () => {
    await open(`${LIST}/new`);
    const says = async (text: string): Promise<void> => {
      await person.page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('[role="alert"]')].some((alert) =>
            alert.textContent?.includes(wanted),
          ),
        {},
        text,
      );
    };
    const obj = await inFolder('model.obj', 'o cube');
    const large = await inFolder('large.glb', new Uint8Array(20 * 1024 * 1024 + 1));
    const noImage = await inFolder('text.png', 'this is no image');
    await pickFile(person, 'model-upload', obj);
    await says('请选择 .glb 或 .fbx 文件');
    await pickFile(person, 'model-upload', large);
    await says('20');
    await pickFile(person, 'model-upload', obj);
    await says('请选择 .glb 或 .fbx 文件');
    // A message that is there already follows the language, too.
    await inEnglish();
    await says('Choose a .glb or .fbx file');
    await pickFile(person, 'model-upload', large);
    await says('at most 20 MB');
    await pickFile(person, 'image-choose', noImage);
    await person.see('image-choose', { 'data-invalid': 'true' });
    // Nothing typed is lost by a refused file, and nothing of it is stored.
    expect(await person.attribute('model-form', 'data-dirty')).toBe('false');
  });

  test('an alarm template without a name or a bound', async () => {
    const { id } = await api.productModels.create({
      productModelCode: 'ALARM-1',
      name: '告警',
      productTypeCode: 'YM',
      attributes: [
        {
          identify: 'a',
          name: '甲',
          type: '0',
          parameters: [{ parameterEnName: 'a', parameterType: 'NUMERIC' }],
        },
      ],
    });
    await open(`${LIST}/${id}`);
    await person.click('alarm-setting-add');
    await person.type('field-name', '高');
    await person.click('alarm-setting-save');
    await waitFor(async () => (await errorUnder(person, 'field-bound')) === '请输入阈值');
    expect((await api.alarmSettings.ofProduct(id)).items).toEqual([]);
    await person.type('field-bound', '5');
    await person.type('field-name', ' ');
    await person.click('alarm-setting-save');
    await person.page.waitForFunction(
      (selector) => document.querySelector(selector)?.getAttribute('aria-invalid') === 'true',
      {},
      Person.selector('field-name'),
    );
    await person.page.keyboard.press('Escape');
    await person.seeNo('alarm-setting-dialog');
    await inEnglish();
    // What was typed is kept for the next time.
    await person.click('alarm-setting-add');
    await person.click('form-discard');
    await person.type('field-name', 'High');
    await person.click('alarm-setting-save');
    await waitFor(async () => (await errorUnder(person, 'field-bound')) === 'Enter: Threshold');
    await person.type('field-bound', '5');
    await person.click('alarm-setting-save');
    await person.readUntil((text) => text.endsWith('above 5'), 'alarm-setting-text');
  });
});
