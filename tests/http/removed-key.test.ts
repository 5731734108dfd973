import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';

/** Number of keys that are removed while in use. */
const KEYS = 25;
/** Number of concurrent clients of a key. */
const USERS = 6;

let server: Farm;
let api: ApiClient;

beforeAll(async () => {
  server = await farm({ settings: { FARM3D_LOG_LEVEL: 'error' } });
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

it.each(['api key', 'embed token'] as const)(
  'after the removal of an %s is confirmed, no later call is accepted, also under load',
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
        // Each repeats its call until one has started after the removal.
        for (;;) {
          const isLate = removed;
          const status = await use();
          (isLate ? late : accepted).push(status);
          if (isLate) return;
        }
      });
      // The key is in use when it is removed.
      expect(await use()).toBe(200);
      await (kind === 'api key' ? api.apiKeys : api.embedTokens).remove(made.id);
      removed = true;
      await Promise.all(users);
      expect(late).toEqual(Array.from({ length: USERS }, () => 401));
      expect(accepted).toContain(200);
    }
  },
);

it('a client with its own connections is refused at once as well', async () => {
  for (let round = 0; round < KEYS; round++) {
    const made = await api.apiKeys.create({ name: '短', roles: ['viewer'] });
    const own = (): ApiClient => createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => made.key });
    await own().devices.count();
    await api.apiKeys.remove(made.id);
    await expect(own().devices.count()).rejects.toMatchObject({ status: 401 });
  }
});

it('a made-up key is refused while other keys are in use, with and without an expiry', async () => {
  await api.apiKeys.create({ name: '长', roles: ['viewer'] });
  await api.apiKeys.create({ name: '有期', roles: ['viewer'], expiresAt: Date.now() + 3_600_000 });
  for (const token of ['f3k_', 'f3k_nothing', `f3k_${'A'.repeat(43)}`]) {
    const answer = await fetch(`${server.baseUrl}/api/devices/count`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([token, answer.status]).toEqual([token, 401]);
  }
});
