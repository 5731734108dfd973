import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Flags of authenticator data: somebody was there, and was recognised (WebAuthn, 6.1). */
const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 0x40;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const text64 = (bytes: Buffer): string => bytes.toString('base64url');

/** What the server asks for. */
interface Options {
  readonly challenge?: unknown;
  readonly rp?: unknown;
  readonly rpId?: unknown;
}

/** How an answer differs from an honest one. */
export interface Deceit {
  readonly origin?: string;
  readonly rpId?: string;
  /** Nobody was recognised. */
  readonly unverified?: boolean;
  readonly counter?: number;
  /** Signed by another key. */
  readonly forged?: boolean;
  readonly userHandle?: string;
}

/** A passkey of a program: makes the answers of a browser's authenticator, honest ones and others. */
export class SoftPasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create(options: Options, deceit: Deceit = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#authData(HAS_KEY, 0, deceit),
      Buffer.alloc(16),
      length,
      this.#id,
      key,
    ]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ]);
    return this.#answer({
      clientDataJSON: text64(this.#clientData('webauthn.create', options, deceit)),
      attestationObject: text64(attestation),
    });
  }

  get(options: Options, deceit: Deceit = {}) {
    const counter = deceit.counter ?? (this.#counter += 1);
    const authData = this.#authData(0, counter, deceit);
    const clientData = this.#clientData('webauthn.get', options, deceit);
    const key: KeyObject = deceit.forged
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : this.#keys.privateKey;
    const { userHandle } = deceit;
    return this.#answer({
      clientDataJSON: text64(clientData),
      authenticatorData: text64(authData),
      signature: text64(sign('sha256', Buffer.concat([authData, sha256(clientData)]), key)),
      ...(userHandle !== undefined && { userHandle: text64(Buffer.from(userHandle)) }),
    });
  }

  #answer<Response>(response: Response) {
    const id = text64(this.#id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }

  #authData(more: number, counter: number, { rpId, unverified }: Deceit): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = PRESENT | (unverified ? 0 : VERIFIED) | more;
    const site = rpId ?? new URL(this.#origin).hostname;
    return Buffer.concat([sha256(site), Buffer.from([flags]), count]);
  }

  #clientData(type: string, { challenge }: Options, { origin = this.#origin }: Deceit): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
