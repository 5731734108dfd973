import { expect, test, vi } from 'vitest';
import { Disposer } from '../core/disposer.ts';
import { ClickGuard } from './click-guard.ts';
import { TestElement, testPage } from './test-page.ts';

function setUp() {
  const page = testPage();
  const disposer = new Disposer();
  const guard = new ClickGuard(page.context.canvas, disposer);
  const received = vi.fn<() => void>();
  // The host's own listener, on its way down.
  page.canvas.addEventListener('click', received, true);
  return { ...page, disposer, guard, received };
}

test('a click is heard, unless a drag has ended before', () => {
  const { fire, guard, received } = setUp();
  expect(fire('click').defaultPrevented).toBe(false);
  expect(received).toHaveBeenCalledTimes(1);
  guard.arm();
  expect(fire('click').defaultPrevented).toBe(true);
  expect(received).toHaveBeenCalledTimes(1);
  // One click belongs to a drag.
  fire('click');
  expect(received).toHaveBeenCalledTimes(2);
});

test('a click after another press is heard', () => {
  const { fire, guard, received } = setUp();
  guard.arm();
  fire('pointerdown');
  expect(fire('click').isStopped).toBe(false);
  expect(received).toHaveBeenCalledOnce();
});

test('a press that a handle keeps for itself counts too', () => {
  const { fire, guard, canvas, received } = setUp();
  canvas.addEventListener('pointerdown', (event) => event.stopPropagation(), true);
  guard.arm();
  fire('pointerdown');
  fire('click');
  expect(received).toHaveBeenCalledOnce();
});

test('a click beside the canvas is heard', () => {
  const { fire, guard } = setUp();
  guard.arm();
  const { isStopped, defaultPrevented } = fire('click', {}, new TestElement('button'));
  expect([isStopped, defaultPrevented]).toEqual([false, false]);
  // The click on the canvas may still come.
  expect(fire('click').isStopped).toBe(true);
});

test('its disposal removes every listener', () => {
  const { disposer, guard, fire, view } = setUp();
  guard.arm();
  disposer.dispose();
  expect([fire('click').isStopped, view.listenerCount]).toEqual([false, 0]);
});
