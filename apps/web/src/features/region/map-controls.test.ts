import { expect, test } from 'vitest';
import { lengthText, scaleBar } from './map-controls.ts';

test('the scale bar has a round length and is 48 to 120 pixels wide', () => {
  for (const metresPerPixel of [0.3, 1, 7.7, 95, 1234, 20_000]) {
    const { metres, pixels } = scaleBar(metresPerPixel);
    expect(pixels).toBeLessThanOrEqual(120);
    expect(pixels).toBeGreaterThanOrEqual(48);
    expect(String(metres).replace(/0+$/, '')).toMatch(/^[125]$/);
  }
  expect([lengthText(500), lengthText(20_000)]).toEqual(['500 m', '20 km']);
});
