import { describe, expect, it } from 'vitest';
import { assertGlb, contentHash } from './sniff.ts';

function header(magic: string, version: number, length: number, size: number): ArrayBuffer {
  const bytes = new ArrayBuffer(size);
  new Uint8Array(bytes).set(new TextEncoder().encode(magic).slice(0, size));
  const view = new DataView(bytes);
  if (size >= 8) view.setUint32(4, version, true);
  if (size >= 12) view.setUint32(8, length, true);
  return bytes;
}

const text = (content: string) => new TextEncoder().encode(content).buffer;

describe('assertGlb', () => {
  it.each([
    ['a whole file', header('glTF', 2, 64, 64), null],
    ['a file with something behind it', header('glTF', 2, 64, 80), null],
    ['nothing at all', new ArrayBuffer(0), 'model-truncated'],
    ['the first two bytes', text('gl'), 'model-truncated'],
    ['a cut header', header('glTF', 2, 64, 10), 'model-truncated'],
    ['a cut body', header('glTF', 2, 64, 63), 'model-truncated'],
    ['an HTML page (a single-page fallback)', text('<!doctype html><html></html>'), 'model-wrong-type'],
    ['one wrong byte', text('x'), 'model-wrong-type'],
    ['a picture', text('\u0089PNG\r\n\u001a\n00000000'), 'model-wrong-type'],
    ['version 1', header('glTF', 1, 64, 64), 'model-wrong-type'],
  ])('%s', (_, bytes, code) => {
    let thrown: unknown = null;
    try {
      assertGlb(bytes, '/a.glb');
    } catch (error) {
      thrown = error;
    }
    if (code === null) expect(thrown).toBeNull();
    else expect(thrown).toMatchObject({ code, details: { path: '/a.glb' } });
  });
});

describe('contentHash', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

  it('is the same for the same bytes and differs by one bit anywhere', () => {
    const base = Array.from({ length: 41 }, (_, i) => i * 7);
    const hash = contentHash(bytes(...base));
    expect(contentHash(bytes(...base))).toBe(hash);
    for (let i = 0; i < base.length; i++) {
      const changed = [...base];
      changed[i]! ^= 1;
      expect(contentHash(bytes(...changed)), `byte ${i}`).not.toBe(hash);
    }
  });

  it('tells lengths apart', () => {
    expect(contentHash(bytes(0, 0, 0, 0))).not.toBe(contentHash(bytes(0, 0, 0, 0, 0, 0, 0, 0)));
  });
});
