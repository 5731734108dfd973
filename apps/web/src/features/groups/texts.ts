import { groupsZhCN } from '../../messages/groups.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the groups' page. */
export const t = addTexts(groupsZhCN, async () => (await import('../../messages/groups.en.ts')).groupsEn);
