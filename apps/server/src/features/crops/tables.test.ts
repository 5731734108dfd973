import { CROPS, SOIL_TEXTURES } from '@farm3d/agronomy';
import { CROP_IDS, SOIL_TEXTURE_IDS } from '@farm3d/api';
import { expect, it } from 'vitest';

it('a plot may name every crop and soil texture of the tables, and no other', () => {
  expect(CROP_IDS).toEqual(CROPS.map(({ id }) => id));
  expect(SOIL_TEXTURE_IDS).toEqual(SOIL_TEXTURES.map(({ id }) => id));
});
