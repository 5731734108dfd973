import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
});

it('while the database is away, calls answer 503 at once or wait for it; none fails otherwise, none hangs', async () => {
  const headers = { authorization: `Bearer ${await server.accessToken()}` };
  const call = async (path: string): Promise<number> => {
    const answer = await fetch(server.baseUrl + path, { headers, signal: AbortSignal.timeout(15_000) });
    const body: unknown = await answer.json();
    if (answer.status === 503 && path !== '/readyz') {
      expect(body).toEqual({ code: 503, msg: '服务暂不可用，请稍后再试' });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    return answer.status;
  };
  expect(await call('/readyz')).toBe(200);
  const killed = server.killDatabase();
  const seen = new Set<number>();
  await waitFor(
    async () => {
      const [devices, scenes] = await Promise.all([call('/api/devices'), call('/intelligent/scene/list')]);
      // The process itself lives, whatever the database does.
      expect(await call('/healthz')).toBe(200);
      for (const status of [devices, scenes]) seen.add(status);
      const anew = server.databasePid() !== killed;
      return anew && devices === 200 && scenes === 200 && (await call('/readyz')) === 200;
    },
    // Back within ten seconds, by itself.
    { timeoutMs: 10_000, what: () => `the calls to answer again; seen: ${[...seen].join(', ')}` },
  );
  for (const status of seen) expect([200, 503]).toContain(status);
});
