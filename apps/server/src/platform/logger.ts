import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Members of logged objects that may contain a secret. They are masked before anything is written. */
const SECRET_PATHS = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Masks the token in paths of the HTTP device API, of webhooks and of embedded pages. */
export function maskTokenInPath(path: string): string {
  return path.replace(/^(\/api\/v1\/|\/embed\/(?=f3e_)|\/integrations\/[^/?]+\/)[^/?]+/, '$1***');
}

/** Structured log on stderr (default); stdout has the plain lines for people and scripts. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '***' },
      serializers: {
        req: (request: { method?: string; url?: string }) => ({
          method: request.method,
          url: request.url === undefined ? undefined : maskTokenInPath(request.url),
        }),
      },
    },
    destination,
  );
}
