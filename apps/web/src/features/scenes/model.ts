import { computed, createModel, signal } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import { loadable, type Loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Scenes of a call, and most that are listed. */
const PAGE_SIZE = 100;
const MOST = 1000;

interface SceneList {
  readonly items: readonly Scene[];
  readonly total: number;
}

async function allScenes({ api }: Services, signal: AbortSignal): Promise<SceneList> {
  const items: Scene[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await api.scenes.list({ page, pageSize: PAGE_SIZE }, { signal });
    items.push(...answer.items);
    if (answer.items.length < PAGE_SIZE || items.length >= Math.min(answer.total, MOST))
      return { items, total: answer.total };
  }
}

/** The list of scenes, and the scene whose details are changed. */
export const ScenesModel = createModel((services: Services, open: (sceneId: string) => void) => {
  const scenes = loadable((abort) => allScenes(services, abort));
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

/** Order of the list, by drag or by menu, and copies of scenes. */
export const SceneOrderModel = createModel(({ api, session }: Services, scenes: Loadable<SceneList>) => {
  /** The dragged scene. */
  const moving = signal<string | null>(null);
  /** Where the last scene was moved, for screen readers. */
  const announcement = signal('');

  /** Moves a scene to the place of another, at once; the list is fetched again when the server refuses. */
  const moveTo = async (id: string, at: number): Promise<void> => {
    const shown = scenes.value.peek();
    const scene = shown?.items.find((one) => one.id === id);
    if (!shown || !scene || at < 0 || at >= shown.items.length || shown.items[at] === scene) return;
    const items = shown.items.filter((one) => one !== scene);
    items.splice(at, 0, scene);
    scenes.set({ ...shown, items });
    try {
      await api.scenes.drag(items.map((one) => one.id));
      announcement.value = t('sceneList.moved', { name: scene.name, place: at + 1, total: items.length });
    } catch (error) {
      showToast('error', problemText(error));
      void scenes.load();
    }
  };
  const indexOf = (id: string): number => scenes.value.peek()?.items.findIndex((one) => one.id === id) ?? -1;
  return {
    moving,
    announcement,
    mayArrange: session.isAdministrator,
    drag: (id: string | null): void => {
      moving.value = id;
    },
    dropOn: (target: string): void => {
      const id = moving.peek();
      moving.value = null;
      if (id !== null) void moveTo(id, indexOf(target));
    },
    step: (id: string, by: number): void => void moveTo(id, indexOf(id) + by),
    /** A device stands in one scene only: the copy has everything but the devices. */
    copy: async ({ id: _id, layout, ...scene }: Scene): Promise<void> => {
      const { name, description, type, boundary, latitude, longitude } = scene;
      const { plotSkin, growCrop, growTime, cropModelPath, baseModelPath, icon } = scene;
      try {
        const made = await api.scenes.create({
          name: t('sceneList.copy.name', { name }),
          description,
          type,
          boundary,
          latitude,
          longitude,
          plotSkin,
          growCrop,
          growTime,
          cropModelPath,
          baseModelPath,
          icon,
          layout: { ...layout, equipment: [], childScenes: [] },
        });
        showToast('success', t('sceneList.copied', { name: made.name }));
      } catch (error) {
        showToast('error', problemText(error));
      }
      void scenes.load();
    },
  };
});

export type SceneOrder = InstanceType<typeof SceneOrderModel>;
