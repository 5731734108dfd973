import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Where a secret could stand in a logged object. The values are replaced before anything is written. */
const SECRET_PATHS = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** A token stands in the path of the HTTP device API and of webhooks; a log shows it masked. */
export function maskTokenInPath(path: string): string {
  return path.replace(/^(\/api\/v1\/|\/integrations\/[^/?]+\/)[^/?]+/, '$1***');
}

/** Structured log on stderr, so that stdout keeps the plain lines meant for people and scripts. */
export function createLogger(level: string): Logger {
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
    pino.destination({ fd: 2, sync: true }),
  );
}
