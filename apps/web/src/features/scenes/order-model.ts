import { createModel, signal } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import type { Loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { isAdministrator } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

type Scenes = Loadable<{ items: Scene[]; total: number }>;

/** Order of the list, by drag or by menu, and copies of scenes. */
export const SceneOrderModel = createModel((scenes: Scenes) => {
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
    mayArrange: isAdministrator,
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
