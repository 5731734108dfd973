import { expect, test } from 'vitest';
import { GRADE_COLOURS, gradeColour, moistureColour, plotColour, UNKNOWN_COLOUR } from './plot-colour.ts';

const lightness = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

test('from light drought on, each worse grade is darker, so that the grades differ without colour', () => {
  const [, ...dry] = GRADE_COLOURS.map(lightness);
  for (const [index, value] of dry.entries()) {
    if (index > 0) expect(value).toBeLessThan((dry[index - 1] ?? 0) * 0.75);
  }
});

test('an unknown grade or moisture is grey, not green', () => {
  const unknown = { drought: { level: null }, soilMoisture: null };
  expect(plotColour(unknown, 'grade')).toBe(UNKNOWN_COLOUR);
  expect(plotColour(unknown, 'moisture')).toBe(UNKNOWN_COLOUR);
  expect(moistureColour(Number.NaN)).toBe(UNKNOWN_COLOUR);
});

test('the moisture ramp runs from sand to water and limits values outside it', () => {
  expect(moistureColour(-50)).toBe('#c9a45c');
  expect(moistureColour(20)).toBe('#c9a45c');
  expect(moistureColour(250)).toBe('#14639f');
  expect(moistureColour(60)).toMatch(/^#[\da-f]{6}$/);
  expect(moistureColour(60)).not.toBe(moistureColour(61));
});

test('a plot has the colour of its grade or of its moisture, as chosen', () => {
  const plot = { drought: { level: 4 }, soilMoisture: 100 };
  expect(plotColour(plot, 'grade')).toBe(gradeColour(4));
  expect(plotColour(plot, 'moisture')).toBe(moistureColour(100));
});
