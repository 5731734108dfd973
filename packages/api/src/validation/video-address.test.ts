import { expect, test } from 'vitest';
import { expandVideoAddress, isVideoAddress } from './video-address.ts';

test.each([
  'https://video.example/live/{code}.flv',
  'http://10.0.0.7:8080/{thirdId}/{thirdConfigId}.{protocol}?a=b',
  'https://video.example/live/1.flv',
  'https://video.example?stream={code}',
])('%s is accepted', (address) => {
  expect(isVideoAddress(address)).toBe(true);
});

test.each([
  ['another scheme', 'javascript:alert(1)'],
  ['another scheme that looks alike', 'rtmp://video.example/live/{code}'],
  ['a host that a camera names', 'https://{code}.example/live.flv'],
  ['a host that a camera ends', 'https://video.example{code}/live.flv'],
  ['a password', 'https://user:secret@video.example/{code}.flv'],
  ['a name that nobody fills in', 'https://video.example/{token}.flv'],
  ['a blank', 'https://video.example/a b.flv'],
  ['no host', 'https:///live.flv'],
  ['a relative path', '/live/{code}.flv'],
])('%s is refused: %s', (_why, address) => {
  expect(isVideoAddress(address)).toBe(false);
});

test('a camera name stays one segment of the path', () => {
  const camera = { code: '../x?y=1#z', streamingId: 'a/b', protocol: 'flv' };
  expect(expandVideoAddress('https://v.example/{code}/{thirdConfigId}.{protocol}', camera)).toBe(
    'https://v.example/..%2Fx%3Fy%3D1%23z/a%2Fb.flv',
  );
  // A value is not expanded again.
  expect(expandVideoAddress('https://v.example/{thirdId}', { ...camera, code: '{protocol}' })).toBe(
    'https://v.example/%7Bprotocol%7D',
  );
});
