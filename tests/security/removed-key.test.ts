import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';

/** Keys that are taken away while they are in use. */
const KEYS = 25;
/** Programs that use a key all the time. */
const USERS = 6;

let server: RunningServer;
let api: ApiClient;

beforeAll(async () => {
  server = await startServer({ env: { FARM3D_LOG_LEVEL: 'error' } });
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

it.each(['api key', 'embed token'] as const)(
  'no call that begins after the removal of an %s was answered is let in, however busy it is',
  async (kind) => {
    const scene = await api.scenes.create({ name: '忙' });
    for (let round = 0; round < KEYS; round++) {
      const made =
        kind === 'api key'
          ? await api.apiKeys
              .create({ name: '忙', roles: ['viewer'] })
              .then(({ id, key }) => ({ id, token: key }))
          : await api.embedTokens.create({
              name: '忙',
              sceneId: scene.id,
              expiresAt: Date.now() + 3_600_000,
            });
      const path = kind === 'api key' ? '/api/devices/count' : `/intelligent/scene/${scene.id}`;
      const use = async (): Promise<number> => {
        const answer = await fetch(server.baseUrl + path, {
          headers: { authorization: `Bearer ${made.token}` },
        });
        await answer.arrayBuffer();
        return answer.status;
      };
      let removed = false;
      const accepted: number[] = [];
      const late: number[] = [];
      const users = Array.from({ length: USERS }, async () => {
        // Each asks on until it has begun a call after the removal.
        for (;;) {
          const isLate = removed;
          const status = await use();
          (isLate ? late : accepted).push(status);
          if (isLate) return;
        }
      });
      // It is really in use when it goes.
      expect(await use()).toBe(200);
      await (kind === 'api key' ? api.apiKeys : api.embedTokens).remove(made.id);
      removed = true;
      await Promise.all(users);
      expect(late).toEqual(Array.from({ length: USERS }, () => 401));
      expect(accepted).toContain(200);
    }
  },
);

it('a client of its own, with connections of its own, is refused at once as well', async () => {
  for (let round = 0; round < KEYS; round++) {
    const made = await api.apiKeys.create({ name: '短', roles: ['viewer'] });
    const own = (): ApiClient => createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => made.key });
    await own().devices.count();
    await api.apiKeys.remove(made.id);
    await expect(own().devices.count()).rejects.toMatchObject({ status: 401 });
  }
});

it('a made-up key opens nothing while other keys run, with an end and without', async () => {
  await api.apiKeys.create({ name: '长', roles: ['viewer'] });
  await api.apiKeys.create({ name: '有期', roles: ['viewer'], expiresAt: Date.now() + 3_600_000 });
  for (const token of ['f3k_', 'f3k_nothing', `f3k_${'A'.repeat(43)}`]) {
    const answer = await fetch(`${server.baseUrl}/api/devices/count`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([token, answer.status]).toEqual([token, 401]);
  }
});
