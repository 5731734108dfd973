import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { StartupError } from './startup-error.ts';

export interface Certificate {
  /** PEM, with the chain. */
  readonly cert: string;
  readonly key: string;
}

function read(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StartupError(`the file ${file} of ${setting} cannot be read (${code})`, { cause: error });
  }
}

/**
 * The certificates (PEM) of the authority that issues those of devices.
 * @throws StartupError when the file cannot be read or has none
 */
export function readAuthority(file: string): string {
  const pem = read(file, 'FARM3D_DEVICE_CA');
  try {
    if (new X509Certificate(pem).ca) return pem;
  } catch (error) {
    throw new StartupError(`the file ${file} of FARM3D_DEVICE_CA has no certificate`, { cause: error });
  }
  throw new StartupError(`the certificate ${file} of FARM3D_DEVICE_CA is not that of an authority`);
}

/** @throws StartupError when the files cannot be read or do not match */
export function readTls({ certFile, keyFile }: { certFile: string; keyFile: string }): Certificate {
  const certificate = { cert: read(certFile, 'FARM3D_TLS_CERT'), key: read(keyFile, 'FARM3D_TLS_KEY') };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new StartupError(
      `FARM3D_TLS_CERT and FARM3D_TLS_KEY are no certificate and its key (${error instanceof Error ? error.message : String(error)})`,
      { cause: error },
    );
  }
  return certificate;
}
