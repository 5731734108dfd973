// Second tier (page): the map field of a form
import type { DrawnPlot } from '@farm3d/ui';
import { describe, expect, test } from 'vitest';
import { useFormPage } from './form-driver.ts';

const form = useFormPage();

/** Opens the drawing dialog and waits until the map can be drawn on. */
async function openMap(): Promise<{ x: number; y: number; width: number; height: number }> {
  const { person } = form;
  await form.open('plot');
  await person.click('field-plot');
  await person.see('plot-map', { 'data-ready': 'true' });
  const box = await (await person.see('plot-map')).boundingBox();
  return box!;
}
const sizeText = () => form.person.read('plot-size');
const save = async (): Promise<DrawnPlot> => {
  const { person } = form;
  await person.click('plot-save');
  await person.seeNo('plot-dialog');
  await person.click('submit');
  await person.page.waitForFunction(() => document.querySelector('form')?.dataset['dirty'] === 'false');
  return (await form.sent())!['plot'] as DrawnPlot;
};

describe('a plot', () => {
  test('is drawn by pointer, measured, edited, and stored with a preview', async () => {
    const { x, y, width, height } = await openMap();
    const { person } = form;
    const corners = [
      [0.3, 0.4],
      [0.7, 0.4],
      [0.7, 0.8],
      [0.3, 0.8],
      [0.3, 0.4],
    ].map(([across = 0, down = 0]) => [x + width * across, y + height * down] as const);
    for (const [left, top] of corners) {
      await person.page.mouse.move(left, top);
      await person.page.mouse.click(left, top);
    }
    await person.see('plot-map', { 'data-mode': 'select' });
    const before = await sizeText();
    expect(before).toMatch(/^面积 .+ ha · .+ mu长度 /);
    // A corner of the selected polygon is dragged outwards.
    const [left, top] = corners[2]!;
    await person.page.mouse.move(left, top);
    await person.page.mouse.down();
    await person.page.mouse.move(left + 30, top + 10, { steps: 4 });
    await person.page.mouse.up();
    await person.readUntil((text) => text !== before, 'plot-size');
    const plot = await save();
    expect(plot.geometry).toMatch(/^POLYGON\(\(/);
    expect(JSON.parse(plot.feature)).toMatchObject({ type: 'Feature', geometry: { type: 'Polygon' } });
    expect(plot.preview).toMatch(/^\/files\//);
    expect(plot.area).toBeGreaterThan(10_000);
    expect(plot.length).toBeGreaterThan(400);
    expect([plot.longitude, plot.latitude].map((degrees) => Math.round(degrees))).toEqual([119, 37]);
    const [preview] = await form.previews();
    expect(preview?.type).toBe('image/png');
    expect(preview?.size).toBeGreaterThan(1000);
    expect(person.complaints).toEqual([]);
  });

  test('is typed as points, and keeps them when it is opened again', async () => {
    await openMap();
    const { person } = form;
    await person.click('plot-points-open');
    await person.type('plot-points', '105, 30\n105.01, 30\n105.01, 30.01\n105, 30.01');
    await person.click('plot-points-apply');
    await person.readUntil((text) => text.includes('107.0'), 'plot-size');
    const plot = await save();
    expect(plot.geometry).toBe('POLYGON((105 30, 105.01 30, 105.01 30.01, 105 30.01, 105 30))');
    await person.click('field-plot');
    await person.readUntil((text) => text.includes('107.0'), 'plot-size');
  });

  test('stays in the dialog when its preview cannot be uploaded', async () => {
    await openMap();
    const { person } = form;
    await person.click('plot-line');
    await person.click('plot-points-open');
    await person.type('plot-points', '105, 30\n105.01, 30');
    await person.click('plot-points-apply');
    await person.readUntil((text) => text.startsWith('长度'), 'plot-size');
    await form.setNetwork('down');
    await person.click('plot-save');
    await person.page.waitForFunction(() => document.body.textContent?.includes('文件上传失败！'));
    await form.setNetwork('fine');
    expect(await save()).toMatchObject({ geometry: 'LINESTRING(105 30, 105.01 30)', area: 0 });
  });
});

test('a place is typed, checked, and picked on the map', async () => {
  await form.open('place');
  const { person } = form;
  await person.type('field-place-longitude', '181');
  await person.type('field-place-latitude', '30');
  await person.page.keyboard.press('Tab');
  await person.page.waitForFunction(() => document.body.textContent?.includes('请输入正确的经纬度'));
  await person.type('field-place-longitude', '118.5');
  await person.click('field-place-map');
  await person.see('place-map', { 'data-ready': 'true' });
  const box = (await (await person.see('place-map')).boundingBox())!;
  await person.page.mouse.click(box.x + box.width / 2 + 60, box.y + box.height / 2 + 40);
  await person.page.waitForFunction(
    () =>
      document.querySelector<HTMLInputElement>('[data-testid="field-place-longitude"]')?.value !== '118.5',
  );
  await person.click('submit');
  await person.page.waitForFunction(() => document.querySelector('form')?.dataset['dirty'] === 'false');
  const { longitude, latitude } = (await form.sent())!['place'] as { longitude: number; latitude: number };
  expect([longitude, latitude].map((degrees) => Math.round(degrees * 10) / 10)).toEqual([118.5, 30]);
});
