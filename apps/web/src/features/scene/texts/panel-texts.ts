import { panelZhCN } from '../../../messages/panel.zh-CN.ts';
import { addTexts } from '../../../platform/locale.ts';

/** A text of the device panel and the editor of screens in the present language. Reading it in a component subscribes to the language. */
export const t = addTexts(panelZhCN, async () => (await import('../../../messages/panel.en.ts')).panelEn);
