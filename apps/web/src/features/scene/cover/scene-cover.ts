import { effect, untracked, type ReadonlySignal } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import type { Api } from '../../../platform/services.ts';

/** A younger cover is kept, milliseconds: the farm looks the same. */
const FRESH_MS = 30 * 60_000;

interface CoverHost {
  readonly api: { readonly scenes: Pick<Api['scenes'], 'saveCover'> };
  readonly sceneId: string;
  readonly scene: ReadonlySignal<Scene | null>;
  /** Whether the scene is shown as it was saved, with its plants, from its first view. */
  readonly isShown: ReadonlySignal<boolean>;
  /** Resolves when nobody uses the page: the picture stops it for a moment without a graphics card. */
  readonly quiet: (signal: AbortSignal) => Promise<void>;
  /** A picture of the present view; null: there is no viewer. */
  readonly screenshot: () => Promise<Blob> | null;
  /** Makes it as small as a cover needs to be. */
  readonly shrink: (picture: Blob) => Promise<Blob>;
  readonly now: () => number;
}

/**
 * Saves a picture of the scene when somebody who may change it sees it, so that lists show the farm as it was lately. A
 * picture that cannot be saved is left out: the former one stays, and says how old it is.
 * @returns the function that stops it
 */
export function keepCover(host: CoverHost): () => void {
  const { api, sceneId, scene, isShown, quiet, screenshot, shrink, now } = host;
  const lifetime = new AbortController();
  /** Of the newest cover that was saved here. */
  let savedAt = 0;
  let isSaving = false;

  const save = async (): Promise<void> => {
    await quiet(lifetime.signal);
    // Edited, or left, meanwhile.
    const picture = isShown.peek() ? screenshot() : null;
    if (picture === null) return;
    const cover = await shrink(await picture);
    const saved = await api.scenes.saveCover(sceneId, cover, { signal: lifetime.signal });
    savedAt = saved.coverAt ?? 0;
  };

  const stop = effect(() => {
    const present = scene.value;
    if (!present || !isShown.value) return;
    untracked(() => {
      const coverAt = Math.max(savedAt, present.coverAt ?? 0);
      if (isSaving || (coverAt >= present.updatedAt && now() - coverAt < FRESH_MS)) return;
      isSaving = true;
      save()
        .catch(() => {})
        .finally(() => {
          isSaving = false;
        });
    });
  });
  return () => {
    stop();
    lifetime.abort();
  };
}
