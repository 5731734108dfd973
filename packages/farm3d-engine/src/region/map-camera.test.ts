import { describe, expect, it } from 'vitest';
import { outlineOfBox, outlineOfBoxes, viewOf } from './map-camera.ts';

const FOV = 75;

/** Extremes of an outline in normalised device coordinates, in x and in y. */
function shares(outline: readonly number[], aspect: number) {
  const { position, target } = viewOf(outline, FOV, aspect);
  const half = Math.tan((FOV * Math.PI) / 360);
  const back = { y: position.y, z: position.z - target.z };
  const distance = Math.hypot(back.y, back.z);
  const [sin, cos] = [back.z / distance, back.y / distance];
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < outline.length; i += 2) {
    const z = outline[i + 1]! - target.z;
    const depth = distance - z * sin;
    xs.push((outline[i]! - target.x) / (depth * half * aspect));
    ys.push((-z * cos) / (depth * half));
  }
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

describe('viewOf', () => {
  it.each([
    [[-30, -20, 30, 20], 1.6],
    [[100, -40, 101.5, -39], 0.6],
    [[-180, -90, 180, 90], 2.2],
    [[5, 5, 5.01, 9], 1],
    [[0, 0, 40, 0.5], 1.5],
  ] as const)('shows all of %j at aspect %d, centred and close', (box, aspect) => {
    const { left, right, bottom, top } = shares(outlineOfBox(box), aspect);
    expect(Math.max(right - left, top - bottom) / 2).toBeCloseTo(0.9, 2);
    expect((left + right) / 2).toBeCloseTo(0, 2);
    expect((bottom + top) / 2).toBeCloseTo(0, 2);
  });

  it('is closer to a triangle than to its bounding box', () => {
    const boxes = Float32Array.from(Array.from({ length: 10 }, (_, i) => [-10 + i, i, 10 - i, i + 1]).flat());
    const box = [-10, 0, 10, 10] as const;
    const narrow = viewOf(outlineOfBoxes(boxes, [0, 0], box), FOV, 1.6);
    const wide = viewOf(outlineOfBox([-10, 0, 10, 10]), FOV, 1.6);
    expect(narrow.position.y).toBeLessThan(wide.position.y * 0.95);
  });
});
