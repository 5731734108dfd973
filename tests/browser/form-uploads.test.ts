// Second tier (page): uploads of a form
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useFormPage } from './form-driver.ts';

const form = useFormPage();
/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farm3d-form-'));
  await Promise.all(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => writeFile(at(name), PIXEL)));
  await writeFile(at('report.pdf'), 'report');
  await writeFile(at('large.pdf'), Buffer.alloc(20 * 1024 * 1024 + 1));
  await Promise.all(Array.from({ length: 21 }, (_, n) => writeFile(at(`n${n}.txt`), `${n}`)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const choose = async (button: string, ...names: string[]): Promise<void> => {
  const { person } = form;
  const [chooser] = await Promise.all([person.page.waitForFileChooser(), person.click(button)]);
  await chooser.accept(names.map(at));
};
const files = () =>
  form.person.page.$$eval('[data-testid="material-file"]', (rows) =>
    rows.map((row) => (row as HTMLElement).dataset['name']),
  );
const waitForFiles = (count: number) =>
  form.person.page.waitForFunction(
    (wanted) =>
      document.querySelectorAll('[data-testid="material-remove"]').length === wanted &&
      document.querySelectorAll('[data-testid="material-drop"]').length === 0,
    {},
    count,
  );

describe('proof material', () => {
  test('has its title and hint, and takes several files', async () => {
    await form.open('proof');
    const { person } = form;
    expect(await person.read('field-proof')).toContain('证明材料');
    expect(await person.read('material-says')).toBe('请上传上报数据真实性证明材料');
    await choose('material-choose', 'report.pdf', 'a.png');
    await waitForFiles(2);
    expect(await files()).toEqual(['report.pdf', 'a.png']);
    await person.click('submit');
    await person.page.waitForFunction(() => document.querySelector('form')?.dataset['dirty'] === 'false');
    expect(await form.sent()).toMatchObject({ proof: [{ name: 'report.pdf' }, { name: 'a.png' }] });
  });

  test('takes at most twenty files, each of at most 20 MB', async () => {
    await form.open('proof');
    const { person } = form;
    await choose('material-choose', ...Array.from({ length: 21 }, (_, n) => `n${n}.txt`));
    expect(await person.readUntil((text) => text.startsWith('最多'), 'material-says')).toBe(
      '最多只能上传 20 个文件',
    );
    expect(await files()).toEqual([]);
    await choose('material-choose', 'large.pdf', 'report.pdf');
    await waitForFiles(1);
    expect(await person.read('material-says')).toBe('上传文件大小不能超过 20MB!');
    expect(await files()).toEqual(['report.pdf']);
  });

  test('shows progress, cancels, and retries uploads without a response', async () => {
    await form.open('proof');
    const { person } = form;
    await form.setNetwork('waiting');
    await choose('material-choose', 'report.pdf');
    await person.see('material-progress');
    await person.click('submit');
    expect(await form.sent()).toBeUndefined();
    await person.click('material-drop');
    expect(await files()).toEqual([]);
    await form.setNetwork('down');
    await choose('material-choose', 'report.pdf');
    expect(await person.read('material-failed')).toBe('文件上传失败！');
    await form.setNetwork('fine');
    await person.click('material-retry');
    await waitForFiles(1);
    await form.setNetwork('refusing');
    await choose('material-choose', 'a.png');
    expect(await person.readUntil((text) => text.startsWith('a.png'), 'material-says')).toBe(
      'a.png: 不支持该文件类型',
    );
    expect(await files()).toEqual(['report.pdf']);
  });
});

describe('pictures', () => {
  test('can be several up to the limit; one is deleted after a confirmation', async () => {
    await form.open('photos');
    const { person } = form;
    await choose('image-choose', 'a.png', 'b.png');
    await person.page.waitForFunction(
      () => document.querySelectorAll('[data-testid="image-shown"]').length === 2,
    );
    await choose('image-choose', 'c.png', 'd.png');
    expect(await person.readUntil((text) => text.startsWith('当前'), 'image-says')).toBe(
      '当前最大上传3个,还能上传1个',
    );
    await person.click('image-remove');
    const text = await person.read('image-remove-dialog');
    expect(text).toContain('警告');
    expect(text).toContain('确认要删除 a.png 图片吗?');
    await person.click('confirm-ok');
    await person.page.waitForFunction(
      () => document.querySelectorAll('[data-testid="image-shown"]').length === 1,
    );
  });

  test('one is replaced by the next', async () => {
    await form.open('cover');
    const { person } = form;
    await choose('image-choose', 'a.png');
    await person.page.waitForSelector('[data-testid="image-shown"][alt="a.png"]');
    await choose('image-choose', 'b.png');
    await person.page.waitForSelector('[data-testid="image-shown"][alt="b.png"]');
    await choose('image-choose', 'report.pdf');
    await person.readUntil((text) => text.startsWith('请选择图片文件'), 'image-says');
    expect(await person.page.$$eval('[data-testid="image-shown"]', (images) => images.length)).toBe(1);
  });
});

describe('the image viewer', () => {
  const view = async (): Promise<{ scale: number; angle: number }> =>
    form.person.page.$eval('[data-testid="image-viewer-view"]', (element) => ({
      scale: Number((element as HTMLElement).dataset['scale']),
      angle: Number((element as HTMLElement).dataset['angle']),
    }));
  const openViewer = async (): Promise<void> => {
    await form.open('photos');
    await choose('image-choose', 'a.png', 'b.png');
    await form.person.page.waitForFunction(
      () => document.querySelectorAll('[data-testid="image-shown"]').length === 2,
    );
    await form.person.click('image-view');
    await form.person.see('image-viewer');
  };

  test('zooms by 0.2 a click and 0.015 a step of the wheel, not below 0.2, and turns by 90°', async () => {
    await openViewer();
    const { person } = form;
    await person.click('image-viewer-larger');
    expect(await view()).toEqual({ scale: 1.2, angle: 0 });
    for (let click = 0; click < 7; click += 1) await person.click('image-viewer-smaller');
    expect(await view()).toEqual({ scale: 0.2, angle: 0 });
    await person.click('image-viewer-whole');
    const { width, height } = person.page.viewport()!;
    await person.page.mouse.move(width / 2, height / 2);
    await person.page.mouse.wheel({ deltaY: -120 });
    await person.page.waitForFunction(
      () =>
        document.querySelector<HTMLElement>('[data-testid="image-viewer-view"]')?.dataset['scale'] ===
        '1.015',
    );
    await person.click('image-viewer-right');
    await person.click('image-viewer-right');
    await person.click('image-viewer-left');
    expect((await view()).angle).toBe(90);
  });

  test('says so of an image that cannot be loaded', async () => {
    await form.open('photos');
    const { person } = form;
    const photo = { path: '/files/a', sizeBytes: 1 };
    await person.page.evaluate(
      (values) => localStorage.setItem('draft', values),
      JSON.stringify({
        photos: [
          { ...photo, id: '8', name: 'a.png', url: `data:image/png;base64,${PIXEL.toString('base64')}` },
          { ...photo, id: '9', name: '坏图.png', path: '/files/gone', url: '/no-such-image.png' },
        ],
      }),
    );
    await person.page.reload();
    // The broken one has no view of its own: it is reached from the one beside it.
    await person.page.waitForFunction(
      () => document.querySelectorAll('[data-testid="image-view"]').length === 1,
    );
    await person.click('image-view');
    await person.click('image-viewer-next');
    expect(await person.read('image-viewer-broken')).toBe('加载失败');
  });

  test('covers the page, is operated by keys, and pages through the images', async () => {
    await openViewer();
    const { person } = form;
    const zIndex = await person.page.$eval('[data-testid="image-viewer"]', (panel) => {
      for (let at: Element | null = panel; at; at = at.parentElement) {
        const { zIndex: index } = getComputedStyle(at);
        if (index !== 'auto') return index;
      }
      return null;
    });
    expect(zIndex).toBe('2000');
    for (const key of ['+', '+', 'r'] as const) await person.page.keyboard.press(key);
    expect(await view()).toEqual({ scale: 1.4, angle: 90 });
    await person.page.keyboard.press('0');
    expect(await view()).toEqual({ scale: 1, angle: 0 });
    await person.page.keyboard.press('ArrowRight');
    await person.page.waitForSelector('[data-testid="image-viewer"] img[alt="b.png"]');
    await person.page.keyboard.press('Escape');
    await person.seeNo('image-viewer');
  });

  test('is zoomed by two fingers', async () => {
    await openViewer();
    const { person } = form;
    const { width, height } = person.page.viewport()!;
    await person.pinch({ x: width / 2, y: height / 2 }, 100, 200);
    await person.page.waitForFunction(
      () =>
        Number(document.querySelector<HTMLElement>('[data-testid="image-viewer-view"]')?.dataset['scale']) >
        1.8,
    );
  });
});
