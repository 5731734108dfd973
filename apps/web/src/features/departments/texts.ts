import { departmentsZhCN } from '../../messages/departments.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about departments. */
export const t = addTexts(
  departmentsZhCN,
  async () => (await import('../../messages/departments.en.ts')).departmentsEn,
);
