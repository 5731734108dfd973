import { organisationDataZhCN } from '../../messages/organisation-data.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about the data of the organisation. */
export const t = addTexts(
  organisationDataZhCN,
  async () => (await import('../../messages/organisation-data.en.ts')).organisationDataEn,
);
