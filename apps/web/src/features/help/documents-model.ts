import { createModel, signal } from '@preact/signals-react';
import type { OpenApiEntry } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { saveFile } from '../../platform/save-file.ts';
import { showToast } from '../../platform/toasts.ts';
import { helpApi } from './help-api.ts';

/** OpenAPI documents of the installation. */
export const DocumentsModel = createModel(() => {
  const documents = loadable<readonly OpenApiEntry[]>(
    async (abort) => (await helpApi.openApi.list({ signal: abort })).items,
  );
  /** Id of the one that is being fetched. */
  const fetching = signal<string | null>(null);
  void documents.load();
  return {
    documents,
    fetching,
    download: async (id: string): Promise<void> => {
      if (fetching.peek() !== null) return;
      fetching.value = id;
      try {
        const document = await helpApi.openApi.get(id);
        saveFile(
          new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }),
          `farm3d-${id}.json`,
        );
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        fetching.value = null;
      }
    },
  };
});
