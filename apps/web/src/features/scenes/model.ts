import { computed, createModel, signal } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { t } from '../../platform/locale.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';

/** Scenes of a call, and most that are listed. */
const PAGE_SIZE = 100;
const MOST = 1000;

async function allScenes(signal: AbortSignal): Promise<{ items: Scene[]; total: number }> {
  const items: Scene[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await api.scenes.list({ page, pageSize: PAGE_SIZE }, { signal });
    items.push(...answer.items);
    if (answer.items.length < PAGE_SIZE || items.length >= Math.min(answer.total, MOST))
      return { items, total: answer.total };
  }
}

/** The list of scenes, and the scene whose details are changed. */
export const ScenesModel = createModel((open: (sceneId: string) => void) => {
  const scenes = loadable(allScenes);
  const search = signal('');
  const editing = signal<Scene | 'new' | null>(null);

  void scenes.load();
  return {
    scenes,
    search,
    /** Those whose name or description contains what is searched for; null: they are not loaded. */
    shown: computed(() => {
      const text = search.value.trim().toLowerCase();
      return (
        scenes.value.value?.items.filter(({ name, description }) =>
          `${name}\n${description ?? ''}`.toLowerCase().includes(text),
        ) ?? null
      );
    }),
    type: (text: string): void => {
      search.value = text;
    },
    /** Null: no dialog. */
    editing,
    edit: (scene: Scene | 'new' | null): void => {
      editing.value = scene;
    },
    /** A new scene is opened; of a changed one the list shows the new details. */
    saved: ({ id }: Scene): void => {
      const wasNew = editing.peek() === 'new';
      editing.value = null;
      if (wasNew) open(id);
      else {
        showToast('success', t('scene.saved'));
        void scenes.load();
      }
    },
  };
});
