import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { ACCESS_TOKEN_SECONDS, AccessTokens, type Principal } from './access-tokens.ts';

const makeKey = (id: string) => ({ id, ...generateKeyPairSync('ed25519') });
const principal: Principal = {
  userId: '0b1f9a52-6e0f-4a51-9a10-7f4b5c1f2d01',
  organisationId: '0b1f9a52-6e0f-4a51-9a10-7f4b5c1f2d02',
  sessionId: '0b1f9a52-6e0f-4a51-9a10-7f4b5c1f2d03',
  roles: ['admin'],
};

describe('AccessTokens', () => {
  it('gives back who it was signed for, until its end', async () => {
    let now = Date.UTC(2026, 5, 1);
    const tokens = new AccessTokens(makeKey('a'), () => now);
    const token = await tokens.sign(principal);
    expect(await tokens.verify(token)).toEqual({ principal, expiresAt: now + ACCESS_TOKEN_SECONDS * 1000 });
    now += ACCESS_TOKEN_SECONDS * 1000 - 1;
    expect(await tokens.verify(token)).not.toBeNull();
    now += 1;
    expect(await tokens.verify(token)).toBeNull();
  });

  it('refuses the token of another key, a changed one, and no token', async () => {
    const tokens = new AccessTokens(makeKey('a'));
    const token = await tokens.sign(principal);
    expect(await new AccessTokens(makeKey('b')).verify(token)).toBeNull();
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const changed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    changed['org'] = principal.userId;
    const forged = Buffer.from(JSON.stringify(changed)).toString('base64url');
    expect(await tokens.verify(`${header}.${forged}.${signature}`)).toBeNull();
    expect(await tokens.verify('')).toBeNull();
    expect(await tokens.verify('a.b.c')).toBeNull();
  });

  it('refuses a token that is signed with the public key as a shared secret, or not at all', async () => {
    const key = makeKey('a');
    const tokens = new AccessTokens(key);
    const claims = { org: principal.organisationId, sid: 's', roles: [] };
    const secret = key.publicKey.export({ type: 'spki', format: 'der' });
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('farm3d')
      .setSubject(principal.userId)
      .setExpirationTime('5m')
      .sign(secret);
    expect(await tokens.verify(confused)).toBeNull();
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${confused.split('.')[1]}.`;
    expect(await tokens.verify(none)).toBeNull();
  });

  /** A token of our own key with these claims and this header. */
  async function tokenOf(
    key: ReturnType<typeof makeKey>,
    claims: Record<string, unknown>,
    { issuer = 'farm3d', alg = 'EdDSA' } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      org: principal.organisationId,
      sid: 's',
      roles: [],
      sub: principal.userId,
      exp: now + 60,
      ...claims,
    })
      .setProtectedHeader({ alg })
      .setIssuer(issuer)
      .sign(key.privateKey);
  }

  it('refuses what another program of the same key signed, and claims that are not ours', async () => {
    const key = makeKey('a');
    const tokens = new AccessTokens(key);
    expect(await tokens.verify(await tokenOf(key, {}))).not.toBeNull();
    expect(await tokens.verify(await tokenOf(key, {}, { issuer: 'farm2d' }))).toBeNull();
    for (const claims of [
      { sub: 'mei' },
      { org: 'ours' },
      { org: undefined },
      { sid: 7 },
      { sid: undefined },
      { roles: 'admin' },
      { roles: [1] },
      { roles: undefined },
      { exp: undefined },
    ])
      expect(await tokens.verify(await tokenOf(key, claims)), JSON.stringify(claims)).toBeNull();
  });

  it('names its key, its issuer and its times in whole seconds', async () => {
    const now = Date.UTC(2026, 5, 1) + 999;
    const token = await new AccessTokens(makeKey('key-7'), () => now).sign(principal);
    const [header, payload] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown);
    const iat = Date.UTC(2026, 5, 1) / 1000;
    expect(header).toEqual({ alg: 'EdDSA', kid: 'key-7' });
    expect(payload).toEqual({
      iss: 'farm3d',
      sub: principal.userId,
      org: principal.organisationId,
      sid: principal.sessionId,
      roles: ['admin'],
      iat,
      exp: iat + 900,
    });
  });
});
