import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push that the service took. */
interface TakenPush {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Claims of the server's signed token (RFC 8292), verified. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The key that verified it, base64url. */
  readonly serverKey: string;
  /** Decrypted as the browser does it (RFC 8291). */
  readonly text: string;
}

export interface PushService {
  /** `host:port`, for FARM3D_OUTGOING_ALLOW. */
  readonly host: string;
  /** What `PushSubscription.toJSON()` answers. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly taken: readonly TakenPush[];
  /** Status of the answers. 201 at first. */
  status: number;
  close(): void;
}

const RECORD_HEAD = 21;
const TAG = 16;

/** A push service on this machine, with the one browser that is subscribed to it. */
export async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1');
  const publicKey = browser.generateKeys();
  const auth = randomBytes(16);
  const taken: TakenPush[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (service.status === 201) {
        const { claims, serverKey } = verified(String(request.headers.authorization));
        const text = decrypted(Buffer.concat(chunks));
        taken.push({ headers: request.headers, claims, serverKey, text });
      }
      response.writeHead(service.status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** One record of aes128gcm (RFC 8188), with the key of RFC 8291, section 3.4. */
  function decrypted(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body[20] ?? 0;
    const senderKey = body.subarray(RECORD_HEAD, RECORD_HEAD + keyLength);
    const record = body.subarray(RECORD_HEAD + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
    const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(senderKey), auth, info, 32));
    const derive = (name: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
    const opened = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    opened.setAuthTag(record.subarray(-TAG));
    const padded = Buffer.concat([opened.update(record.subarray(0, -TAG)), opened.final()]);
    // The last record ends with 2 and its padding.
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }

  const service: PushService = {
    host,
    subscription: {
      endpoint: `http://${host}/push/one`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    taken,
    status: 201,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

/** @throws when the token of the header is not signed by the key beside it */
function verified(authorization: string): Pick<TakenPush, 'claims' | 'serverKey'> {
  const [, token = '', serverKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(serverKey, 'base64url');
  const part = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  const key = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) },
    format: 'jwk',
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the token of the push is not signed by its key');
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as TakenPush['claims'], serverKey };
}
