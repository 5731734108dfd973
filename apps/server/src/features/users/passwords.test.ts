import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_PASSWORD_LENGTH } from '@farm3d/api';
import { hashPassword, makePassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are verified, and no other text is', async () => {
    const hash = await hashPassword('农场-3d-密码');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verifyPassword('农场-3d-密码', hash)).toBe(true);
    expect(await verifyPassword('农场-3d-密碼', hash)).toBe(false);
  });

  it('have a salt each: the same password has a different hash', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('are the same in composed and decomposed form, as two keyboards may send them', async () => {
    expect(await verifyPassword('e\u0301te\u0301', await hashPassword('été'))).toBe(true);
  });

  it('are refused without a hash when they are too long, and when the stored hash is of another kind', async () => {
    const longest = 'x'.repeat(MAX_PASSWORD_LENGTH);
    expect(await verifyPassword(longest, await hashPassword(longest))).toBe(true);
    expect(await verifyPassword(`${longest}x`, await hashPassword(`${longest}x`))).toBe(false);
    expect(await verifyPassword('x', 'x')).toBe(false);
    expect(await verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).toBe(false);
  });

  it('generated for a person have 24 characters and are all different', () => {
    expect(makePassword()).toMatch(/^[\w-]{24}$/);
    expect(makePassword()).not.toBe(makePassword());
  });
});

/** A hash as another program writes it. */
function hashOf(
  password: string,
  { kind = 'argon2id', memory = 64, passes = 1, lanes = 2, bytes = 32 } = {},
) {
  const salt = Buffer.from('sixteen bytes it');
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    memory,
    passes,
    parallelism: lanes,
    tagLength: bytes,
  });
  const text = (part: Buffer): string => part.toString('base64').replace(/=+$/, '');
  return `$${kind}$v=19$m=${memory},t=${passes},p=${lanes}$${text(salt)}$${text(hash)}`;
}

describe('a stored hash', () => {
  it('is checked with the memory, passes and lanes that it names', async () => {
    expect(await verifyPassword('x', hashOf('x'))).toBe(true);
    expect(await verifyPassword('x', hashOf('x', { memory: 128, passes: 3, lanes: 1 }))).toBe(true);
    expect(await verifyPassword('x', hashOf('x').replace('m=64', 'm=65'))).toBe(false);
    expect(await verifyPassword('x', hashOf('x').replace('t=1', 't=2'))).toBe(false);
    expect(await verifyPassword('x', hashOf('x').replace('p=2', 'p=1'))).toBe(false);
  });

  it('is of this kind and length, with nothing before or behind it', async () => {
    const hash = hashOf('x');
    for (const other of [` ${hash}`, `${hash} `, hashOf('x', { kind: 'argon2i' }), hash.replace('19', '16')])
      expect(await verifyPassword('x', other)).toBe(false);
    expect(await verifyPassword('x', hashOf('x', { bytes: 31 }))).toBe(false);
  });
});
