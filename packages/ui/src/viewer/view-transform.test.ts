import { describe, expect, it } from 'vitest';
import { turnBy, WHOLE_IMAGE, ZOOM_CLICK, ZOOM_WHEEL, zoomBy, zoomTo } from './view-transform.ts';

const MIDDLE = { x: 0, y: 0 };

describe('the view of an image', () => {
  it('zooms by 0.2 a click and by 0.015 a step of the wheel', () => {
    expect(zoomBy(WHOLE_IMAGE, ZOOM_CLICK, MIDDLE).scale).toBe(1.2);
    expect(zoomBy(WHOLE_IMAGE, -ZOOM_WHEEL, MIDDLE).scale).toBe(0.985);
  });

  it('never gets smaller than 0.2, however often it is asked', () => {
    let view = WHOLE_IMAGE;
    for (let click = 0; click < 10; click += 1) view = zoomBy(view, -ZOOM_CLICK, MIDDLE);
    expect(view.scale).toBe(0.2);
    expect(zoomBy(view, ZOOM_CLICK, MIDDLE).scale).toBe(0.4);
  });

  it('keeps the point under the pointer where it is', () => {
    const at = { x: 100, y: -40 };
    const view = zoomTo({ ...WHOLE_IMAGE, x: 10, y: 5 }, 2, at);
    // The image point under `at` before: (at - shift) / scale.
    expect([(at.x - view.x) / view.scale, (at.y - view.y) / view.scale]).toEqual([90, -45]);
  });

  it('turns by quarters', () => {
    expect(turnBy(turnBy(WHOLE_IMAGE, 1), 1).angle).toBe(180);
    expect(turnBy(WHOLE_IMAGE, -1).angle).toBe(-90);
  });
});
