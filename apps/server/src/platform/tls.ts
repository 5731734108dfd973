import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { StartupError } from './startup-error.ts';

export interface Certificate {
  /** PEM, with the chain. */
  readonly cert: string;
  readonly key: string;
}

/** @throws StartupError when the files cannot be read or do not match */
export function readTls({ certFile, keyFile }: { certFile: string; keyFile: string }): Certificate {
  const read = (file: string, setting: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new StartupError(`the file ${file} of ${setting} cannot be read (${code})`, { cause: error });
    }
  };
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
