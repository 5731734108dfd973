import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';

/** The certificate that a client of a TLS connection has shown, and whose key it has. */
export interface ClientCertificate {
  /** SHA-256. */
  readonly fingerprint: Buffer;
  /** Null: its subject has none. */
  readonly commonName: string | null;
  /** Whether the authority of the devices has issued it. */
  readonly isOfDeviceCa: boolean;
  /** When it is valid, epoch ms. */
  readonly from: number;
  readonly until: number;
}

export const fingerprintOf = (certificate: X509Certificate): Buffer =>
  Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex');

/**
 * Undefined: the client has shown none.
 * @param hasDeviceCa whether the connection's certificates were checked by the authority of the devices, and by no other
 */
export function clientCertificateOf(socket: TLSSocket, hasDeviceCa: boolean): ClientCertificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return undefined;
  return {
    fingerprint: fingerprintOf(certificate),
    commonName: /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? null,
    isOfDeviceCa: hasDeviceCa && socket.authorized,
    from: Date.parse(certificate.validFrom),
    until: Date.parse(certificate.validTo),
  };
}
