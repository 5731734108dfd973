import { describe, expect, it, vi } from 'vitest';
import { TypedEmitter } from './emitter.ts';

interface Events {
  number: number;
  error: { error: Error };
}

describe('TypedEmitter', () => {
  it('calls listeners in order until they are removed', () => {
    const emitter = new TypedEmitter<Events>();
    const received: string[] = [];
    const off = emitter.on('number', (n) => received.push(`a${n}`));
    emitter.on('number', (n) => received.push(`b${n}`));
    emitter.emit('number', 1);
    off();
    off();
    emitter.emit('number', 2);
    expect(received).toEqual(['a1', 'b1', 'b2']);
  });

  it('treats a function registered twice as two listeners', () => {
    const emitter = new TypedEmitter<Events>();
    let calls = 0;
    const listener = () => void calls++;
    const off = emitter.on('number', listener);
    emitter.on('number', listener);
    off();
    emitter.emit('number', 1);
    expect(calls).toBe(1);
  });

  it('stops on abort, and never starts with an aborted signal', () => {
    const emitter = new TypedEmitter<Events>();
    const controller = new AbortController();
    const listener = vi.fn();
    emitter.on('number', listener, { signal: controller.signal });
    controller.abort();
    emitter.on('number', listener, { signal: controller.signal });
    emitter.emit('number', 1);
    expect(listener).not.toHaveBeenCalled();
    expect(emitter.listenerCount('number')).toBe(0);
  });

  it('once resolves with the next payload, and rejects when aborted before', async () => {
    const emitter = new TypedEmitter<Events>();
    const next = emitter.once('number');
    emitter.emit('number', 7);
    emitter.emit('number', 8);
    await expect(next).resolves.toBe(7);
    const controller = new AbortController();
    const never = emitter.once('number', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(never).rejects.toThrow('enough');
    expect(emitter.listenerCount('number')).toBe(0);
  });

  it('calls the remaining listeners when one throws', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const emitter = new TypedEmitter<Events>();
    const received = vi.fn();
    emitter.on('number', () => {
      throw new Error('mine');
    });
    emitter.on('number', received);
    emitter.emit('number', 1);
    expect(received).toHaveBeenCalledOnce();
    expect(report).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('writes an error without a listener to the console', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const emitter = new TypedEmitter<Events>();
    const error = new Error('lost?');
    emitter.emit('error', { error });
    expect(log).toHaveBeenCalledExactlyOnceWith(error);
    emitter.on('error', () => {});
    emitter.emit('error', { error });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});
