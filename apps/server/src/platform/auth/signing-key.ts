import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';

export interface SigningKey {
  /** Key id in a token's header, for a later change of the key. */
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function fromPem(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const id = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 16);
  return { id, privateKey, publicKey };
}

/**
 * The Ed25519 key that signs access tokens: `secrets/signing-key.pem` in the data folder, created at the first start,
 * readable by its owner only.
 * @throws {StartupError} when it cannot be read or created
 */
export function loadSigningKey(dataDir: string): SigningKey {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, 'signing-key.pem');
  try {
    return fromPem(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new StartupError(
        `the signing key ${path} cannot be read (${(error as Error).message}): mend or delete it`,
      );
    }
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    // Written completely and then linked: a crash leaves no partial key, and of two starts only one creates it.
    const draft = `${path}.${process.pid}`;
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
    fsyncSync(file);
    closeSync(file);
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    unlinkSync(draft);
    return fromPem(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new StartupError(`the signing key ${path} cannot be made (${(error as Error).message})`);
  }
}
