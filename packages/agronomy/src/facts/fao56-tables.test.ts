import { describe, expect, it } from 'vitest';
import { CROPS } from '../data/crops.ts';
import { FAO56_CROPS } from './fao56-crops.ts';

describe('numbers of the crop table that are called published are printed in FAO-56', () => {
  it('for every crop', () => {
    expect(Object.keys(FAO56_CROPS).sort()).toEqual(CROPS.map(({ id }) => id).sort());
  });

  it.each(CROPS.map((crop) => [crop.id, crop] as const))('%s', (id, crop) => {
    const printed = FAO56_CROPS[id];
    if (crop.lengths.from === 'fao56-t11') expect(printed?.lengths).toContainEqual([...crop.lengths.value]);
    expect(printed).toMatchObject({
      kc: [...crop.kc.value],
      height: crop.maxHeight.value,
      root: [...crop.rootDepthMax.value],
      p: crop.p.value,
    });
  });
});
