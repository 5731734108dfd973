import { sceneListZhCN } from '../../messages/scene-list.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the list of scenes. */
export const t = addTexts(
  sceneListZhCN,
  async () => (await import('../../messages/scene-list.en.ts')).sceneListEn,
);
