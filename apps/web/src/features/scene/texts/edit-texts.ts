import { editZhCN } from '../../../messages/edit.zh-CN.ts';
import { addTexts } from '../../../platform/locale.ts';

/** A text of edit mode's tools in the present language. Reading it in a component subscribes to the language. */
export const editText = addTexts(editZhCN, async () => (await import('../../../messages/edit.en.ts')).editEn);
