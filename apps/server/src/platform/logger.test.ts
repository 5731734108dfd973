import { expect, it } from 'vitest';
import { createLogger, maskTokenInPath } from './logger.ts';

it.each([
  ['/api/v1/Zm9vYmFyYmF6/telemetry', '/api/v1/***/telemetry'],
  ['/integrations/ttn/Zm9vYmFyYmF6', '/integrations/ttn/***'],
  ['/integrations/chirpstack/Zm9v?event=up', '/integrations/chirpstack/***?event=up'],
  ['/api/devices/7', '/api/devices/7'],
  ['/embed/f3e_Zm9v?lang=en', '/embed/***?lang=en'],
  ['/embed/other', '/embed/other'],
  ['/x/api/v1/Zm9vYmFyYmF6', '/x/api/v1/Zm9vYmFyYmF6'],
  ['/integrations/', '/integrations/'],
])('the path %s is logged as %s', (path, logged) => {
  expect(maskTokenInPath(path)).toBe(logged);
});

const logged = (level: string, log: (logger: ReturnType<typeof createLogger>) => void): unknown[] => {
  const lines: string[] = [];
  log(createLogger(level, { write: (line) => lines.push(line) }));
  return lines.map((line): unknown => JSON.parse(line));
};

it.each(['password', 'token', 'accessToken', 'refreshToken', 'authorization', 'cookie', 'secret'])(
  'a %s is masked wherever it stands, to a depth of three',
  (name) => {
    const secret = { [name]: 'Zm9vYmFyYmF6', kept: 1 };
    const [line] = logged('info', (log) =>
      log.info({ ...secret, body: { ...secret, user: secret } }, 'a call'),
    );
    expect(line).toMatchObject({
      [name]: '***',
      kept: 1,
      body: { [name]: '***', kept: 1, user: { [name]: '***', kept: 1 } },
      msg: 'a call',
    });
    expect(JSON.stringify(line)).not.toContain('Zm9v');
  },
);

it('a line has its time and level, of a request method and path alone, and of the machine nothing', () => {
  const request = { method: 'GET', url: '/api/v1/Zm9vYmFyYmF6/telemetry', headers: { host: 'h' } };
  const [line, other, ...more] = logged('info', (log) => {
    log.debug('not told');
    log.info({ req: request });
    log.warn({ req: { method: 'GET' } });
  });
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    req: { method: 'GET', url: '/api/v1/***/telemetry' },
  });
  expect(other).toMatchObject({ level: 40, req: { method: 'GET' } });
  expect(more).toEqual([]);
});
