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

  it('calls a listener that was added during an event from the next event on', () => {
    const emitter = new TypedEmitter<Events>();
    const received: string[] = [];
    emitter.on('number', (n) => {
      received.push(`first${n}`);
      if (n === 1) emitter.on('number', (next) => received.push(`added${next}`));
    });
    emitter.emit('number', 1);
    emitter.emit('number', 2);
    expect(received).toEqual(['first1', 'first2', 'added2']);
  });

  it('refuses an event that it does not know and a listener that is no function', () => {
    const strict = new TypedEmitter<Events>({ number: true, error: true });
    expect(() => strict.on('numbre' as never, () => {})).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        details: { field: 'event', reason: 'event = "numbre"' },
      }),
    );
    expect(() => strict.on('number', 'log' as never)).toThrow(
      expect.objectContaining({ details: { field: 'listener', reason: 'listener = "log"' } }),
    );
    strict.on('number', () => {});
    expect(strict.listenerCount('number')).toBe(1);
    // Without a list of events, any name is one.
    new TypedEmitter<Events>().on('numbre' as never, () => {});
  });

  it('forgets the signal of a listener that was removed, and all listeners at once', () => {
    const emitter = new TypedEmitter<Events>();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    emitter.on('number', () => {}, { signal })();
    expect(removed.mock.calls[0]?.slice(0, 2)).toEqual(added.mock.calls[0]?.slice(0, 2));
    emitter.on('number', () => {});
    emitter.on('error', () => {});
    emitter.removeAllListeners();
    expect([emitter.listenerCount('number'), emitter.listenerCount('error')]).toEqual([0, 0]);
  });

  it('is left alone by a framework that wraps objects in proxies', () => {
    const emitter = new TypedEmitter<Events>();
    expect((emitter as unknown as Record<string, unknown>)['__v_skip']).toBe(true);
    expect(Object.keys(emitter)).toEqual([]);
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
    await expect(emitter.once('number', { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow(
      'late',
    );
    expect(emitter.listenerCount('number')).toBe(0);
  });

  it('once leaves nothing behind on the signal when the event came', async () => {
    const emitter = new TypedEmitter<Events>();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const next = emitter.once('number', { signal });
    emitter.emit('number', 7);
    await expect(next).resolves.toBe(7);
    expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      added.mock.calls.map(([type, listener]) => [type, listener]),
    );
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

  it('writes what a listener threw to the console where nothing else takes it', () => {
    vi.stubGlobal('reportError', undefined);
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const emitter = new TypedEmitter<Events>();
    const mine = new Error('mine');
    emitter.on('number', () => {
      throw mine;
    });
    emitter.emit('number', 1);
    expect(log).toHaveBeenCalledExactlyOnceWith(mine);
    log.mockRestore();
    vi.unstubAllGlobals();
  });

  it('writes an error without a listener to the console', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const emitter = new TypedEmitter<Events>();
    const error = new Error('lost?');
    emitter.emit('error', { error });
    expect(log).toHaveBeenCalledExactlyOnceWith(error);
    emitter.emit('error', 'plain' as never);
    expect(log).toHaveBeenLastCalledWith('plain');
    emitter.emit('number', 1);
    const off = emitter.on('error', () => {});
    emitter.emit('error', { error });
    expect(log).toHaveBeenCalledTimes(2);
    off();
    emitter.emit('error', { error });
    expect(log).toHaveBeenCalledTimes(3);
    log.mockRestore();
  });
});
