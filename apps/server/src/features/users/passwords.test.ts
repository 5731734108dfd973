import { describe, expect, it } from 'vitest';
import { MAX_PASSWORD_LENGTH } from '@farm3d/api';
import { hashPassword, makePassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are verified, and no other text is', async () => {
    const hash = await hashPassword('农场-3d-密码');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
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
    const long = 'x'.repeat(MAX_PASSWORD_LENGTH + 1);
    expect(await verifyPassword(long, await hashPassword('x'))).toBe(false);
    expect(await verifyPassword('x', 'x')).toBe(false);
    expect(await verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).toBe(false);
  });

  it('generated for a person have 24 characters and are all different', () => {
    expect(makePassword()).toMatch(/^[\w-]{24}$/);
    expect(makePassword()).not.toBe(makePassword());
  });
});
