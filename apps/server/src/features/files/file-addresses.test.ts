import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { ADDRESS_SECONDS, heldPath, idInPath, pathOf, SignedAddresses } from './file-addresses.ts';

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

it('a path names its file, in any case of its letters; others name none', () => {
  const id = '7f8d5c9e-5f3f-4f59-9a44-1d86a1a7b0c1';
  expect(pathOf({ id, extension: 'png' })).toBe(`/files/${id}.png`);
  expect(idInPath(`/files/${id.toUpperCase()}.png`)).toBe(id);
  expect([idInPath('/files/x.png'), idInPath('')]).toEqual(['', '']);
});

it('an address has its holder, and the width of a preview', () => {
  expect(heldPath(PATH, 'h')).toBe('/files/a.png?v=h');
  expect(heldPath(PATH, 'h', 320)).toBe('/files/a.png?v=h&w=320');
});

it('the query of a path is signed with it', () => {
  const addresses = new SignedAddresses(privateKey, 'file');
  const address = addresses.sign(`${PATH}?v=h`);
  expect(address).toMatch(/^\/files\/a\.png\?v=h&e=\d+&s=[\w-]{43}$/);
  const query = new URL(address, 'http://farm').searchParams;
  const [expires, signature] = [query.get('e') ?? '', query.get('s') ?? ''];
  expect(addresses.verify(`${PATH}?v=h`, expires, signature)).toBe(true);
  expect(addresses.verify(`${PATH}?v=other`, expires, signature)).toBe(false);
  expect(addresses.verify(PATH, expires, signature)).toBe(false);
});

it('is the same for a quarter of an hour, or for its time when that is shorter', () => {
  let now = Date.parse('2026-05-01T00:00:00Z');
  const addresses = new SignedAddresses(privateKey, 'file', () => now);
  const expiry = (seconds?: number) => {
    const address = seconds === undefined ? addresses.sign(PATH) : addresses.sign(PATH, seconds);
    return (
      Number(new URL(address, 'http://farm').searchParams.get('e')) -
      Date.parse('2026-05-01T00:00:00Z') / 1000
    );
  };
  expect([expiry(), expiry(60)]).toEqual([900 + 3_600, 60 + 60]);
  now += 899_999;
  expect(expiry()).toBe(900 + 3_600);
  now += 1;
  expect([expiry(), expiry(60)]).toEqual([1_800 + 3_600, 960 + 60]);
});

it('opens until the last millisecond of its time, and with nothing that is no number or no signature', () => {
  let now = Date.parse('2026-05-01T00:07:00Z');
  const addresses = new SignedAddresses(privateKey, 'file', () => now);
  const [expires, signature] = signed(addresses);
  now = Number(expires) * 1000;
  expect(addresses.verify(PATH, expires, signature)).toBe(true);
  now += 1;
  expect(addresses.verify(PATH, expires, signature)).toBe(false);
  now = 0;
  expect(addresses.verify(PATH, undefined, signature)).toBe(false);
  expect(addresses.verify(PATH, expires, undefined)).toBe(false);
  expect(addresses.verify(PATH, `${expires}x`, signature)).toBe(false);
  expect(addresses.verify(PATH, `x${expires}`, signature)).toBe(false);
  expect(addresses.verify(PATH, ` ${expires}`, signature)).toBe(false);
  expect(addresses.verify(PATH, expires, signature.slice(0, -4))).toBe(false);
  expect(addresses.verify(PATH, expires, '')).toBe(false);
});
