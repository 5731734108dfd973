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
