import { createModel, signal } from '@preact/signals-react';
import { checkSceneName, message, type Scene } from '@farm3d/api';
import { createImageUpload } from '../../components/images/image-upload.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';

/** Scenes that are listed. */
const PAGE_SIZE = 100;

export const ScenesModel = createModel(() => {
  const scenes = loadable((signal) => api.scenes.list({ page: 1, pageSize: PAGE_SIZE }, { signal }));
  const creating = signal(false);
  const name = signal('');
  const description = signal('');
  const nameError = signal<string | null>(null);
  const problem = signal<string | null>(null);
  const busy = signal(false);
  const cover = createImageUpload();

  const checkName = (): boolean => {
    const wrong = checkSceneName(name.value);
    nameError.value = wrong && message(wrong, locale.value);
    return wrong === null;
  };

  void scenes.load();
  return {
    scenes,
    creating,
    name,
    description,
    nameError,
    problem,
    busy,
    cover,
    checkName,
    typeName: (text: string): void => {
      name.value = text;
      // A shown error goes as soon as it is corrected; a new one waits for the blur.
      if (nameError.value) checkName();
    },
    typeDescription: (text: string): void => {
      description.value = text;
    },
    closeCreate: (): void => {
      creating.value = false;
    },
    openCreate: () => {
      name.value = '';
      description.value = '';
      nameError.value = null;
      problem.value = null;
      cover.reset(null);
      creating.value = true;
    },
    /** @returns the new scene; null: it could not be created */
    create: async (): Promise<Scene | null> => {
      // An upload in progress belongs to the scene.
      if (!checkName() || busy.value || cover.progress.peek() !== null) return null;
      busy.value = true;
      problem.value = null;
      try {
        return await api.scenes.create({
          name: name.value.trim(),
          description: description.value.trim(),
          type: 'greenhouse',
          icon: cover.path.peek() ?? null,
        });
      } catch (error) {
        problem.value = problemText(error);
        return null;
      } finally {
        busy.value = false;
      }
    },
  };
});
