import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { ADDRESS_SECONDS, SignedAddresses } from './file-addresses.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const PATH = '/files/a.png';

function signed(addresses: SignedAddresses): [string, string] {
  const query = new URL(addresses.sign(PATH), 'http://farm').searchParams;
  return [query.get('e') ?? '', query.get('s') ?? ''];
}

it('opens its file for an hour to an hour and a quarter, and no longer', () => {
  let now = Date.parse('2026-05-01T00:07:00Z');
  const addresses = new SignedAddresses(privateKey, 'file', () => now);
  const [expires, signature] = signed(addresses);
  now += ADDRESS_SECONDS * 1000;
  expect(addresses.verify(PATH, expires, signature)).toBe(true);
  now += 15 * 60_000;
  expect(addresses.verify(PATH, expires, signature)).toBe(false);
  // A later expiry with the old signature is invalid, too.
  expect(addresses.verify(PATH, String(Number(expires) + 3600), signature)).toBe(false);
});

it('opens nothing else', () => {
  const addresses = new SignedAddresses(privateKey, 'file');
  const [expires, signature] = signed(addresses);
  expect(addresses.verify(PATH, expires, signature)).toBe(true);
  expect(addresses.verify('/files/b.png', expires, signature)).toBe(false);
  expect(new SignedAddresses(privateKey, 'video').verify(PATH, expires, signature)).toBe(false);
});
