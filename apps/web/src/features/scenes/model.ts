import { createModel, signal } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { t } from '../../platform/locale.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';

/** Scenes that are listed. */
const PAGE_SIZE = 100;

/** The list of scenes, and the scene whose details are changed. */
export const ScenesModel = createModel((open: (sceneId: string) => void) => {
  const scenes = loadable((signal) => api.scenes.list({ page: 1, pageSize: PAGE_SIZE }, { signal }));
  const editing = signal<Scene | 'new' | null>(null);

  void scenes.load();
  return {
    scenes,
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
