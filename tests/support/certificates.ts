import 'reflect-metadata';
import { BasicConstraintsExtension, PemConverter, X509CertificateGenerator } from '@peculiar/x509';

/** A certificate and its key, PEM. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority that issues certificates. */
export interface Authority extends MadeCertificate {
  issue(commonName: string, validity?: Validity): Promise<MadeCertificate>;
}

/** When a certificate is valid, from now, milliseconds. Default: from an hour ago for a day. */
interface Validity {
  readonly fromMs?: number;
  readonly untilMs?: number;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOUR_MS = 3_600_000;

const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const lasting = ({ fromMs = -HOUR_MS, untilMs = 24 * HOUR_MS }: Validity = {}) => ({
  notBefore: new Date(Date.now() + fromMs),
  notAfter: new Date(Date.now() + untilMs),
});

async function pemOf(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

/** A certificate that only its owner has signed. */
export async function selfSigned(commonName: string, validity?: Validity): Promise<MadeCertificate> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${commonName}`,
    keys,
    signingAlgorithm: ALGORITHM,
    ...lasting(validity),
  });
  return { cert: certificate.toString('pem'), key: await pemOf(keys.privateKey) };
}

export async function makeAuthority(commonName: string): Promise<Authority> {
  const keys = await newKeys();
  const own = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${commonName}`,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
    ...lasting(),
  });
  return {
    cert: own.toString('pem'),
    key: await pemOf(keys.privateKey),
    issue: async (name, validity) => {
      const theirs = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${name}`,
        issuer: own.subject,
        publicKey: theirs.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        ...lasting(validity),
      });
      return { cert: certificate.toString('pem'), key: await pemOf(theirs.privateKey) };
    },
  };
}
