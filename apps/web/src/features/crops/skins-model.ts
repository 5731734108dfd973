import { createModel, signal } from '@preact/signals-react';
import type { PlotSkin } from '@farm3d/api';
import { createImageUpload } from '../../kit/images/image-upload.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api, services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Maximum length of a skin's name, characters. */
const NAME_MAX = 64;

/** The images that plots can be covered with. */
export const SkinsModel = createModel(() => {
  const skins = loadable<readonly PlotSkin[]>(
    async (abort) => (await api.organisation.plotSkins({ signal: abort })).items,
  );
  const asked = signal<PlotSkin | null>(null);
  const busy = signal(false);
  void skins.load();
  /** Each uploaded image is a new skin, named like its file. */
  const upload = createImageUpload(services, {
    store: async (file, abort) => {
      if (!file) return;
      const name = file.originalName.replace(/\.\w+$/, '').slice(0, NAME_MAX);
      await api.organisation.createPlotSkin({ name, url: file.path }, { signal: abort });
      showToast('success', t('crops.skins.added', { name }));
      await skins.load();
      upload.reset(null);
    },
  });
  return {
    skins,
    upload,
    asked,
    busy,
    ask: (skin: PlotSkin | null): void => {
      asked.value = skin;
    },
    remove: async (): Promise<void> => {
      const skin = asked.peek();
      if (!skin) return;
      busy.value = true;
      try {
        await api.organisation.removePlotSkin(skin.id);
        showToast('success', t('crops.skins.removed', { name: skin.name }));
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        asked.value = null;
        void skins.load();
      }
    },
  };
});

export type Skins = InstanceType<typeof SkinsModel>;
