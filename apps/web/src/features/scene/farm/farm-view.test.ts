import type { FarmViewer } from 'farm3d-engine';
import type * as FarmEngine from 'farm3d-engine/farm';
import { plotShape } from 'farm3d-engine/farm';
import { expect, test } from 'vitest';
import { cropPlants } from './crop-models.ts';
import { createFarmView } from './farm-view.ts';

/** Two rows of a bed, 1.6 m apart. */
const ROWS = [
  { from: -8, to: 4, y: 0.3, z: 2 },
  { from: -8, to: 4, y: 0.35, z: 3.6 },
];

/** The engine's farm entry without a viewer: records what is made. */
function recorder() {
  const plots: FarmEngine.PlotOptions[] = [];
  const fields: FarmEngine.CropFieldOptions[] = [];
  const grown: number[] = [];
  class Plot {
    constructor(_: unknown, options: FarmEngine.PlotOptions) {
      plots.push(options);
    }
    dispose = () => {};
    setGrade = () => {};
    setMoisture = () => {};
    setTexture = () => Promise.resolve();
  }
  class CropField {
    readonly ready = Promise.resolve();
    constructor(_: unknown, options: FarmEngine.CropFieldOptions) {
      fields.push(options);
    }
    dispose = () => {};
    setGrowth = (growth: number) => Promise.resolve(void grown.push(growth));
  }
  const bed = { name: 'tomato', middle: { x: -2, y: 0.3, z: 2.8 }, rows: ROWS, setVisible: () => {} };
  const farm = { baseBeds: () => [bed], Plot, CropField, plotShape };
  const view = createFarmView({} as FarmViewer, farm as unknown as typeof FarmEngine);
  return { view, plots, fields, grown };
}

const plants = cropPlants('tomato')!;
const appearance = { boundary: null, colour: '#c9b53a', moisture: 30, skin: null };

test('the beds of a base model are plots in metres where their rows are: each row, and the floor below', async () => {
  const { view, plots } = recorder();
  await view.show({ ...appearance, crop: null });
  const found = plots.map(({ boundary, at }) => {
    const { low, high, area, polygons } = plotShape(boundary);
    const [x, z] = [at!.x, at!.z];
    return {
      low: [low[0] + x, low[1] + z],
      high: [high[0] + x, high[1] + z],
      y: at!.y,
      area,
      count: polygons.length,
    };
  });
  const metres = (value: number) => expect.closeTo(value, 9) as number;
  const box = { low: [metres(-8), metres(1.44)], high: [metres(4), metres(4.16)] };
  expect(found).toEqual([
    { ...box, y: metres(0.37), area: metres(2 * 12 * 1.12), count: 2 },
    { ...box, y: metres(0.27), area: metres(12 * 2.72), count: 1 },
  ]);
});

test('a crop has the growth that was computed for it, as a fraction of its stages', async () => {
  const { view, fields, grown } = recorder();
  await view.show({ ...appearance, crop: { id: 'tomato', plants, grown: 2.4 } });
  expect(fields).toMatchObject([{ growth: 2.4 / 6, stages: plants.stages }]);
  await view.show({ ...appearance, crop: { id: 'tomato', plants, grown: 5 } });
  expect(fields).toHaveLength(1);
  expect(grown).toEqual([5 / 6]);
});
