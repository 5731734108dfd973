import { describe, expect, it, test } from 'vitest';
import { isNetwork, sourceOf, TrustedProxies } from './client-address.ts';

describe('the address of a client', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '::1', '192.0.2.7']);
  const via = (remote: string, chain?: string): string =>
    proxies.clientOf(remote, chain === undefined ? {} : { 'x-forwarded-for': chain });

  it('is the remote one unless that is a trusted proxy', () => {
    expect(via('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5');
    expect(via('::ffff:203.0.113.5', '198.51.100.1')).toBe('203.0.113.5');
    expect(via('10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
    expect(via('::ffff:10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
    expect(via('10.1.2.3')).toBe('10.1.2.3');
  });

  it('is the last one that is not a trusted proxy: entries of the client itself do not count', () => {
    expect(via('10.1.2.3', '1.1.1.1, 198.51.100.1, 192.0.2.7')).toBe('198.51.100.1');
    expect(via('10.1.2.3', '10.9.9.9, 10.8.8.8')).toBe('10.9.9.9');
    expect(via('10.1.2.3', '1.1.1.1, unknown')).toBe('10.1.2.3');
    expect(via('::1', '[2001:db8::5]:4711')).toBe('2001:db8::5');
    expect(via('::1', '198.51.100.1:4711')).toBe('198.51.100.1');
  });

  it('is read from Forwarded alone when that is the configured header', () => {
    const standard = new TrustedProxies(['::1'], 'forwarded');
    const headers = {
      forwarded: 'for=1.1.1.1, for="[2001:db8:cafe::17]:4711";proto=https;by=203.0.113.43',
      'x-forwarded-for': '9.9.9.9',
    };
    expect(standard.clientOf('::1', headers)).toBe('2001:db8:cafe::17');
    expect(standard.isSecure('::1', headers)).toBe(true);
    expect(standard.isSecure('203.0.113.5', headers)).toBe(false);
    expect(proxies.clientOf('::1', { forwarded: 'for=1.1.1.1' })).toBe('::1');
  });
});

test('limits count IPv6 by the network of 64 bits that one subscriber has', () => {
  expect(sourceOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(sourceOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(sourceOf('2001:0db8:1::')).toBe('2001:db8:1:0::/64');
  expect(sourceOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(sourceOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(sourceOf('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64');
  expect(sourceOf('192.0.2.1')).toBe('192.0.2.1');
});

test.each([
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/129', false],
  ['10.0.0.0/33', false],
  ['proxy.example', false],
  ['10.0.0.0/8/8', false],
])('%s is a network: %s', (text, expected) => expect(isNetwork(text)).toBe(expected));

test('an address that names no host, and a zone, are no trusted proxy and no client', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', 'fe80::/10']);
  expect([proxies.has('10.1.2.3'), proxies.has('11.1.2.3'), proxies.has('unix'), proxies.has('')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([proxies.has('fe80::1%eth0'), proxies.has('FE80::2'), proxies.has('fc00::1')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(proxies.clientOf(undefined, { 'x-forwarded-for': '1.1.1.1' })).toBe('unknown');
  expect(proxies.clientOf('2001:DB8::1', {})).toBe('2001:db8::1');
});

test('an address alone is trusted alone', () => {
  const proxies = new TrustedProxies(['192.0.2.7', '2001:db8::7']);
  expect(['192.0.2.7', '192.0.2.6', '2001:db8::7', '2001:db8::6'].map((one) => proxies.has(one))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('a header that comes several times is one list', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8']);
  const headers = { 'x-forwarded-for': ['1.1.1.1', '198.51.100.1, 10.0.0.2'] };
  expect(proxies.clientOf('10.0.0.1', headers)).toBe('198.51.100.1');
});

test.each([
  [{ 'x-forwarded-proto': 'https' }, true],
  [{ 'x-forwarded-proto': 'HTTPS' }, true],
  // The last one is that of the trusted proxy.
  [{ 'x-forwarded-proto': 'http, https' }, true],
  [{ 'x-forwarded-proto': 'https, http' }, false],
  [{ forwarded: 'proto=https' }, false],
  [{}, false],
])('with %j the client came by TLS: %s', (headers, secure) => {
  const proxies = new TrustedProxies(['10.0.0.0/8']);
  expect(proxies.isSecure('10.0.0.1', headers)).toBe(secure);
  expect(proxies.isSecure('203.0.113.5', headers)).toBe(false);
  expect(proxies.isSecure(undefined, headers)).toBe(false);
});

test.each([
  ['proto=https', true],
  ['for=1.1.1.1; Proto="https"', true],
  ['for=1.1.1.1;proto=http', false],
  ['for=1.1.1.1;xproto=https', false],
  ['proto=https, for=1.1.1.1', false],
])('Forwarded: %s came by TLS: %s', (forwarded, secure) => {
  const headers = { forwarded, 'x-forwarded-proto': 'https' };
  expect(new TrustedProxies(['10.0.0.0/8'], 'forwarded').isSecure('10.0.0.1', headers)).toBe(secure);
});

test.each([
  ['for=192.0.2.60;proto=http;by=203.0.113.43', '192.0.2.60'],
  ['proto=http; For="192.0.2.60:47011"', '192.0.2.60'],
  ['for="[2001:db8::5]"', '2001:db8::5'],
  ['for=_hidden', '10.0.0.1'],
  ['xfor=192.0.2.60', '10.0.0.1'],
  ['by=203.0.113.43', '10.0.0.1'],
])('Forwarded: %s is the client %s', (forwarded, client) => {
  expect(new TrustedProxies(['10.0.0.0/8'], 'forwarded').clientOf('10.0.0.1', { forwarded })).toBe(client);
});

test.each([
  ['10.0.0.0/32', true],
  ['::/128', true],
  ['::/0', true],
  ['10.0.0.0/x', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/0008', false],
  ['', false],
])('%s is a network as well: %s', (text, expected) => expect(isNetwork(text)).toBe(expected));
