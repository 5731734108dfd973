import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Disposer } from '../core/disposer.ts';
import { ClickGuard } from './click-guard.ts';
import { RectangleSelect } from './rectangle-select.ts';
import { TestElement, testPage } from './test-page.ts';

beforeEach(() => void vi.stubGlobal('HTMLElement', TestElement));

function setUp({ accepts = true } = {}) {
  const pickRectangle = vi.fn((...corners: [number, number, number, number]) => [`of ${corners.join(' ')}`]);
  const page = testPage({ pickRectangle });
  const selected = vi.fn<(ids: readonly string[], isAdding: boolean) => void>();
  const clicks = new ClickGuard(page.context.canvas, new Disposer());
  const before = page.view.listenerCount;
  const rectangle = new RectangleSelect(page.context, { accepts: () => accepts, selected }, clicks);
  const { canvas, container, state, pointer, fire, view } = page;
  /** Draws a rectangle from (120, 70) to (150, 110). */
  const draw = (fields = {}) => {
    pointer('pointerdown', 120, 70, fields);
    pointer('pointermove', 150, 110);
  };
  /** What is left of a rectangle. */
  const traces = () => ({
    frames: container.children.length,
    captured: canvas.captured,
    holds: state.holds,
    isDrawing: rectangle.isDrawing,
  });
  const isClickDelivered = () => !fire('click').isStopped;
  const listeners = () => view.listenerCount - before + canvas.listenerCount;
  return { ...page, rectangle, selected, pickRectangle, draw, traces, isClickDelivered, listeners };
}

const NONE = { frames: 0, captured: null, holds: 0, isDrawing: false };

test('a drag draws a rectangle over the canvas and holds pointer and camera', () => {
  const { draw, traces, container } = setUp();
  draw();
  expect(traces()).toEqual({ frames: 1, captured: 1, holds: 1, isDrawing: true });
  const [frame] = container.children;
  expect(frame?.dataset).toEqual({ farm3d: 'rectangle' });
  expect(frame?.style).toMatchObject({
    // In the container, which is at (100, 50).
    transform: 'translate(20px, 20px)',
    width: '30px',
    height: '40px',
    position: 'absolute',
    left: '0',
    top: '0',
    boxSizing: 'border-box',
    pointerEvents: 'none',
  });
});

test('the rectangle follows the pointer to either side of its start', () => {
  const { draw, pointer, container } = setUp();
  draw();
  pointer('pointermove', 110, 60);
  expect(container.children).toHaveLength(1);
  expect(container.children[0]?.style).toMatchObject({
    transform: 'translate(10px, 10px)',
    width: '10px',
    height: '10px',
  });
  // Also over the place of the press.
  pointer('pointermove', 121, 70);
  expect(container.children[0]?.style).toMatchObject({ width: '1px', height: '0px' });
});

test.each([
  [{}, false],
  [{ shiftKey: true }, true],
  [{ ctrlKey: true }, true],
  [{ metaKey: true }, true],
])('what lies in it is selected at its end; pressed with %o it is added: %j', (fields, isAdding) => {
  const { draw, pointer, selected, traces, isClickDelivered } = setUp();
  draw(fields);
  pointer('pointerup', 160, 100);
  expect(selected).toHaveBeenCalledExactlyOnceWith(['of 120 70 160 100'], isAdding);
  expect(traces()).toEqual(NONE);
  expect(isClickDelivered()).toBe(false);
  pointer('pointerup', 160, 100);
  pointer('pointermove', 200, 100);
  expect(selected).toHaveBeenCalledOnce();
  expect(traces()).toEqual(NONE);
});

test('a press that moves less than four pixels is a click', () => {
  const { pointer, selected, pickRectangle, traces, isClickDelivered } = setUp();
  pointer('pointerdown', 120, 70);
  pointer('pointermove', 122, 73);
  expect(traces()).toEqual({ ...NONE, holds: 1 });
  pointer('pointerup', 122, 73);
  expect([selected.mock.calls, pickRectangle.mock.calls]).toEqual([[], []]);
  expect(traces()).toEqual(NONE);
  expect(isClickDelivered()).toBe(true);
});

test.each([
  [124, 70],
  [120, 66],
])('at (%j, %j), four pixels from the press, it is drawn', (x, y) => {
  const { pointer, traces } = setUp();
  pointer('pointerdown', 120, 70);
  pointer('pointermove', x, y);
  expect(traces()).toMatchObject({ frames: 1 });
});

