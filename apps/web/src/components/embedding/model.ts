import { createModel, signal } from '@preact/signals-react';
import type { EmbedToken } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { showToast } from '../../platform/toasts.ts';
import { embeddingApi } from './embedding-api.ts';
import { t } from './zh-CN.ts';

/** The embed tokens of a scene, or of the organisation. */
export const EmbedTokensModel = createModel((sceneId?: string) => {
  const tokens = loadable<readonly EmbedToken[]>(async (abort) => {
    const { items } = await embeddingApi.embedTokens.list({ signal: abort });
    return sceneId === undefined ? items : items.filter((token) => token.sceneId === sceneId);
  });
  /** What the user is asked about. */
  const asked = signal<EmbedToken | null>(null);
  const busy = signal(false);
  void tokens.load();
  return {
    tokens,
    asked,
    busy,
    ask: (token: EmbedToken | null): void => {
      asked.value = token;
    },
    revoke: async (): Promise<void> => {
      const token = asked.peek();
      if (!token) return;
      busy.value = true;
      try {
        await embeddingApi.embedTokens.remove(token.id);
        showToast('success', t('embedding.revoked'));
        await tokens.load();
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        asked.value = null;
      }
    },
  };
});

export type EmbedTokens = InstanceType<typeof EmbedTokensModel>;
