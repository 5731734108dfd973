import { describe, expect, it } from 'vitest';
import { openGlb } from './gltf/container.ts';
import { contentHash, plainHash, sniffFormat } from './sniff.ts';

function header(magic: string, version: number, length: number, size: number): ArrayBuffer {
  const bytes = new ArrayBuffer(size);
  new Uint8Array(bytes).set(new TextEncoder().encode(magic).slice(0, size));
  const view = new DataView(bytes);
  if (size >= 8) view.setUint32(4, version, true);
  if (size >= 12) view.setUint32(8, length, true);
  return bytes;
}

const text = (content: string) => new TextEncoder().encode(content).buffer;

function codeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe('sniffFormat', () => {
  it.each([
    ['a GLB', header('glTF', 2, 64, 64), 'glb'],
    ['glTF', text(' \n{"asset":{}}'), 'gltf'],
    ['glTF behind a byte order mark', text('\uFEFF{"asset":{}}'), 'gltf'],
    ['binary FBX', text('Kaydara FBX Binary  \0\u001a\0'), 'fbx'],
    ['ASCII FBX', text('; FBX 7.3.0 project file\nFBXHeaderExtension:  {'), 'fbx'],
    ['ASCII FBX without its comment', text('FBXHeaderExtension: {'), 'fbx'],
    ['nothing at all', new ArrayBuffer(0), 'model-truncated'],
    ['the first two bytes', text('gl'), 'model-truncated'],
    ['an HTML page (a single-page fallback)', text('<!doctype html><html></html>'), 'model-wrong-type'],
    ['one wrong byte', text('x'), 'model-wrong-type'],
    ['a picture', text('\u0089PNG\r\n\u001a\n00000000'), 'model-wrong-type'],
  ])('%s', (_, bytes, expected) => {
    expect(codeOf(() => sniffFormat(bytes, '/a'))).toBe(expected);
  });
});

describe('openGlb', () => {
  it.each([
    ['a cut header', header('glTF', 2, 64, 10), 'model-truncated'],
    ['a cut body', header('glTF', 2, 64, 63), 'model-truncated'],
    ['no chunk', header('glTF', 2, 12, 12), 'model-truncated'],
    ['version 1', header('glTF', 1, 64, 64), 'model-unsupported'],
  ])('%s', (_, bytes, expected) => {
    expect(codeOf(() => openGlb(bytes))).toBe(expected);
  });
});

describe.each([
  ['contentHash', contentHash],
  ['plainHash, where the browser has none', plainHash],
])('%s', (_, hashOf) => {
  const bytes = (...values: number[]) => Uint8Array.from(values);

  it('is equal for equal bytes and changes with any bit', async () => {
    const base = Array.from({ length: 41 }, (_, i) => i * 7);
    const hash = await hashOf(bytes(...base));
    expect(await hashOf(bytes(...base))).toBe(hash);
    // At any offset of a buffer.
    expect(await hashOf(bytes(9, ...base, 9).subarray(1, -1))).toBe(hash);
    for (let i = 0; i < base.length; i++) {
      const changed = [...base];
      changed[i]! ^= 1;
      expect(await hashOf(bytes(...changed)), `byte ${i}`).not.toBe(hash);
    }
  });

  it('differs for different lengths', async () => {
    expect(await hashOf(bytes(0, 0, 0, 0))).not.toBe(await hashOf(bytes(0, 0, 0, 0, 0, 0, 0, 0)));
  });
});
