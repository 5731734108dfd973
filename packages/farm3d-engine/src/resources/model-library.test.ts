import { describe, expect, it } from 'vitest';
import type { ModelData } from '../workers/model.contract.ts';
import { FrameBudget } from './frame-budget.ts';
import { type ModelDecoder, ModelLibrary } from './model-library.ts';

/** A triangle. */
function triangle(hash: string): ModelData {
  return {
    nodes: [
      {
        name: 'root',
        parent: -1,
        position: [0, 0, 0],
        quaternion: [0, 0, 0, 1],
        scale: [1, 1, 1],
        primitives: [],
      },
      {
        name: 'body',
        parent: 0,
        position: [1, 2, 3],
        quaternion: [0, 0, 0, 1],
        scale: [2, 2, 2],
        primitives: [0],
      },
    ],
    primitives: [
      {
        attributes: [
          {
            name: 'position',
            array: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
            itemSize: 3,
            normalized: false,
          },
        ],
        index: null,
        material: 0,
        box: [0, 0, 0, 1, 1, 0],
        triangles: 1,
      },
    ],
    materials: [],
    textures: [],
    images: [],
    clips: [],
    box: [1, 2, 3, 3, 4, 3],
    triangles: 1,
    sizeBytes: 100,
    hash,
  };
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

class FakeDecoder implements ModelDecoder {
  readonly requests: string[] = [];
  readonly aborted: string[] = [];
  readonly gates = new Map<string, ReturnType<typeof deferred<ModelData>>>();

  /** The content hash that the worker reports before decoding; unset: it does not report one. */
  readonly hashes = new Map<string, string>();
  decodes = 0;
  /** If set, a load whose content hash is known stays pending until it is aborted. */
  isAnswerHeld = false;

  load(
    path: string,
    _onProgress: unknown,
    signal?: AbortSignal,
    claim?: (hash: string) => boolean,
  ): Promise<ModelData | null> {
    this.requests.push(path);
    const hash = this.hashes.get(path);
    const isKnown = hash !== undefined && claim !== undefined && !claim(hash);
    if (isKnown && !this.isAnswerHeld) return Promise.resolve(null);
    if (!isKnown) this.decodes++;
    const gate = deferred<ModelData>();
    this.gates.set(path, gate);
    signal?.addEventListener('abort', () => {
      this.aborted.push(path);
      gate.reject(new DOMException('aborted', 'AbortError'));
    });
    return gate.promise;
  }
}

function setUp() {
  const decoder = new FakeDecoder();
  const library = new ModelLibrary(decoder, {
    budget: new FrameBudget(
      4,
      () => 0,
      () => Promise.resolve(),
    ),
  });
  return { decoder, library };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('ModelLibrary', () => {
  it('decodes once for any number of users and disposes with the last', async () => {
    const { decoder, library } = setUp();
    const pending = Array.from({ length: 100 }, () => library.acquire('/a.glb'));
    decoder.gates.get('/a.glb')!.resolve(triangle('h1'));
    const handles = await Promise.all(pending);
    expect(decoder.requests).toEqual(['/a.glb']);
    expect(new Set(handles.map(({ model }) => model)).size).toBe(1);
    let disposed = 0;
    handles[0]!.model.parts[0]!.geometry.addEventListener('dispose', () => disposed++);
    for (const handle of handles.slice(1)) handle.release();
    handles[1]!.release();
    expect([disposed, library.modelCount]).toEqual([0, 1]);
    handles[0]!.release();
    expect([disposed, library.modelCount]).toEqual([1, 0]);
  });

  it('applies the transforms of parent nodes to parts', async () => {
    const { decoder, library } = setUp();
    const pending = library.acquire('/a.glb');
    decoder.gates.get('/a.glb')!.resolve(triangle('h1'));
    const { model } = await pending;
    expect(model.parts.map(({ nodeName }) => nodeName)).toEqual(['body']);
    expect(model.parts[0]!.matrix.elements).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1]);
    expect(model.box.max.toArray()).toEqual([3, 4, 3]);
  });

  it('shares one model between two URLs with the same bytes', async () => {
    const { decoder, library } = setUp();
    const a = library.acquire('/a.glb');
    const b = library.acquire('/b.glb');
    decoder.gates.get('/a.glb')!.resolve(triangle('same'));
    decoder.gates.get('/b.glb')!.resolve(triangle('same'));
    const [first, second] = await Promise.all([a, b]);
    expect(second.model).toBe(first.model);
    first.release();
    expect(library.modelCount).toBe(1);
    second.release();
    expect(library.modelCount).toBe(0);
  });

  it('decodes equal content of two URLs once, also concurrently', async () => {
    const { decoder, library } = setUp();
    decoder.hashes.set('/a.glb', 'same').set('/b.glb', 'same');
    const a = library.acquire('/a.glb');
    const b = library.acquire('/b.glb');
    await settle();
    decoder.gates.get('/a.glb')!.resolve(triangle('same'));
    const [first, second] = await Promise.all([a, b]);
    expect([second.model === first.model, decoder.decodes]).toEqual([true, 1]);
  });

  it('lets the second user decode when the first aborts', async () => {
    const { decoder, library } = setUp();
    decoder.hashes.set('/a.glb', 'same').set('/b.glb', 'same');
    const controller = new AbortController();
    const a = library.acquire('/a.glb', { signal: controller.signal });
    const b = library.acquire('/b.glb');
    await settle();
    controller.abort();
    await expect(a).rejects.toMatchObject({ code: 'aborted' });
    await settle();
    decoder.gates.get('/b.glb')!.resolve(triangle('same'));
    await expect(b).resolves.toBeDefined();
    expect(decoder.decodes).toBe(2);
  });

  it('does not decode a released model again while it is cached', async () => {
    const { decoder, library } = setUp();
    decoder.hashes.set('/a.glb', 'h');
    const first = library.acquire('/a.glb');
    decoder.gates.get('/a.glb')!.resolve(triangle('h'));
    const handle = await first;
    const { model } = handle;
    let freed = 0;
    model.parts[0]!.geometry.addEventListener('dispose', () => freed++);
    handle.release();
    // Off the graphics card at once, but kept.
    expect([freed, library.modelCount, library.retainedBytes > 0]).toEqual([1, 0, true]);
    const again = await library.acquire('/a.glb');
    expect([again.model === model, decoder.decodes, library.modelCount]).toEqual([true, 1, 1]);
    library.dispose();
    expect(library.retainedBytes).toBe(0);
  });

  it('keeps nothing for an abort between the content hash and the response', async () => {
    const { decoder, library } = setUp();
    decoder.hashes.set('/a.glb', 'a');
    const first = library.acquire('/a.glb');
    decoder.gates.get('/a.glb')!.resolve(triangle('a'));
    (await first).release();
    expect(library.modelCount).toBe(0);
    // The worker has reported the content hash, and its response is pending.
    decoder.isAnswerHeld = true;
    const leaving = new AbortController();
    const again = library.acquire('/a.glb', { signal: leaving.signal });
    expect(library.modelCount).toBe(1);
    leaving.abort();
    await expect(again).rejects.toMatchObject({ code: 'aborted' });
    await expect.poll(() => library.modelCount).toBe(0);
    library.dispose();
  });

  it('evicts the oldest released model when the cache is full', async () => {
    const decoder = new FakeDecoder();
    const { sizeBytes } = (
      await (async () => {
        const { decoder: one, library } = setUp();
        const pending = library.acquire('/a.glb');
        one.gates.get('/a.glb')!.resolve(triangle('a'));
        return pending;
      })()
    ).model;
    const library = new ModelLibrary(decoder, {
      budget: new FrameBudget(
        4,
        () => 0,
        () => Promise.resolve(),
      ),
      retainedBytes: sizeBytes * 2,
    });
    for (const name of ['a', 'b', 'c']) {
      decoder.hashes.set(`/${name}.glb`, name);
      const pending = library.acquire(`/${name}.glb`);
      decoder.gates.get(`/${name}.glb`)!.resolve(triangle(name));
      (await pending).release();
    }
    expect(library.retainedBytes).toBe(sizeBytes * 2);
    const before = decoder.decodes;
    await library.acquire('/c.glb');
    expect(decoder.decodes).toBe(before);
    const a = library.acquire('/a.glb');
    decoder.gates.get('/a.glb')!.resolve(triangle('a'));
    await a;
    expect(decoder.decodes).toBe(before + 1);
  });

  it('stops a download when its last user aborts, not before', async () => {
    const { decoder, library } = setUp();
    const one = new AbortController();
    const two = new AbortController();
    const first = library.acquire('/a.glb', { signal: one.signal });
    const second = library.acquire('/a.glb', { signal: two.signal });
    one.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect(decoder.aborted).toEqual([]);
    two.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    expect(decoder.aborted).toEqual(['/a.glb']);
    expect(library.modelCount).toBe(0);
  });

  it('retries after a failure', async () => {
    const { decoder, library } = setUp();
    const first = library.acquire('/a.glb');
    decoder.gates.get('/a.glb')!.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    const second = library.acquire('/a.glb');
    decoder.gates.get('/a.glb')!.resolve(triangle('h'));
    await expect(second).resolves.toBeDefined();
    expect(decoder.requests).toHaveLength(2);
  });

  it('leaves nothing when disposed during a load', async () => {
    const { decoder, library } = setUp();
    const done = library.acquire('/done.glb');
    decoder.gates.get('/done.glb')!.resolve(triangle('d'));
    await done;
    const pending = library.acquire('/pending.glb');
    library.dispose();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    await settle();
    expect(decoder.aborted).toContain('/pending.glb');
    expect(library.modelCount).toBe(0);
    await expect(library.acquire('/x.glb')).rejects.toMatchObject({ code: 'disposed' });
  });
});
