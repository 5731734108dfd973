import { workplacesZhCN } from '../messages/workplaces.zh-CN.ts';
import { addTexts } from '../platform/locale.ts';

/** A text about the user's organisations in the present language. Reading it in a component subscribes to the language. */
export const t = addTexts(
  workplacesZhCN,
  async () => (await import('../messages/workplaces.en.ts')).workplacesEn,
);
