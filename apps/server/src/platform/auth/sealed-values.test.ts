import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { SealedValues } from './sealed-values.ts';

const makeKey = () => generateKeyPairSync('ed25519').privateKey;

test('a value opens with the same key, purpose and context only, and not when a bit of it is changed', () => {
  const key = makeKey();
  const box = new SealedValues(key, 'codes');
  const sealed = box.seal(Buffer.from('secret'), 'ada');
  expect(box.open(sealed, 'ada')?.toString()).toBe('secret');
  expect(sealed.includes('secret')).toBe(false);
  expect(box.open(sealed, 'grace')).toBeNull();
  expect(new SealedValues(key, 'cookies').open(sealed, 'ada')).toBeNull();
  expect(new SealedValues(makeKey(), 'codes').open(sealed, 'ada')).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.open(changed, 'ada')).toBeNull();
  }
  expect(box.open(Buffer.alloc(3), 'ada')).toBeNull();
});

test('the same value is sealed differently each time', () => {
  const box = new SealedValues(makeKey(), 'codes');
  const [one, other] = [1, 2].map(() => box.seal(Buffer.from('secret'), 'ada'));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
});
