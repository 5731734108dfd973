import { describe, expect, it } from 'vitest';
import { Disposer } from './disposer.ts';

describe('Disposer', () => {
  it('runs its callbacks once, in reverse order', () => {
    const done: number[] = [];
    const disposer = new Disposer();
    disposer.add(() => done.push(1));
    disposer.own({ dispose: () => void done.push(2) });
    disposer.dispose();
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
    disposer.add(() => {
      throw new Error('first');
    });
    expect(() => disposer.dispose()).toThrow('first');
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
});
