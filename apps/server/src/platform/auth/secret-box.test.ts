import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { SecretBox } from './secret-box.ts';

const box = new SecretBox(generateKeyPairSync('ed25519').privateKey, 'test');

it('opens what it sealed, only in its place, unchanged, and with its key', () => {
  const sealed = box.seal({ key: '口令' }, 'a');
  expect(sealed.toString()).not.toContain('口令');
  expect(box.open(sealed, 'a')).toEqual({ key: '口令' });
  expect(box.open(sealed, 'b')).toBeNull();
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  expect(box.open(changed, 'a')).toBeNull();
  expect(new SecretBox(generateKeyPairSync('ed25519').privateKey, 'test').open(sealed, 'a')).toBeNull();
  expect(box.open(Buffer.alloc(3), 'a')).toBeNull();
});

it('a secret of one purpose does not open as one of another', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const sealed = new SecretBox(privateKey, 'mail').seal({ a: 1 }, 'place');
  expect(new SecretBox(privateKey, 'mail').open(sealed, 'place')).toEqual({ a: 1 });
  expect(new SecretBox(privateKey, 'hook').open(sealed, 'place')).toBeNull();
  expect(new SecretBox(privateKey, '').open(sealed, 'place')).toBeNull();
});

it('the same secret is sealed differently each time, behind twelve bytes and the sixteen of its seal', () => {
  const secret = 'x'.repeat(32);
  const [one, other] = [box.seal([secret], 'a'), box.seal([secret], 'a')];
  expect([one.length, other.length]).toEqual([64, 64]);
  for (const part of [
    [0, 12],
    [12, 28],
    [28, 64],
  ] as const) {
    expect(one.subarray(...part)).not.toEqual(other.subarray(...part));
    // Each of the parts is needed.
    const mixed = Buffer.from(one);
    other.copy(mixed, part[0], ...part);
    expect(box.open(mixed, 'a')).toBeNull();
  }
  for (let length = 0; length < one.length; length += 1)
    expect(box.open(one.subarray(0, length), 'a')).toBeNull();
});
