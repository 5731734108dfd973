import { describe, expect, it } from 'vitest';
import { KEY_PAN, KEY_ORBIT, KEY_ZOOM, CameraKeys, type CameraKeyTarget } from './camera-keys.ts';

function setUp() {
  const calls: [string, ...number[]][] = [];
  const note =
    (name: string) =>
    (...numbers: number[]) =>
      void calls.push([name, ...numbers]);
  const target: CameraKeyTarget = {
    orbit: note('orbit'),
    pan: note('pan'),
    zoom: note('zoom'),
    restore: note('restore'),
    fit: note('fit'),
  };
  const element = new EventTarget();
  const keys = new CameraKeys(element as HTMLElement, target);
  const press = (key: string, modifiers: Partial<KeyboardEvent> = {}): boolean => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), {
      key,
      shiftKey: false,
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      ...modifiers,
    });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { reported: calls, press, keys };
}

describe('CameraKeys', () => {
  it.each([
    ['ArrowLeft', {}, ['orbit', -KEY_ORBIT, 0]],
    ['ArrowUp', {}, ['orbit', 0, -KEY_ORBIT]],
    ['ArrowRight', { altKey: true }, ['orbit', KEY_ORBIT / 4, 0]],
    ['ArrowRight', { shiftKey: true }, ['pan', KEY_PAN, 0]],
    ['ArrowUp', { shiftKey: true }, ['pan', 0, KEY_PAN]],
    ['+', {}, ['zoom', KEY_ZOOM]],
    ['-', {}, ['zoom', 1 / KEY_ZOOM]],
    ['Home', {}, ['restore']],
    ['f', {}, ['fit']],
  ] as const)('%s %o', (key, modifiers, expected) => {
    const { reported, press } = setUp();
    expect(press(key, modifiers)).toBe(true);
    expect(reported).toHaveLength(1);
    const [name, ...numbers] = reported[0]!;
    expect(name).toBe(expected[0]);
    for (const [i, number] of expected.slice(1).entries()) expect(numbers[i]).toBeCloseTo(Number(number), 12);
  });

  it('ignores the keys of the page and the browser', () => {
    const { reported, press } = setUp();
    for (const key of ['a', 'Tab', 'Enter', 'Escape', ' ']) expect(press(key)).toBe(false);
    expect(press('ArrowLeft', { ctrlKey: true })).toBe(false);
    expect(press('+', { metaKey: true })).toBe(false);
    expect(reported).toEqual([]);
  });

  it('handles no key after dispose', () => {
    const { reported, press, keys } = setUp();
    keys.dispose();
    press('Home');
    expect(reported).toEqual([]);
  });
});