test('released beside the canvas before it is drawn, nothing is held any more', () => {
  // At the edge, or below a panel: the canvas has not captured the pointer, and hears nothing. It held the camera until the
  // next press, and drew a rectangle with no button down.
  const { pointer, traces, selected } = setUp();
  pointer('pointerdown', 101, 70);
  pointer('pointerup', 99, 70, {}, new TestElement());
  expect(traces()).toEqual(NONE);
  pointer('pointermove', 150, 110, { buttons: 0 });
  expect(traces()).toEqual(NONE);
  expect(selected).not.toHaveBeenCalled();
});

test.each([
  ['that the editor refuses', {}, false],
  ['with another button', { button: 2 }, true],
  ['of a second finger', { isPrimary: false, pointerId: 2 }, true],
])('a press %s draws nothing', (_, fields, accepts) => {
  const { draw, pointer, traces, selected } = setUp({ accepts });
  draw(fields);
  pointer('pointermove', 170, 110, fields);
  pointer('pointerup', 170, 110, fields);
  expect(traces()).toEqual(NONE);
  expect(selected).not.toHaveBeenCalled();
});

test('other pointers neither draw nor end it', () => {
  const { draw, pointer, traces, container, selected } = setUp();
  draw();
  const second = { pointerId: 2 };
  pointer('pointerdown', 200, 100, second);
  pointer('pointermove', 210, 110, second);
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture']) pointer(type, 210, 110, second);
  expect(traces()).toEqual({ frames: 1, captured: 1, holds: 1, isDrawing: true });
  expect(container.children[0]?.style['width']).toBe('30px');
  expect(selected).not.toHaveBeenCalled();
});

describe('without a selection it ends', () => {
  test.each<[string, (set: ReturnType<typeof setUp>) => void]>([
    ['by Escape', ({ press }) => expect(press('Escape')).toBe(true)],
    ['when the system takes the pointer', ({ pointer }) => void pointer('pointercancel', 0, 0)],
    ['when the capture is lost', ({ pointer }) => void pointer('lostpointercapture', 0, 0)],
    ['when the editor cancels it', ({ rectangle }) => rectangle.cancel()],
    ['when the editor is disposed of', ({ rectangle }) => rectangle.dispose()],
  ])('%s', (_, end) => {
    const set = setUp();
    set.draw();
    end(set);
    expect(set.traces()).toEqual(NONE);
    expect(set.isClickDelivered()).toBe(false);
    set.pointer('pointermove', 160, 100);
    set.pointer('pointerup', 160, 100);
    expect(set.traces()).toEqual(NONE);
    expect(set.selected).not.toHaveBeenCalled();
  });

  test('when the press has ended before it was drawn', () => {
    const { canvas, draw, traces, isClickDelivered } = setUp();
    canvas.isPressOver = true;
    draw();
    expect(traces()).toEqual(NONE);
    expect(isClickDelivered()).toBe(true);
  });
});

test('when the capture is gone already, it is not released again', () => {
  const { canvas, draw, pointer, traces } = setUp();
  draw();
  canvas.captured = null;
  expect(() => pointer('lostpointercapture', 0, 0)).not.toThrow();
  expect(traces()).toEqual(NONE);
});

test('Escape goes first to the rectangle, and without one to the others; other keys always do', () => {
  const { canvas, draw, pointer, press } = setUp();
  const others = vi.fn<() => void>();
  canvas.addEventListener('keydown', others);
  expect(press('Escape')).toBe(false);
  pointer('pointerdown', 120, 70);
  expect(press('Escape')).toBe(false);
  pointer('pointerup', 120, 70);
  expect(others).toHaveBeenCalledTimes(2);
  draw();
  expect(press('a')).toBe(false);
  expect(others).toHaveBeenCalledTimes(3);
  press('Escape');
  expect(others).toHaveBeenCalledTimes(3);
});

test('its disposal removes every listener', () => {
  const { rectangle, draw, traces, listeners } = setUp();
  expect(listeners()).toBeGreaterThan(0);
  rectangle.dispose();
  expect(listeners()).toBe(0);
  draw();
  expect(traces()).toEqual(NONE);
});
