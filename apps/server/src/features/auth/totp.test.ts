import { expect, test } from 'vitest';
import { base32, codeAt, matchingStep, provisioningUri, stepAt } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('RFC 6238, appendix B: at %i s the code ends in %s', (seconds, code) => {
  expect(codeAt(SECRET, stepAt(seconds * 1000))).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: base32 of "%s"', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});

test('a code counts one step before and after its own, not two', () => {
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  const accepted = [-2, -1, 0, 1, 2].map((skew) =>
    matchingStep(SECRET, codeAt(SECRET, step + skew), { now, lastStep: 0 }),
  );
  expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
});

test('a code that was accepted is not accepted again, nor one before it', () => {
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  const code = (skew: number) => codeAt(SECRET, step + skew);
  expect(matchingStep(SECRET, code(0), { now, lastStep: step })).toBeNull();
  expect(matchingStep(SECRET, code(-1), { now, lastStep: step })).toBeNull();
  expect(matchingStep(SECRET, code(1), { now, lastStep: step })).toBe(step + 1);
});

test('a code of another length is wrong', () => {
  for (const code of ['', '1', codeAt(SECRET, 1) + '0'])
    expect(matchingStep(SECRET, code, { now: 30_000, lastStep: 0 })).toBeNull();
});

test('the address for authenticator apps names account and secret', () => {
  expect(provisioningUri(SECRET, '农 艺')).toBe(
    'otpauth://totp/farm3d%3A%E5%86%9C%20%E8%89%BA?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=farm3d&algorithm=SHA1&digits=6&period=30',
  );
});
