import { describe, expect, it, vi } from 'vitest';
import { Disposer } from './disposer.ts';

describe('Disposer', () => {
  it('runs its callbacks once, in reverse order', () => {
    const done: number[] = [];
    const disposer = new Disposer();
    disposer.add(() => done.push(1));
    const owned = { dispose: () => void done.push(2) };
    expect(disposer.own(owned)).toBe(owned);
    expect(disposer.isDisposed).toBe(false);
    disposer.dispose();
    expect(disposer.isDisposed).toBe(true);
    disposer.dispose();
    expect(done).toEqual([2, 1]);
  });

  it('runs a callback at once when it is added after dispose', () => {
    const disposer = new Disposer();
    disposer.dispose();
    let undone = false;
    disposer.add(() => (undone = true));
    expect(undone).toBe(true);
  });

  it('continues after an error and throws the first error at the end', () => {
    const disposer = new Disposer();
    let reached = false;
    disposer.add(() => (reached = true));
    disposer.add(() => {
      throw new Error('second');
    });
    const first = new Error('first');
    disposer.add(() => {
      throw first;
    });
    let thrown: unknown;
    try {
      disposer.dispose();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(first);
    expect(reached).toBe(true);
  });

  it('removes DOM listeners', () => {
    const disposer = new Disposer();
    const target = new EventTarget();
    let calls = 0;
    disposer.listen(target, 'ping', () => calls++);
    target.dispatchEvent(new Event('ping'));
    disposer.dispose();
    target.dispatchEvent(new Event('ping'));
    expect(calls).toBe(1);
  });

  it('removes a listener of the capture phase by the options that it was added with', () => {
    const disposer = new Disposer();
    const target = new EventTarget();
    const removed = vi.spyOn(target, 'removeEventListener');
    disposer.listen(target, 'ping', () => {}, { capture: true });
    disposer.dispose();
    expect(removed).toHaveBeenCalledExactlyOnceWith('ping', expect.any(Function), { capture: true });
  });
});
