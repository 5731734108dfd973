import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'passwordpassword',
  'Password12345678',
  'qwertyuiop123456',
  'aaaaaaaaaaaaaaaa',
  '1234567890123456',
  'abcdefghijklmnop',
  'woaini5201314520',
  'admin!admin!admin!',
  '20212021202120212021',
  'abababababababab',
  // Full-width, falling runs, and four other characters.
  'ＰＡＳＳＷＯＲＤｐａｓｓｗｏｒｄ',
  '9876543210zyxwvu',
  'xkqz-password-xkqz'.replaceAll('-', ''),
])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true));

test.each([
  'correct horse battery staple',
  '春眠不觉晓，处处闻啼鸟',
  'tractor-7-on-the-hill',
  'xK3vTq9mWz2pLr8c',
  // Five characters remain.
  'xkqz7password',
  // Pairs are no runs.
  'aabbxxyykk',
])('%s is not', (password) => expect(isCommonPassword(password)).toBe(false));
