import { signal } from '@preact/signals-react';
import { expect, test, vi } from 'vitest';
import type { Scene } from '@farm3d/api';
import { keepCover } from './scene-cover.ts';

const MINUTE = 60_000;
const sceneOf = (coverAt: number | null, updatedAt: number) => ({ coverAt, updatedAt }) as Scene;

/** A scene page at an instant, with the pictures that it saved. */
function pageAt(now: number, scene: Scene, { isShown = true } = {}) {
  const saved: number[] = [];
  const host = {
    sceneId: 's',
    scene: signal<Scene | null>(scene),
    isShown: signal(isShown),
    quiet: () => Promise.resolve(),
    screenshot: vi.fn<() => Promise<Blob>>(() => Promise.resolve(new Blob(['large']))),
    shrink: () => Promise.resolve(new Blob(['small'])),
    now: () => now,
    api: {
      scenes: {
        saveCover: async (_id: string, cover: Blob) => {
          expect(await cover.text()).toBe('small');
          saved.push(now);
          return sceneOf(now, 0);
        },
      },
    },
  };
  return { host, saved, stop: keepCover(host) };
}

test('a scene without a cover, with an old one, or changed since, gets a new one once it is shown', async () => {
  const now = 100 * MINUTE;
  for (const [scene, count] of [
    [sceneOf(null, 0), 1],
    [sceneOf(now - 31 * MINUTE, 0), 1],
    [sceneOf(now - 5 * MINUTE, now - 4 * MINUTE), 1],
    [sceneOf(now - 5 * MINUTE, 0), 0],
  ] as const) {
    const page = pageAt(now, scene, { isShown: false });
    expect(page.host.screenshot).not.toHaveBeenCalled();
    page.host.isShown.value = true;
    await vi.waitFor(() => expect(page.saved).toHaveLength(count));
    expect(page.host.screenshot).toHaveBeenCalledTimes(count);
    page.stop();
  }
});

test('a save of the scene brings one more; a cover that could not be saved breaks nothing', async () => {
  const page = pageAt(100 * MINUTE, sceneOf(null, 0));
  await vi.waitFor(() => expect(page.saved).toHaveLength(1));
  page.host.scene.value = sceneOf(null, 50 * MINUTE);
  expect(page.host.screenshot).toHaveBeenCalledTimes(1);
  page.host.scene.value = sceneOf(null, 101 * MINUTE);
  await vi.waitFor(() => expect(page.saved).toHaveLength(2));
  page.stop();
  page.host.scene.value = sceneOf(null, 102 * MINUTE);
  expect(page.host.screenshot).toHaveBeenCalledTimes(2);
});
